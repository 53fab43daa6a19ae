import { type DocumentEdit, setRunSetting, setTargetPosition } from '@iklab/core/document/edits';
import { angleText, largestReachedError } from '@iklab/core/format';
import { computeEffectorReaches, moveIntoReach, targetsOutOfReach } from '@iklab/core/measure';
import type { Vec3 } from '@iklab/core/scenario';
import { RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';
import { isStationaryMotion } from '@iklab/core/scenario/targets';
import {
  hasActiveJointLimits,
  limitPolicyEdit,
  type Remedy,
  type RemedyContext,
  remedyLengthText,
} from './remedy.ts';

export const proposeRelaxingRemedies = (context: RemedyContext): readonly Remedy[] => [
  ...loosenRequirements(context),
  ...moveTargetsNearer(context),
];

const MAX_TOLERANCE_FACTOR = 30; // Multiple of the tolerance beyond which a larger tolerance is not offered.

function loosenRequirements(patient: RemedyContext): Remedy[] {
  const { scene, before } = patient;
  const { tolerance, orientationTolerance } = scene.scenario.run;
  const found: Remedy[] = [];
  if (hasActiveJointLimits(patient)) {
    const how = 'joints may move past them';
    found.push({
      kind: 'limits',
      action: 'Ignore the joint limits',
      how,
      ...limitPolicyEdit('ignore'),
      relaxes: true,
    });
  }
  const length = roundUp(before.error, tolerance);
  const angle =
    roundUp(before.angle / RADIANS_PER_DEGREE, orientationTolerance / RADIANS_PER_DEGREE) *
    RADIANS_PER_DEGREE;
  if (
    length > MAX_TOLERANCE_FACTOR * tolerance ||
    angle > MAX_TOLERANCE_FACTOR * orientationTolerance
  )
    return found;
  const widened = [
    ...(before.error > tolerance
      ? [[remedyLengthText(length, scene), remedyLengthText(tolerance, scene)]]
      : []),
    ...(before.angle > orientationTolerance
      ? [[angleText(angle), angleText(orientationTolerance)]]
      : []),
  ];
  if (widened.length === 0) return found;
  found.push({
    kind: 'tolerance',
    action: `Accept ${widened.map(([next]) => next).join(' and ')}`,
    how: `instead of ${widened.map(([, now]) => now).join(' and ')}`,
    name: 'Tolerance',
    change: (draft) => {
      if (before.error > tolerance) setRunSetting('tolerance', length)(draft);
      if (before.angle > orientationTolerance) setRunSetting('orientationTolerance', angle)(draft);
    },
    relaxes: true,
  });
  return found;
}

function roundUp(value: number, tolerance: number): number {
  if (value <= tolerance) return tolerance;
  const power = 10 ** Math.floor(Math.log10(value));
  const first = [1, 2, 5, 10].find((digit) => digit * power >= value) ?? 10;
  return Number((first * power).toPrecision(2));
}

function moveTargetsNearer({ scene, lab }: RemedyContext): Remedy[] {
  const all = computeEffectorReaches(scene);
  const { targets } = scene.scenario;
  const unreachable = targetsOutOfReach(all, lab.goals(), largestReachedError(scene.scenario));
  if (
    unreachable.length === 0 ||
    unreachable.some(({ target }) => !isStationaryMotion(targets[target]?.motion ?? null))
  )
    return [];
  const excess = unreachable.reduce((sum, each) => sum + each.excess, 0);
  const names = unreachable.map(({ target }) => target + 1).join(', ');
  const action =
    targets.length === 1
      ? 'Bring the target into reach'
      : `Bring target${unreachable.length > 1 ? 's' : ''} ${names} into reach`;
  const change: DocumentEdit = (draft) => {
    for (const { target } of unreachable) {
      const position = targets[target]?.position as Vec3;
      setTargetPosition(
        target,
        moveIntoReach(all[target] as (typeof all)[number], position),
      )(draft);
    }
  };
  const how = `out of it by ${remedyLengthText(excess, scene)}`;
  return [{ kind: 'target', action, how, name: action, change, relaxes: true }];
}
