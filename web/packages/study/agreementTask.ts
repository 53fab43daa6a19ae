/** Whether a method that is written as text does what one of the table does: in a worker, for one text. */
import type { Engine } from 'iklab/engine';
import { type Agreement, agreement, type BuiltIn } from 'iklab/run';
import { FORMULA, fullDocument, parse, type Scenario } from 'iklab/scenario';

export interface AgreementRequest {
  readonly kind: 'agreement';
  /** A document. */
  readonly scenario: unknown;
  readonly method: { readonly id: typeof FORMULA; readonly text: string };
  readonly builtIn: BuiltIn;
}

/** In a scene, whatever its methods are. */
export const agreementRequest = (
  scenario: Scenario,
  text: string,
  builtIn: BuiltIn,
): AgreementRequest => ({
  kind: 'agreement',
  scenario: { ...fullDocument(scenario), methods: [{ id: builtIn.id }] },
  method: { id: FORMULA, text },
  builtIn,
});

/** Rests after every update. */
export function* agreementSteps(
  { scenario, method, builtIn }: AgreementRequest,
  engine: Engine,
): Generator<void, Agreement> {
  const read = parse(scenario, engine.catalogue);
  if (read.ok) return yield* agreement(engine, read.value, method.text, builtIn);
  return { updates: 0, apart: 0, since: null, fault: read.faults[0]?.reason ?? '' };
}
