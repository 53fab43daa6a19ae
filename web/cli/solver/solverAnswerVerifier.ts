import type { ProblemBatch } from '@iklab/core/engine';
import { type MethodPanel, resolveScenario } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { type RowStopReason, rowStopReasonIndex, type Study } from '@iklab/study/document';
import { type AnyRowField, anyRowFieldIndex, rowAnswersOffset, rowStride } from '@iklab/study/rows';
import type { SolverOutcome, SolverRules } from './solverSession.ts';

export class SolverAnswerVerifier {
  readonly #study: Study;
  readonly #batch: ProblemBatch;
  readonly #panel: MethodPanel;
  readonly #rules: Pick<SolverRules, 'time'>;
  readonly #limits: readonly (readonly [number, number] | null)[];
  readonly #limited: boolean;

  constructor(study: Study, batch: ProblemBatch, rules: Pick<SolverRules, 'time'>) {
    const { scenario } = study;
    [this.#study, this.#batch, this.#rules] = [study, batch, rules];
    this.#panel = scenario.methods[0] as MethodPanel;
    this.#limits = resolveScenario(scenario)
      .tree.joints.filter(isIndependentJoint)
      .map(({ limits }) => limits);
    const { limitPolicy, run } = scenario;
    this.#limited = limitPolicy !== 'ignore' || (run.restarts?.outside ?? 'keep') !== 'keep';
  }

  row(index: number, outcome: SolverOutcome): Float64Array {
    const row = new Float64Array(rowStride(this.#study)).fill(Number.NaN);
    const set = (field: AnyRowField, value: number) => {
      row[anyRowFieldIndex(field, this.#study)] = value;
    };
    set('solved', 0);
    set('inLimits', 0);
    set('ourTime', outcome.ourTime);
    if (outcome.kind !== 'answer') {
      const stops = { killed: 'killed', broken: 'broken', refuse: 'unasked' } as const;
      set('stop', rowStopReasonIndex(stops[outcome.kind]));
      return row;
    }
    const { q, claimed, updates, evaluations, time } = outcome;
    if (q) row.set(this.#batch.verify(this.#panel, index, q));
    const [stop, excess] = [
      q ? this.#judgeStop(row, outcome) : 'gave-up',
      q ? this.#computeExcess(q) : Number.NaN,
    ];
    set('stop', rowStopReasonIndex(stop));
    set('solved', Number(stop === 'reached'));
    set('updates', updates);
    set('evaluations', evaluations);
    set('claimed', Number(claimed));
    set('ownTime', time);
    set('worstLimit', excess);
    if (q && this.#study.solvers?.answers) row.set(q, rowAnswersOffset(this.#study));
    return row;
  }

  #judgeStop(
    row: Float64Array,
    { claimed, ourTime }: Extract<SolverOutcome, { kind: 'answer' }>,
  ): RowStopReason {
    const { time } = this.#rules;
    const isSolved = row[anyRowFieldIndex('solved', this.#study)] === 1;
    const inLimits = row[anyRowFieldIndex('inLimits', this.#study)] === 1 || !this.#limited;
    if (time > 0 && ourTime > time) return 'too-late';
    if (isSolved && inLimits) return 'reached';
    if (!claimed) return 'gave-up';
    return isSolved ? 'refused-limit' : 'refused-pose';
  }

  /** Returns the largest excess over a joint limit, in radians or metres; 0 within the limits. */
  #computeExcess(q: readonly number[]): number {
    return q.reduce((worst, value, i) => {
      const [lower, upper] = this.#limits[i] ?? [value, value];
      return Math.max(worst, lower - value, value - upper);
    }, 0);
  }
}
