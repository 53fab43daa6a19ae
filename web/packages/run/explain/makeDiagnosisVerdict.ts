/**
 * Describes why a panel has not reached its targets. Each "with" and "without" in the texts is a
 * successful experiment from the panel's pose (wasm/src/iklab/ik/diagnosis).
 */

import type { InstanceStatus, OutOfReachProof } from '@iklab/core/engine';
import { type FailureDiagnosis, NO_CHANGED_SETTING_KEY } from '@iklab/core/engine';
import type { Cause } from '@iklab/core/engine/protocol';
import { angleText, formatLength, toSubscript } from '@iklab/core/format';
import type { Outcome } from '@iklab/core/format/words';
import {
  joinPhrasesAsList,
  joinSentences,
  makePhrase,
  makeStrongPhrase,
  type Phrase,
} from '@iklab/core/format/words';
import type { MethodPanel, Scene } from '@iklab/core/scenario';
import type { DescribedCatalogue } from '@iklab/core/scenario/methods';
import type { DiagnosisVerdict } from '../session/diagnosisVerdict.ts';
import { listTargetsOutOfReach } from './listTargetsOutOfReach.ts';
import { parameterText } from './parameterText.ts';
import { countPhrase, formatPercent } from './runFacts.ts';

export interface DiagnosedPanel {
  readonly scene: Scene;
  readonly panel: number;
  readonly catalogue: DescribedCatalogue;
  readonly status: Pick<InstanceStatus, 'error' | 'startError' | 'line'>;
  readonly goals: ArrayLike<number>;
  readonly sigma?: readonly number[];
  readonly proof?: OutOfReachProof | null;
}

type Experiment = FailureDiagnosis['within'];
type Limiting = FailureDiagnosis['limiting'][number];

const STRONG_METHOD = 'Levenberg-Marquardt';

export function makeDiagnosisVerdict(
  found: FailureDiagnosis,
  panel: DiagnosedPanel,
): DiagnosisVerdict | null {
  const { proof = null } = panel;
  if (found.cause === 'none' || (found.cause === 'undiagnosed' && !proof)) return null;
  const words = new VerdictWords(found, panel);
  return {
    diagnosis: found,
    outcome: words.outcome,
    clause: (plural) => words.clause(plural),
    evidence: words.evidence,
    proof,
  };
}

const METHOD_CAUSES: Partial<Record<Cause, readonly [string, string, string]>> = {
  damping: ['slowed by damping', 'is slowed by damping', 'are slowed by damping'],
  'step-limit': [
    'limited by the step limit',
    'is limited by its step limit',
    'are limited by their step limits',
  ],
  'target-clamp': [
    'limited by the target clamp',
    'is limited by its target clamp',
    'are limited by their target clamps',
  ],
  'joint-weights': [
    'held by joint weights',
    'is held by the joint weights',
    'are held by the joint weights',
  ],
  'secondary-goal': [
    'held by the secondary goal',
    'is held by its secondary goal',
    'are held by their secondary goals',
  ],
  priority: ['held by priorities', 'is held by its priorities', 'are held by their priorities'],
  overshoot: ['overshoots', 'overshoots', 'overshoot'],
  'dropped-direction': [
    'drops a direction',
    'drops a direction that the target needs',
    'drop a direction that the target needs',
  ],
  'stop-rule': [
    'stopped early',
    'was stopped early by a stop rule',
    'were stopped early by a stop rule',
  ],
  'update-limit': ['update limit reached', 'reached the update limit', 'reached the update limit'],
  converging: ['converging', 'is still converging', 'are still converging'],
  breakdown: [
    'failed: singular system',
    'failed on a singular system',
    'failed on a singular system',
  ],
  'singular-pose': ['singular pose', 'is at a singular pose', 'are at singular poses'],
  'local-minimum': ['local minimum', 'is in a local minimum', 'are in local minima'],
};

const alert = (words: string): Outcome => ({ sign: 'alert', words, tone: 'warn' });

class VerdictWords {
  readonly #found: FailureDiagnosis;
  readonly #context: DiagnosedPanel;

  constructor(found: FailureDiagnosis, context: DiagnosedPanel) {
    this.#found = found;
    this.#context = context;
  }

