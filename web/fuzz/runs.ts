import type { Engine, Lab } from '@iklab/core/engine';
import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import type { Quaternion, Scene, Vec3 } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import type { FuzzFindings } from './judge.ts';
import { computeEffectorFrames } from './kinematics.ts';
import type { Random } from './random.ts';
import { computeRemainingAngle, computeRemainingDistance } from './remainingErrors.ts';

const MAX_VALUE = 1e15; // radians or metres
const LIMIT_SLACK = 1e-9;
const POSITION_SLACK = 1e-12; // relative to `sumMagnitudes`
const ANGLE_SLACK = 1e-7;
const FRAME_TIME = 20; // ms

/** Runs the scene for some frames, and lets a target jump in some of them. */
export function checkRun(
  engine: Pick<Engine, 'open'>,
  scene: Scene,
  random: Random,
  frames: number,
): FuzzFindings {
  const lab = engine.open(scene);
  try {
    for (let frame = 1; frame <= frames; frame++) {
      lab.advance(8, FRAME_TIME);
      const found = checkPanelStates(lab, scene);
      if (found.length > 0) return found.map((finding) => `${finding} in frame ${frame}`);
      if (random.chance(0.2)) moveTarget(lab, random);
    }
    return [];
  } finally {
    lab.close();
  }
}

export function moveTarget(lab: Lab, random: Random): void {
  const target = random.integer(0, lab.targetCount - 1);
  const [x, y, z] = [1, 2, 3].map(() => random.between(-3, 3)) as unknown as Vec3;
  lab.setTarget(target, x, y, z);
}

export function checkPanelStates(lab: Lab, scene: Scene): FuzzFindings {
  return scene.scenario.methods.flatMap(({ id }, panel) => {
    const found = [...checkPose(lab.angles(panel), scene), ...checkFigures(lab, panel)];
    if (found.length === 0) found.push(...checkKinematics(lab, panel, scene));
    return found.map((finding) => `${id}: ${finding}`);
  });
}

function checkPose(angles: Float64Array, { tree, scenario }: Scene): string[] {
  const isEnforced = scenario.limitPolicy !== 'ignore';
  return tree.joints.filter(isIndependentJoint).flatMap(({ id, limits }, i) => {
    const value = angles[i] ?? Number.NaN;
    if (!Number.isFinite(value) || Math.abs(value) > MAX_VALUE) return [`${id} is at ${value}`];
    if (!isEnforced || limits === null) return [];
    const slack = LIMIT_SLACK * Math.max(1, Math.abs(limits[0]), Math.abs(limits[1]));
    if (value >= limits[0] - slack && value <= limits[1] + slack) return [];
    return [`${id} is at ${value}, outside ${limits.join(' to ')}`];
  });
}

function checkFigures(lab: Lab, panel: number): string[] {
  const { error, errorBefore, startError, orientationError, objective, lambda } = lab.status(panel);
  const figures = { error, errorBefore, startError, orientationError, objective, lambda };
  return Object.entries(figures).flatMap(([name, value]) =>
    value === null || (Number.isFinite(value) && value >= 0) ? [] : [`${name} is ${value}`],
  );
}

/** Compares effectors, distances and angles of the module with those by URDF's definitions. */
function checkKinematics(lab: Lab, panel: number, { tree, scenario }: Scene): string[] {
  const pose = lab.angles(panel);
  const frames = computeEffectorFrames(tree, pose);
  const size = sumMagnitudes(lab.points(panel), pose, lab.goals());
  const apart = (label: string, value: number | undefined, wanted: number, slack: number) =>
    Math.abs((value ?? Number.NaN) - wanted) <= slack
      ? []
      : [`${label} is ${value}, not ${wanted}`];
  const found = tree.effectors.flatMap(({ id }, i) => {
    const from = 3 * (tree.joints.length + i);
    const position = frames.get(id)?.position ?? [];
    const point = lab.points(panel).subarray(from, from + 3);
    return position.flatMap((x, axis) =>
      apart(`${id}[${axis}]`, point[axis], x, POSITION_SLACK * size),
    );
  });
  scenario.targets.forEach(({ effector, orientation, free }, i) => {
    const { position, rotation } = frames.get(effector) ?? {
      position: [0, 0, 0],
      rotation: [0, 0, 0, 1] as const,
    };
    const goal = lab.goals().subarray(TARGET_STRIDE * i, TARGET_STRIDE * (i + 1));
    const wanted = [...goal.subarray(3)] as unknown as Quaternion;
    const offset = position.map((x, axis) => (goal[axis] ?? 0) - x) as unknown as Vec3;
    const distance = computeRemainingDistance(offset, free, wanted);
    found.push(...apart('a distance', lab.distances(panel)[i], distance, POSITION_SLACK * size));
    if (orientation === null) return;
    const angle = computeRemainingAngle(free, wanted, rotation);
    const shownAngle = lab.angleErrors(panel)[i];
    if (angle !== null)
      found.push(...apart('an angle to a target', shownAngle, angle, ANGLE_SLACK));
    else if (!Number.isNaN(shownAngle))
      found.push(`the angle of a free orientation is ${shownAngle}`);
  });
  return found;
}

/**
 * Returns a bound of the terms whose sum is a position, to which its rounding error is
 * proportional.
 */
function sumMagnitudes(...numbers: readonly Float64Array[]): number {
  return 1 + numbers.reduce((sum, all) => all.reduce((s, x) => s + Math.abs(x), sum), 0);
}
