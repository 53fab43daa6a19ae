/** Edits that relax requirements: no limits, a larger tolerance, targets moved into reach. */

import { type Change, setRun, setTarget } from '../document/edits.ts';
import { largestReachedError } from '../format/askedFor.ts';
import { angleFigure } from '../format/figures.ts';
import { nearestInReach, reaches, targetsOutOfReach } from '../measure/reach.ts';
import { DEGREE } from '../scenario/angles.ts';
import { isStill } from '../scenario/still.ts';
import type { Vec3 } from '../scenario/types.ts';
import { far, limited, policy, type Remedy, type RemedyContext } from './remedy.ts';

export const relaxingRemedies = (context: RemedyContext): readonly Remedy[] => [
  ...looser(context),
  ...nearer(context),
];

const FAR = 30; // Multiple of the tolerance beyond which a larger tolerance is not offered.

function looser(patient: RemedyContext): Remedy[] {
  const { scene, before } = patient;
  const { tolerance, orientationTolerance } = scene.scenario.run;
  const found: Remedy[] = [];
  if (limited(patient)) {
    const how = 'joints may move past them';
    found.push({
      kind: 'limits',
      what: 'Ignore the joint limits',
      how,
      ...policy('ignore'),
      asksLess: true,
    });
  }
  const length = rounded(before.error, tolerance);
  const angle = rounded(before.angle / DEGREE, orientationTolerance / DEGREE) * DEGREE;
  if (length > FAR * tolerance || angle > FAR * orientationTolerance) return found;
  const widened = [
    ...(before.error > tolerance ? [[far(length, scene), far(tolerance, scene)]] : []),
    ...(before.angle > orientationTolerance
      ? [[angleFigure(angle), angleFigure(orientationTolerance)]]
      : []),
  ];
  if (widened.length === 0) return found;
  found.push({
    kind: 'tolerance',
    what: `Accept ${widened.map(([next]) => next).join(' and ')}`,
    how: `instead of ${widened.map(([, now]) => now).join(' and ')}`,
    name: 'Tolerance',
    change: (draft) => {
      if (before.error > tolerance) setRun('tolerance', length)(draft);
      if (before.angle > orientationTolerance) setRun('orientationTolerance', angle)(draft);
    },
    asksLess: true,
  });
  return found;
}

/** Rounds up to 1, 2 or 5 times a power of ten, but not below the tolerance. */
function rounded(value: number, tolerance: number): number {
  if (value <= tolerance) return tolerance;
  const power = 10 ** Math.floor(Math.log10(value));
  const first = [1, 2, 5, 10].find((digit) => digit * power >= value) ?? 10;
  return Number((first * power).toPrecision(2));
}

function nearer({ scene, lab }: RemedyContext): Remedy[] {
  const all = reaches(scene);
  const { targets } = scene.scenario;
  const beyond = targetsOutOfReach(all, lab.goals(), largestReachedError(scene.scenario));
  if (beyond.length === 0 || beyond.some(({ target }) => !isStill(targets[target]?.motion ?? null)))
    return [];
  const by = beyond.reduce((sum, each) => sum + each.by, 0);
  const names = beyond.map(({ target }) => target + 1).join(', ');
  const what =
    targets.length === 1
      ? 'Bring the target into reach'
      : `Bring target${beyond.length > 1 ? 's' : ''} ${names} into reach`;
  const change: Change = (draft) => {
    for (const { target } of beyond) {
      const place = targets[target]?.position as Vec3;
      setTarget(target, nearestInReach(all[target] as (typeof all)[number], place))(draft);
    }
  };
  const how = `out of it by ${far(by, scene)}`;
  return [{ kind: 'target', what, how, name: what, change, asksLess: true }];
}
