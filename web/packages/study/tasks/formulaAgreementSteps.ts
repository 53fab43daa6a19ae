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

/** `scenario`: its methods do not matter. `text`: the formula. */
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

export function* formulaAgreementSteps(
  { scenario, method, builtIn }: FormulaAgreementRequest,
  engine: Engine,
): Generator<void, MethodAgreement> {
  const read = parseScenarioDocument(scenario, engine.catalogue);
  if (read.ok) return yield* compareWithBuiltIn(engine, read.value, method.text, builtIn);
  return { updates: 0, apart: 0, since: null, fault: read.faults[0]?.reason ?? '' };
}