  get #unit() {
    return this.#context.scene.scenario.unit;
  }

  get #method(): MethodPanel {
    return this.#context.scene.scenario.methods[this.#context.panel] as MethodPanel;
  }

  get #targets(): string {
    return this.#context.scene.scenario.targets.length === 1 ? 'the target' : 'the targets';
  }

  /** The proof, if it explains the pose better than the cause that experiments found. */
  get #decidingProof(): OutOfReachProof | null {
    const { proof } = this.#context;
    return proof?.needsLimits && this.#found.cause === 'joint-limits' ? null : (proof ?? null);
  }

  /** The outcome if no pose reaches the targets; null if that is not proven, or not the cause. */
  get #unreachable(): Outcome | null {
    const { scene, goals } = this.#context;
    const { cause, shortfall } = this.#found;
    if (cause === 'breakdown') return null;
    const proof = this.#decidingProof;
    const targets = listTargetsOutOfReach(scene, goals, proof);
    const excess = targets.reduce((sum, each) => sum + each.excess, 0) || shortfall;
    if (excess > 0) return alert(`out of reach by ${formatLength(excess, this.#unit)}`);
    if (!proof) return null;
    if (proof.needsLimits) return alert('out of reach within limits');
    return alert(`${proof.isAngle ? 'orientation' : 'pose'} out of reach`);
  }

  get outcome(): Outcome {
    const { cause, limiting } = this.#found;
    const unreachable = this.#unreachable;
    if (unreachable) return unreachable;
    if (cause === 'converging') return { sign: 'dots', words: 'converging', tone: 'calm' };
    if (cause === 'joint-limits') {
      const names = limiting.map(({ joint }) => joint);
      if (names.length > 2) return alert(`blocked by ${names.length} joint limits`);
      return alert(`blocked by joint limits: ${names.join(', ')}`);
    }
    if (cause === 'no-pose-found') return alert('no pose found');
    const { line } = this.#context.status;
    if (line > 0) return { ...alert(`failed in line ${line}`), tone: 'bad' };
    if (this.#droppedDirection !== '') return alert(`drops ${this.#droppedDirection}`);
    const [words = 'falls short'] = METHOD_CAUSES[cause] ?? [];
    return { ...alert(words), ...(cause === 'breakdown' && { tone: 'bad' }) };
  }

  clause(plural: boolean): Phrase {
    const { cause, limiting, within } = this.#found;
    if (cause === 'undiagnosed') return makePhrase`diverged`;
    if (this.#unreachable) return this.#settlingClause(makePhrase`found`, false);
    if (cause === 'joint-limits') {
      if (limiting.length === 0)
        return makePhrase`${plural ? 'are' : 'is'} blocked by joint limits`;
      return makePhrase`${plural ? 'are' : 'is'} blocked by ${limitsPhrase(limiting)}`;
    }
    const { line } = this.#context.status;
    if (line > 0)
      return makePhrase`failed in line ${makeStrongPhrase(line)} of ${plural ? 'their formulas' : 'its formula'}`;
    if (cause === 'no-pose-found')
      return makePhrase`${plural ? 'find' : 'finds'} no pose that reaches ${this.#targets}, nor do restarts of ${STRONG_METHOD}`;
    if (this.#droppedDirection !== '')
      return makePhrase`${plural ? 'drop' : 'drops'} ${makeStrongPhrase(this.#droppedDirection)}, which ${this.#targets} ${this.#targets.endsWith('s') ? 'need' : 'needs'}`;
    const [, one, more] = METHOD_CAUSES[cause] ?? [];
    if (one && more) return makePhrase`${plural ? more : one}`;
    const better = within.reached ? `reaches ${this.#targets}` : 'comes closer';
    return makePhrase`${plural ? 'fall' : 'falls'} short, where ${STRONG_METHOD} ${better}`;
  }

  get #droppedDirection(): string {
    const { cause, helped } = this.#found;
    const { sigma = [] } = this.#context;
    if (cause !== 'dropped-direction' || !helped[0]) return '';
    const cut = 2 * helped[0].value;
    const index = sigma.findIndex((each) =>
      [cut, cut * (sigma[0] as number)].some((cutoff) => Math.abs(each - cutoff) <= 1e-6 * cutoff),
    );
    return index < 0 ? '' : `σ${toSubscript(index + 1)}`;
  }

  #settlingClause(reference: Phrase, exact: boolean): Phrase {
    const { error, best } = this.#found;
    if (error <= 1.01 * best)
      return makePhrase`settled within ${makeStrongPhrase('1 %')} of the best pose ${reference}`;
    const { status } = this.#context;
    if (status.error > 1.01 * status.startError) return makePhrase`diverged`;
    if (!exact) return makePhrase`stopped early`;
    return makePhrase`stopped early: its error is ${formatPercent(error / best - 1)} above that of the best pose ${reference}`;
  }

  get evidence(): Phrase {
    const { cause, limiting, restarts, reached, within, helped } = this.#found;
    const targets = this.#targets;
    if (cause === 'undiagnosed') return [];
    const isOther = cause !== 'out-of-reach' && cause !== 'no-pose-found';
    if (isOther && this.#unreachable) return this.#limitsSentence(within);
    switch (cause) {
      case 'out-of-reach':
        return makePhrase`${this.#method.label} ${this.#settlingClause(makePhrase`of ${countPhrase(restarts, 'restart')} of ${STRONG_METHOD}`, true)}.`;
      case 'joint-limits':
        return joinSentences(this.#releasedSentence(), this.#limitsSentence(within));
      case 'singular-pose':
        return makePhrase`No small motion of a joint reduces the error in this pose (Jᵀe ≈ ${makeStrongPhrase(0)}). From a pose ${makeStrongPhrase('5°')} away, ${STRONG_METHOD} ${reached > 0 ? `reaches ${targets}` : 'comes closer'}.`;
      case 'local-minimum':
        return joinSentences(
          this.#limitsSentence(within),
          makePhrase`From ${makeStrongPhrase(reached)} of ${countPhrase(restarts, 'random start')} it reaches ${targets}.`,
        );
      case 'no-pose-found':
        return joinSentences(
          makePhrase`From this pose and from ${countPhrase(restarts, 'random start')}, ${STRONG_METHOD} does not reach ${targets} either.`,
          this.#bestSentence(),
        );
      case 'method':
        return makePhrase`From this pose, ${STRONG_METHOD} ${this.#gainClause(within)}; no single change of a parameter of ${this.#method.label} does.`;
      default: {
        const [first] = helped;
        if (!first) return limiting.length > 0 ? this.#releasedSentence() : [];
        return makePhrase`${this.#changePhrase(first)}, ${first.cause === 'priority' ? 'damped least squares' : this.#method.label} ${this.#gainClause(first)}.`;
      }
    }
  }

  #bestSentence(): Phrase {
    const { error, best } = this.#found;
    if (error <= 1.01 * best)
      return makePhrase`None of them comes more than ${makeStrongPhrase('1 %')} closer.`;
    return makePhrase`The best of them has an error ${formatPercent(1 - best / error)} lower.`;
  }

  #releasedSentence(): Phrase {
    const { limiting, released } = this.#found;
    if (limiting.length === 0) return [];
    if (released.updates === 0) {
      const [first] = limiting as [Limiting];
      return makePhrase`${makeStrongPhrase(first.joint)} is ${this.#excessPhrase(first)} beyond its ${first.limit} limit.`;
    }
    const each = limiting
      .slice(0, MAX_NAMED)
      .map((joint, i) =>
        i === 0
          ? makePhrase`the ${joint.limit} limit of ${makeStrongPhrase(joint.joint)} released by ${this.#excessPhrase(joint)}`
          : makePhrase`the ${joint.limit} limit of ${makeStrongPhrase(joint.joint)} by ${this.#excessPhrase(joint)}`,
      );
    const more = limiting.length - each.length;
    const all = more > 0 ? [...each, makePhrase`${countPhrase(more, 'more limit')}`] : each;
    return makePhrase`With ${joinPhrasesAsList(all)}, ${STRONG_METHOD} ${this.#gainClause(released)}.`;
  }

  #limitsSentence({ error }: Experiment): Phrase {
    const gain = 1 - error / this.#found.error;
    const subject =
      this.#found.cause === 'joint-limits' && !this.#unreachable
        ? 'Within the limits, it'
        : `From this pose, ${STRONG_METHOD}`;
    return gain < 0.005
      ? makePhrase`${subject} comes no closer.`
      : makePhrase`${subject} lowers the error by ${formatPercent(gain)} at most.`;
  }

  #excessPhrase({ joint, beyond }: Limiting): Phrase {
    const { tree } = this.#context.scene;
    const slides = tree.joints.find(({ id }) => id === joint)?.type === 'prismatic';
    return makeStrongPhrase(slides ? formatLength(beyond, this.#unit) : angleText(beyond));
  }

  #gainClause({ reached, updates, error }: Experiment): Phrase {
    const count = countPhrase(updates, 'update');
    if (reached) return makePhrase`reaches ${this.#targets} in ${count}`;
    return makePhrase`lowers the error by ${formatPercent(1 - error / this.#found.error)} in ${count}`;
  }

  #changePhrase({ cause, key, value }: FailureDiagnosis['helped'][number]): Phrase {
    const { catalogue, scene } = this.#context;
    const text = (): string =>
      parameterText(catalogue, scene.scenario, this.#method, key, Number(value.toPrecision(2)));
    if (key !== NO_CHANGED_SETTING_KEY)
      return makePhrase`With ${makeStrongPhrase(text())} from this pose`;
    return makePhrase`${CHANGES[cause] ?? 'Continued'} from this pose`;
  }
}

