/** Checks sentences about partly free targets by small displacements of effectors from goals. */
import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import type { AxisLetter, Quaternion, Target, Vec3 } from '@iklab/core/scenario';
import { COORDINATE_AXES } from '@iklab/core/scenario/targets';
import { multiplyQuaternions, rotateByQuaternion } from './kinematics.ts';
import { computeRemainingAngle, computeRemainingDistance } from './remainingErrors.ts';
import { getLastRecordedPose, isPoseWithinTolerance } from './runRecords.ts';
import type { SentenceJudge } from './sentenceJudge.ts';

const SENTENCE =
  /(Satisfied|Constrained) at (.+?): (.+?); free: (.+?)\.(?= Satisfied at | Constrained at | Drag |$)/g;
const AXIS_LETTERS = '((?:[xyz], )?[xyz] and [xyz]|[xyz])';
const AXIS_PATTERN = '(−?[xyz] axis|axis \\(.+?\\))';
const PART_PATTERNS: readonly (readonly [
  RegExp,
  (found: string[], components: NamedComponents) => void,
])[] = [
  [/^position(?=,|$)/, (_, components) => components.shifts.push(...COORDINATE_AXES)],
  [
    RegExp(`^position along (the target’s )?${AXIS_LETTERS}(?=,|$)`),
    ([, targetFrame, names = ''], components) => {
      components.shifts.push(...splitAxes(names));
      components.inTargetFrame ||= targetFrame !== undefined;
    },
  ],
  [/^orientation/, (_, components) => components.rotations.push(...COORDINATE_AXES)],
  [
    RegExp(`^rotation about (the target’s )?${AXIS_LETTERS}(?=,|$)`),
    ([, targetFrame, names = ''], components) => {
      components.rotations.push(...splitAxes(names));
      components.inTargetFrame ||= targetFrame !== undefined;
    },
  ],
  [/^rotation about that axis/, (_, components) => (components.spin = true)],
  [
    RegExp(`^direction of its ${AXIS_PATTERN}`),
    ([, axis = ''], components) => (components.axis = parseAxis(axis)),
  ],
  [
    RegExp(`^its ${AXIS_PATTERN} within ([\\d.]+)°`),
    ([, axis = '', angle], components) => {
      components.axis = parseAxis(axis);
      components.cone = (Number(angle) * Math.PI) / 180;
    },
  ],
];

/** The components that a sentence names as constrained, or as free. */
interface NamedComponents {
  readonly shifts: AxisLetter[];
  readonly rotations: AxisLetter[];
  /** True if the axes are those of the target. */
  inTargetFrame: boolean;
  spin: boolean;
  axis: Vec3 | null;
  cone: number;
}

/**
 * Checks the sentences of a text about partly free targets; returns whether there was one. `panel`:
 * the panel that the text is about; null: all.
 */
export function judgeFreeTargetSentences(
  judge: SentenceJudge,
  text: string,
  panel: number | null,
): boolean {
  const found = [...text.matchAll(SENTENCE)];
  const { targets } = judge.scene.scenario;
  const named = new Set<string>();
  for (const [sentence, verb = '', names = '', constrained = '', free = ''] of found) {
    const [one, other] = [parseComponents(constrained), parseComponents(free)];
    const meant = targets.filter(({ effector }) => names.split(/, | and /).includes(effector));
    for (const { effector } of meant) named.add(effector);
    const reached = judge.records.instances.every(
      (record, i) =>
        (panel !== null && i !== panel) ||
        isPoseWithinTolerance(judge.scene, getLastRecordedPose(record)),
    );
    const right =
      one !== null &&
      other !== null &&
      meant.length > 0 &&
      meant.every((target) => isCorrect(judge, target, one, other));
    judge.check(
      `parts ${verb.toLowerCase()}`,
      sentence,
      right && (verb === 'Constrained' || reached),
    );
  }
  const all = targets.filter(({ free }) => free !== null);
  const none = found.length === 0 && all.length === 0;
  if (!none) judge.check('all parts', text, all.length === named.size && found.length > 0);
  return found.length > 0;
}

function parseComponents(text: string): NamedComponents | null {
  const components: NamedComponents = {
    shifts: [],
    rotations: [],
    inTargetFrame: false,
    spin: false,
    axis: null,
    cone: 0,
  };
  for (let rest = text; rest !== ''; ) {
    const part = PART_PATTERNS.find(([pattern]) => pattern.test(rest));
    if (!part) return null;
    const found = [...(part[0].exec(rest) ?? [])];
    part[1](found, components);
    rest = rest.slice((found[0] ?? '').length).replace(/^, /, '');
  }
  return components;
}

