import { resolveScenario, type Scenario } from '@iklab/core/scenario';
import {
  type FaultCollector,
  listWords,
  nearestWordSuggestion,
  quoteInOneLine,
} from '@iklab/core/scenario/checks';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { isSampledFromSolution, type ProblemSampling } from './problemSampling.ts';

type SamplingOf<K extends ProblemSampling['kind']> = Extract<ProblemSampling, { kind: K }>;

export function checkSampling(
  sampling: ProblemSampling,
  scenario: Scenario,
  faults: FaultCollector,
): void {
  if ('start' in sampling) checkStarts(sampling, faults);
  if (sampling.kind === 'box') checkBox(sampling, faults);
  if (sampling.kind === 'path' || sampling.kind === 'golden')
    checkMotion(sampling.kind, scenario, faults);
  if (sampling.kind === 'plane' && sampling.effector !== undefined)
    checkEffector(sampling.effector, scenario, faults);
  if (sampling.kind === 'start-plane') checkJoints(sampling, scenario, faults);
}

function checkStarts(
  { kind, start, spread }: Exclude<ProblemSampling, SamplingOf<'start-plane'>>,
  faults: FaultCollector,
) {
  if (start === 'near' && !isSampledFromSolution(kind))
    faults.add(
      ['sampling', 'start'],
      `must not be near: solutions are unknown for sampling ${quoteInOneLine(kind)}; use reachable or singular`,
    );
  if (start !== 'near' && spread !== undefined)
    faults.add(['sampling', 'spread'], `must be left out unless start is near; got ${spread}`);
}

function checkBox({ low, high }: SamplingOf<'box'>, faults: FaultCollector): void {
  low.forEach((least, axis) => {
    const most = high[axis] ?? least;
    if (least <= most) return;
    faults.add(['sampling', 'high', axis], `must be ≥ ${least}, the low end; got ${most}`);
  });
}

function checkMotion(kind: 'path' | 'golden', { targets }: Scenario, faults: FaultCollector): void {
  const wanted = kind === 'golden' ? 'a sine' : 'a motion';
  const moved = targets.some(({ motion }) => motion && (kind === 'path' || motion.kind === 'sine'));
  if (moved) return;
  const reason = `${quoteInOneLine(kind)} needs a target with ${wanted}; all targets are fixed`;
  faults.add(['sampling', 'kind'], reason);
}

function checkEffector(effector: string, { targets }: Scenario, faults: FaultCollector): void {
  const effectors = targets.map((target) => target.effector);
  if (effectors.includes(effector)) return;
  const quoted = `${quoteInOneLine(effector)}${nearestWordSuggestion(effector, effectors)}`;
  faults.add(
    ['sampling', 'effector'],
    `must be one that has a target (${listWords(effectors)}); got ${quoted}`,
  );
}

function checkJoints(
  { joints, low, high }: SamplingOf<'start-plane'>,
  scenario: Scenario,
  faults: FaultCollector,
) {
  const movingIds = resolveScenario(scenario)
    .tree.joints.filter(isIndependentJoint)
    .map(({ id }) => id);
  joints.forEach((id, i) => {
    const path = ['sampling', 'joints', i];
    if (!movingIds.includes(id)) {
      const reason = `must be an independent joint (${listWords(movingIds)})`;
      faults.add(
        path,
        `${reason}; got ${quoteInOneLine(id)}${nearestWordSuggestion(id, movingIds)}`,
      );
    } else if (joints.indexOf(id) !== i) faults.add(path, `must be another joint than the first`);
    const [least, most] = [low[i] ?? 0, high[i] ?? 0];
    if (least < most) return;
    faults.add(['sampling', 'high', i], `must be > ${least}, the low end; got ${most}`);
  });
}
