/** For tests and for what writes methods.ts: the solver's table with its texts. */
import { withTexts } from 'iklab/engine';
import { testEngine } from 'iklab/engine/testing';
import type { DescribedMethod } from 'iklab/scenario';

/** `fits`: of each parameter, whether it fits the robot where it is left out. */
export async function describedMethods(): Promise<
  readonly { readonly row: DescribedMethod; readonly fits: readonly boolean[] }[]
> {
  const { catalogue } = await testEngine();
  return withTexts(catalogue).methods.map((row) => ({
    row,
    fits: catalogue.fittedNumbers(row, 1).map((fit) => !Number.isNaN(fit)),
  }));
}