const splitAxes = (names: string): AxisLetter[] => names.split(/, | and /) as AxisLetter[];

function parseAxis(text: string): Vec3 {
  const minus = text.replaceAll('−', '-');
  const [, list] = /\((.+)\)/.exec(minus) ?? [];
  if (list) return list.split(', ').map(Number) as unknown as Vec3;
  const sign = minus.startsWith('-') ? -1 : 1;
  return COORDINATE_AXES.map((axis) =>
    minus.includes(`${axis} axis`) ? sign : 0,
  ) as unknown as Vec3;
}

const TEST_STEP = 0.1; // m, rad
const AXIS_ROUNDING = 2e-3; // rounding of an axis that is written with three digits

/**
 * Returns whether each constrained displacement counts, no free one does, and every axis is named.
 */
function isCorrect(
  judge: SentenceJudge,
  target: Target,
  constrained: NamedComponents,
  free: NamedComponents,
): boolean {
  const index = judge.scene.scenario.targets.indexOf(target);
  const { goals } = getLastRecordedPose(
    judge.records.instances[0] as SentenceJudge['records']['instances'][number],
  );
  const wanted = goals.slice(TARGET_STRIDE * index + 3, TARGET_STRIDE * (index + 1));
  const goal = wanted as unknown as Quaternion;
  const inTargetFrame = constrained.inTargetFrame || free.inTargetFrame;
  const axis = (name: AxisLetter): Vec3 => {
    const unit = COORDINATE_AXES.map((each) => (each === name ? 1 : 0)) as unknown as Vec3;
    return inTargetFrame ? rotateByQuaternion(goal, unit) : unit;
  };
  const shift = (name: AxisLetter): number =>
    computeRemainingDistance(
      axis(name).map((x) => TEST_STEP * x) as unknown as Vec3,
      target.free,
      goal,
    );
  const angleAfter = (about: Vec3, angle: number): number =>
    computeRemainingAngle(
      target.free,
      goal,
      multiplyQuaternions(axisQuaternion(about, angle), goal),
    ) ?? 0;
  const shiftsMatch =
    [...constrained.shifts, ...free.shifts].sort().join('') === 'xyz' &&
    constrained.shifts.every((name) => Math.abs(shift(name) - TEST_STEP) < AXIS_ROUNDING) &&
    free.shifts.every((name) => shift(name) < AXIS_ROUNDING);
  if (!target.orientation)
    return shiftsMatch && constrained.rotations.length + free.rotations.length === 0;
  if (constrained.axis)
    return (
      shiftsMatch && free.spin && matchesAxis(constrained.axis, constrained.cone, goal, angleAfter)
    );
  return (
    shiftsMatch &&
    // no axis is named as both
    constrained.rotations.every((name) => !free.rotations.includes(name)) &&
    [...constrained.rotations, ...free.rotations].sort().join('') === 'xyz' &&
    constrained.rotations.every(
      (name) => Math.abs(angleAfter(axis(name), TEST_STEP) - TEST_STEP) < AXIS_ROUNDING,
    ) &&
    free.rotations.every((name) => angleAfter(axis(name), TEST_STEP) < AXIS_ROUNDING)
  );
}

/**
 * Returns whether tilts of an axis count only beyond the cone, and rotations about the axis do not.
 */
function matchesAxis(
  localAxis: Vec3,
  cone: number,
  goal: Quaternion,
  angleAfter: (about: Vec3, angle: number) => number,
): boolean {
  const axis = normalize(rotateByQuaternion(goal, localAxis));
  const least = Math.min(...axis.map(Math.abs));
  const reference = COORDINATE_AXES.map((_, i) =>
    Math.abs(axis[i] as number) === least ? 1 : 0,
  ) as unknown;
  const across = normalize(cross(axis, reference as Vec3));
  const outside = Math.min(Math.PI, cone + TEST_STEP);
  return (
    angleAfter(axis, TEST_STEP) < AXIS_ROUNDING &&
    angleAfter(across, 0.99 * cone) < AXIS_ROUNDING &&
    [across, cross(axis, across)].every(
      (about) => Math.abs(angleAfter(about, outside) - (outside - cone)) < AXIS_ROUNDING,
    )
  );
}

const cross = ([a, b, c]: Vec3, [x, y, z]: Vec3): Vec3 => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];

const normalize = (v: Vec3): Vec3 => v.map((x) => x / Math.hypot(...v)) as unknown as Vec3;

const axisQuaternion = ([x, y, z]: Vec3, angle: number): Quaternion => {
  const sine = Math.sin(angle / 2);
  return [x * sine, y * sine, z * sine, Math.cos(angle / 2)];
};