const CHANGES: Partial<Record<Cause, string>> = {
  'step-limit': 'Without its step limit',
  'target-clamp': 'Without its target clamp',
  'joint-weights': 'With equal joint weights',
  'secondary-goal': 'Without its secondary goal',
  priority: 'Without priorities',
  'stop-rule': 'Without its stop rules',
  'update-limit': 'With more updates',
};

const MAX_NAMED = 3; // Joints.

function limitsPhrase(limiting: readonly Limiting[]): Phrase {
  const named = limiting.slice(0, limiting.length > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED);
  const more = limiting.length - named.length;
  const rest = more > 0 ? [makePhrase`${makeStrongPhrase(more)} more joints`] : [];
  const sides = new Set(named.map(({ limit }) => limit));
  const names = (all: readonly Limiting[]) => all.map(({ joint }) => makeStrongPhrase(joint));
  if (limiting.length > 1 && (more > 0 || sides.size === 1)) {
    const side = sides.size === 1 && more === 0 ? `${named[0]?.limit} limits` : 'limits';
    return makePhrase`the ${side} of ${joinPhrasesAsList([...names(named), ...rest])}`;
  }
  return joinPhrasesAsList(
    named.map(({ joint, limit }) => makePhrase`the ${limit} limit of ${makeStrongPhrase(joint)}`),
  );
}
