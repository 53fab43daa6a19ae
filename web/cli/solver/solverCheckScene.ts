import {
  type Engine,
  openProblemBatch,
  type ProblemBatch,
  type SampledProblem,
} from '@iklab/core/engine';
import {
  type MethodPanel,
  type PlainObject,
  resolveScenario,
  type Scene,
} from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { valueOrThrow } from '../errors.ts';
import { makeSolverOpeningLine } from './makeSolverOpeningLine.ts';
import {
  formatProblems,
  parseSolverAnswers,
  quoteSolverLine,
  type SolverAnswer,
} from './solverProtocol.ts';
import type { SolverRules } from './solverSession.ts';

/** A robot with problems that are known to be solvable. */
export class SolverCheckScene {
  readonly scene: Scene;
  readonly #batch: ProblemBatch;
  readonly #panel: MethodPanel;

  constructor(engine: Engine, preset: string, change: (document: PlainObject) => PlainObject) {
    const document = change(structuredClone(scenarioPreset(preset)?.document ?? {}) as PlainObject);
    const changed = { ...document, methods: [{ id: 'dls' }], limitPolicy: 'clamp' };
    this.scene = resolveScenario(valueOrThrow(parseScenarioDocument(changed, engine.catalogue)));
    this.#panel = this.scene.scenario.methods[0] as MethodPanel;
    const sampling = { kind: 'reachable', start: 'near', spread: 0.2 } as const;
    this.#batch = openProblemBatch(engine, this.scene, { sampling, seed: 1 });
  }

  get size(): number {
    return this.scene.start.length;
  }

  openingLine(rules: SolverRules): string {
    return makeSolverOpeningLine(this.scene.scenario, 1, 'check', rules, { mode: 'solve' });
  }

  draw(index: number): SampledProblem {
    return this.#batch.draw(index);
  }

  problemsLine(drawn: readonly SampledProblem[]): string {
    const problems = drawn.map((each, id) => ({ id, drawn: each }));
    return formatProblems(problems, this.scene.scenario);
  }

  /** Returns what is wrong with a solver's answer; null if it is correct. */
  explainWrong(index: number, answer: SolverAnswer | undefined): string | null {
    if (!answer) return 'no answer';
    if (answer.kind === 'broken') return answer.reason;
    if (answer.kind === 'refuse' || !answer.claimed || !answer.q) return null;
    const row = this.#batch.verify(this.#panel, index, answer.q);
    const [solved = 0, inLimits = 0] = row;
    if (solved !== 1) return 'claims solved, but its pose is not at the target';
    return inLimits === 1 ? null : 'claims solved, but a joint is beyond its limits';
  }

  limits(): readonly (readonly [number, number] | null)[] {
    return this.scene.tree.joints.filter(isIndependentJoint).map(({ limits }) => limits);
  }

  close(): void {
    this.#batch.delete();
  }
}

export function parseCheckAnswers(
  text: string,
  count: number,
  size: number,
): SolverAnswer[] | string {
  const ids = Array.from({ length: count }, (_, id) => id);
  const answers = parseSolverAnswers(text, ids, size);
  return typeof answers === 'string' ? `${answers} (in ${quoteSolverLine(text)})` : answers;
}
