import { toSubscript } from '@iklab/core/format';
import type { Phrase } from '@iklab/core/format/words';
import { runGeneratorToEnd } from '@iklab/core/time';
import type { InstanceRun } from '../session/session.ts';
import { MIN_SLOW_UPDATES } from '../session/trialLab.ts';
import { writeWhyAnswer } from './answer.ts';
import {
  collectRunFactsSliced,
  hasReachedTargets,
  isRigidDirection,
  type RunFacts,
  type SingularDirection,
  WEAK_SIGMA_RATIO,
} from './runFacts.ts';

export interface WhyExplanation {
  readonly panel: number;
  /** Question that the explanation answers, such as "Why does Transpose stop short?". */
  readonly question: string;
  readonly answer: Phrase;
  /** Sentences on experiments that support the answer; empty without a successful experiment. */
  readonly evidence: Phrase;
  /**
   * Singular directions of the task, largest sigma first, as the columns of `Lab.inspect(null,
   * ...).u`.
   */
  readonly directions: readonly SingularDirection[];
  /** Index of the direction with most of the error; null if the error is spread out. */
  readonly blocking: number | null;
  readonly blockingName: string;
  /**
   * Error along direction `blocking` in metres: three values per target, and three more per
   * orientation.
   */
  readonly blockingVector: readonly number[] | null;
  /**
   * Problem to explain. `reach`: targets are not reached; `speed`: the run was slow; null: none.
   */
  readonly problem: 'reach' | 'speed' | null;
}

export const explainPanelState = (run: InstanceRun): WhyExplanation =>
  runGeneratorToEnd(explainPanelStateSliced(run));

export function* explainPanelStateSliced(run: InstanceRun): Generator<void, WhyExplanation> {
  const facts = yield* collectRunFactsSliced(run);
  return {
    panel: run.instance,
    question: questionText(facts),
    answer: writeWhyAnswer(facts),
    evidence: (hasReachedTargets(facts.status) ? null : facts.verdict?.evidence) ?? [],
    directions: facts.directions,
    blocking: facts.blocking,
    blockingVector: facts.blockingVector,
    blockingName: directionName(facts),
    problem: findProblem(facts),
  };
}

function directionName(facts: RunFacts): string {
  const { blocking, directions } = facts;
  if (blocking === null) return '';
  const name = `σ${toSubscript(blocking + 1)}`;
  if (isRigidDirection(facts, blocking)) return `${name}: no joint moves this way`;
  const [first, its] = [directions[0]?.sigma ?? 0, directions[blocking]?.sigma ?? 0];
  return first >= WEAK_SIGMA_RATIO * its
    ? `${name}: weak direction`
    : `${name}: largest remaining error`;
}

function findProblem({ status }: RunFacts): WhyExplanation['problem'] {
  if (!hasReachedTargets(status)) return 'reach';
  return status.stop === 'reached' && status.updatesSinceMove >= MIN_SLOW_UPDATES ? 'speed' : null;
}

function questionText({ status, trend, scene, follows, method: { label } }: RunFacts): string {
  const { targets } = scene.scenario;
  const target = targets.length === 1 ? 'the target' : 'the targets';
  if (status.stop === 'outside-limits') return `Why does ${label} end outside its limits?`;
  if (status.stop === 'breakdown') return `Why did ${label} fail?`;
  if (hasReachedTargets(status)) return `How did ${label} reach ${target}?`;
  if (status.stop) return `Why does ${label} stop short?`;
  if (status.updates === 0) return `${label} has not started`;
  if (follows) return `How closely does ${label} follow?`;
  if (trend === 'oscillating' || trend === 'swinging') return `Why does ${label} oscillate?`;
  return `Why has ${label} not reached ${target} yet?`;
}
