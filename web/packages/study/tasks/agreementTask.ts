/** Worker task: checks whether a custom formula gives the same results as a built-in method. */
import type { Engine } from '@iklab/core/engine';
import { fullDocument, type Scenario } from '@iklab/core/scenario';
import { FORMULA_METHOD_ID } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { type BuiltInMethod, compareWithBuiltIn, type MethodAgreement } from '@iklab/run/session';

export interface FormulaAgreementRequest {
  readonly kind: 'agreement';
  readonly scenario: unknown;
  readonly method: { readonly id: typeof FORMULA_METHOD_ID; readonly text: string };
  readonly builtIn: BuiltInMethod;
}

/**
 * Makes the request to check on a scene whether a custom formula gives the same results as a
 * built-in method; the methods of the scene do not matter.
 */
export const makeFormulaAgreementRequest = (
  scenario: Scenario,
  text: string,
  builtIn: BuiltInMethod,
): FormulaAgreementRequest => ({
  kind: 'agreement',
  scenario: { ...fullDocument(scenario), methods: [{ id: builtIn.id }] },
  method: { id: FORMULA_METHOD_ID, text },
  builtIn,
});

/**
 * Checks whether a custom formula agrees with a built-in method, as a generator that yields after
 * every update.
 */
export function* formulaAgreementSteps(
  { scenario, method, builtIn }: FormulaAgreementRequest,
  engine: Engine,
): Generator<void, MethodAgreement> {
  const read = parseScenarioDocument(scenario, engine.catalogue);
  if (read.ok) return yield* compareWithBuiltIn(engine, read.value, method.text, builtIn);
  return { updates: 0, apart: 0, since: null, fault: read.faults[0]?.reason ?? '' };
}
