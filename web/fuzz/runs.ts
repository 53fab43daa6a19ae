/** Checks of a running scene. */

import type { Engine, Lab } from 'iklab/engine';
import { TARGET_STRIDE } from 'iklab/engine/protocol';
import { isIndependentJoint, type Quaternion, type Scene, type Vec3 } from 'iklab/scenario';
import type { Findings } from './judge.ts';
import { effectorFrames } from './kinematics.ts';
import type { Random } from './random.ts';
import { remainingAngle, remainingDistance } from './remainingErrors.ts';

const LARGEST_VALUE = 1e15; // radians or metres
const LIMIT_SLACK = 1e-9;
const PLACE_SLACK = 1e-12; // relative to `sizeOf`
const TURN_SLACK = 1e-7;
const AT_ONCE = 20; // ms

/** Runs the scene for some frames, and lets a target jump in some of them. */
export function runFindings(
  engine: Pick<Engine, 'open'>,
  scene: Scene,
  random: Random,
  frames: number,
): Findings {
  const lab = engine.open(scene);
  try {
    for (let frame = 1; frame <= frames; frame++) {
      lab.advance(8, AT_ONCE);
      const found = panelFindings(lab, scene);
      if (found.length > 0) return found.map((what) => `${what} in frame ${frame}`);
      if (random.chance(0.2)) jump(lab, random);
    }
    return [];
  } finally {
    lab.close();
  }
}

export function jump(lab: Lab, random: Random): void {
  const target = random.whole(0, lab.targetCount - 1);
  const [x, y, z] = [1, 2, 3].map(() => random.between(-3, 3)) as unknown as Vec3;
  lab.setTarget(target, x, y, z);
}

/** Checks all panels of a lab in its current state. */
export function panelFindings(lab: Lab, scene: Scene): Findings {
  return scene.scenario.methods.flatMap(({ id }, panel) => {
    const found = [...poseFindings(lab.angles(panel), scene), ...figureFindings(lab, panel)];
    if (found.length === 0) found.push(...placeFindings(lab, panel, scene));
    return found.map((what) => `${id}: ${what}`);
  });
}

function poseFindings(angles: Float64Array, { tree, scenario }: Scene): string[] {
  const kept = scenario.limitPolicy !== 'ignore';
  return tree.joints.filter(isIndependentJoint).flatMap(({ id, limits }, i) => {
    const value = angles[i] ?? Number.NaN;
    if (!Number.isFinite(value) || Math.abs(value) > LARGEST_VALUE) return [`${id} is at ${value}`];
    if (!kept || limits === null) return [];
    const slack = LIMIT_SLACK * Math.max(1, Math.abs(limits[0]), Math.abs(limits[1]));
    if (value >= limits[0] - slack && value <= limits[1] + slack) return [];
    return [`${id} is at ${value}, outside ${limits.join(' to ')}`];
  });
}

function figureFindings(lab: Lab, panel: number): string[] {
  const { error, errorBefore, startError, orientationError, objective, lambda } = lab.status(panel);
  const figures = { error, errorBefore, startError, orientationError, objective, lambda };
  return Object.entries(figures).flatMap(([name, value]) =>
    value === null || (Number.isFinite(value) && value >= 0) ? [] : [`${name} is ${value}`],
  );
}

/** Compares effectors, distances and angles of the module with those by URDF's definitions. */
function placeFindings(lab: Lab, panel: number, { tree, scenario }: Scene): string[] {
  const pose = lab.angles(panel);
  const frames = effectorFrames(tree, pose);
  const size = sizeOf(lab.points(panel), pose, lab.goals());
  const apart = (what: string, value: number | undefined, wanted: number, slack: number) =>
    Math.abs((value ?? Number.NaN) - wanted) <= slack ? [] : [`${what} is ${value}, not ${wanted}`];
  const found = tree.effectors.flatMap(({ id }, i) => {
    const from = 3 * (tree.joints.length + i);
    const at = frames.get(id)?.at ?? [];
    const point = lab.points(panel).subarray(from, from + 3);
    return at.flatMap((x, axis) => apart(`${id}[${axis}]`, point[axis], x, PLACE_SLACK * size));
  });
  scenario.targets.forEach(({ effector, orientation, free }, i) => {
    const { at, turn } = frames.get(effector) ?? { at: [0, 0, 0], turn: [0, 0, 0, 1] as const };
    const goal = lab.goals().subarray(TARGET_STRIDE * i, TARGET_STRIDE * (i + 1));
    const wanted = [...goal.subarray(3)] as unknown as Quaternion;
    const way = at.map((x, axis) => (goal[axis] ?? 0) - x) as unknown as Vec3;
    const distance = remainingDistance(way, free, wanted);
    found.push(...apart('a distance', lab.distances(panel)[i], distance, PLACE_SLACK * size));
    if (orientation === null) return;
    const angle = remainingAngle(free, wanted, turn);
    const told = lab.angleErrors(panel)[i];
    if (angle !== null) found.push(...apart('an angle to a target', told, angle, TURN_SLACK));
    else if (!Number.isNaN(told)) found.push(`the angle of a free orientation is ${told}`);
  });
  return found;
}

/** Returns a bound of what is summed for a position, on which rounding errors depend. */
function sizeOf(...numbers: readonly Float64Array[]): number {
  return 1 + numbers.reduce((sum, all) => all.reduce((s, x) => s + Math.abs(x), sum), 0);
}
