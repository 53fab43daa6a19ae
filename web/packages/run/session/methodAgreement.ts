import type { Engine } from '@iklab/core/engine';
import type { ParamValue, Scenario } from '@iklab/core/scenario';
import { fullDocument, resolveScenario } from '@iklab/core/scenario';
import { FORMULA_METHOD_ID, formulaFaultSentence, methodRow } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';

const COMPARED_UPDATES = 60;
const MAX_ROUNDING = 1e-6; // Fraction of the largest step; larger differences are not rounding.

export interface BuiltInMethod {
  readonly id: string;
  readonly params?: Readonly<Record<string, ParamValue>>;
}

export interface MethodAgreement {
  readonly updates: number;
  /**
   * Largest difference between the two methods' steps of a joint, as a fraction of the largest
   * step.
   */
  readonly apart: number;
  /** First update with a difference beyond rounding; null if there is none. */
  readonly since: number | null;
  readonly fault: string;
}

/**
 * Runs a custom and a built-in method from the start of a scene, without clamps and step limits.
 * Both step from the poses of the built-in method; a formula with state steps from its own poses.
 * Yields after every update.
 */
export function* compareWithBuiltIn(
  engine: Engine,
  scenario: Scenario,
  text: string,
  { id, params = {} }: BuiltInMethod,
): Generator<void, MethodAgreement> {
  const fault = (reason: string): MethodAgreement => ({
    updates: 0,
    apart: 0,
    since: null,
    fault: reason,
  });
  const { catalogue } = engine;
  const { names, faults } = catalogue.readFormula(text);
  const [wrong] = faults;
  if (wrong) return fault(`line ${wrong.line}: ${formulaFaultSentence(wrong)}`);
  if (!methodRow(catalogue, id)) return fault(`there is no method ${id}`);
  const plain = { targetClamp: { mode: 'off' }, maxStep: null };
  const methods = [
    { id, params, ...plain },
    { id: FORMULA_METHOD_ID, params: { text }, ...plain },
  ];
  // Formulas restate the constants of papers, which are the defaults of version 1.
  const read = parseScenarioDocument({ ...fullDocument(scenario), iklab: 1, methods }, catalogue);
  if (!read.ok) return fault(read.faults[0]?.reason ?? '');
  const lab = engine.open(resolveScenario(read.value));
  const remembers = names.some(({ kind }) => kind === 'kept');
  try {
    const compared = new ComparedSteps();
    for (let update = 1; update <= COMPARED_UPDATES && !lab.finished; update++) {
      const before = { angles: lab.angles(0).slice() };
      lab.advance(1);
      if (lab.status(0).updates < update) break;
      if (remembers) compared.add(update, lab.step(0, update), lab.step(1, update));
      else compared.add(update, lab.inspect(0, before).step, lab.inspect(1, before).step);
      yield;
    }
    return compared.result;
  } finally {
    lab.close();
  }
}

class ComparedSteps {
  #updates = 0;
  #largest = 0;
  readonly #apart: number[] = [];

  add(update: number, builtIn?: Float64Array, formula?: Float64Array): void {
    this.#updates = update;
    const size = (builtIn ?? formula)?.length ?? 0;
    let apart = 0;
    for (let joint = 0; joint < size; joint++) {
      const [a, b] = [builtIn?.[joint] ?? 0, formula?.[joint] ?? 0];
      this.#largest = Math.max(this.#largest, Math.abs(a), Math.abs(b));
      apart = Math.max(apart, Math.abs(a - b));
    }
    this.#apart.push(apart);
  }

  get result(): MethodAgreement {
    const shares = this.#apart.map((apart) => (apart === 0 ? 0 : apart / this.#largest));
    const first = shares.findIndex((share) => !(share <= MAX_ROUNDING));
    return {
      updates: this.#updates,
      apart: Math.max(0, ...shares),
      since: first < 0 ? null : first + 1,
      fault: '',
    };
  }
}

/** Formats the difference of two methods as a fraction: "2e-14", or "exactly" for none. */
export const stepDifferenceText = (apart: number): string =>
  apart === 0 ? 'exactly' : apart.toExponential(0).replace('e+0', '');

/**
 * Describes the agreement of two methods: "agrees with the built-in DLS to 2e-14 over 60 updates".
 */
export function methodAgreementText(
  { updates, apart, since, fault }: MethodAgreement,
  name: string,
): string {
  if (fault) return `cannot be compared with the built-in ${name}: ${fault}`;
  const share = stepDifferenceText(apart);
  const to = apart === 0 ? share : `to ${share}`;
  if (since === null) return `agrees with the built-in ${name} ${to} over ${updates} updates`;
  const size = apart >= 0.01 ? `${Math.round(100 * apart)} %` : share;
  return `differs from the built-in ${name} from update ${since} on, by up to ${size} of the largest step`;
}
