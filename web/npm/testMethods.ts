/** The method table with its texts, for tests and for the generator of methods.ts. */
import { withCardTexts } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import type { DescribedMethod } from '@iklab/core/scenario/methods';

/**
 * Returns the method table. `fits` tells whether the default of each parameter is scaled to the
 * robot.
 */
export async function describedMethods(): Promise<
  readonly { readonly row: DescribedMethod; readonly fits: readonly boolean[] }[]
> {
  const { catalogue } = await testEngine();
  return withCardTexts(catalogue).methods.map((row) => ({
    row,
    fits: catalogue.fittedNumbers(row, 1).map((fit) => !Number.isNaN(fit)),
  }));
}
