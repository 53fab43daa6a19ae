/** Checks sentences about partly free targets by small displacements of effectors from goals. */
import { TARGET_STRIDE } from 'iklab/engine/protocol';
import { AXES, type Axis, type Quaternion, type Target, type Vec3 } from 'iklab/scenario';
import { product, turned } from './kinematics.ts';
import { remainingAngle, remainingDistance } from './remainingErrors.ts';
import { isWithin, last } from './runRecords.ts';
import type { SentenceJudge } from './sentenceJudge.ts';

const SENTENCE =
  /(Satisfied|Constrained) at (.+?): (.+?); free: (.+?)\.(?= Satisfied at | Constrained at | Drag |$)/g;
const LETTERS = '((?:[xyz], )?[xyz] and [xyz]|[xyz])';
const OWN = '(−?[xyz] axis|axis \\(.+?\\))';
const PARTS: readonly (readonly [RegExp, (found: string[], said: Said) => void])[] = [
  [/^position(?=,|$)/, (_, said) => said.shifts.push(...AXES)],
  [
    RegExp(`^position along (the target’s )?${LETTERS}(?=,|$)`),
    ([, own, names = ''], said) => {
      said.shifts.push(...lettersOf(names));
      said.own ||= own !== undefined;
    },
  ],
  [/^orientation/, (_, said) => said.turns.push(...AXES)],
  [
    RegExp(`^rotation about (the target’s )?${LETTERS}(?=,|$)`),
    ([, own, names = ''], said) => {
      said.turns.push(...lettersOf(names));
      said.own ||= own !== undefined;
    },
  ],
  [/^rotation about that axis/, (_, said) => (said.spin = true)],
  [RegExp(`^direction of its ${OWN}`), ([, axis = ''], said) => (said.axis = axisOf(axis))],
  [
    RegExp(`^its ${OWN} within ([\\d.]+)°`),
    ([, axis = '', angle], said) => {
      said.axis = axisOf(axis);
      said.cone = (Number(angle) * Math.PI) / 180;
    },
  ],
];

/** The components that a sentence names as constrained, or as free. */
interface Said {
  readonly shifts: Axis[];
  readonly turns: Axis[];
  /** Whether the axes are those of the target. */
  own: boolean;
  spin: boolean;
  axis: Vec3 | null;
  cone: number;
}

/** Returns whether there was such a sentence. `panel`: the panel it is about; null: all. */
export function judgeParts(heard: SentenceJudge, said: string, panel: number | null): boolean {
  const found = [...said.matchAll(SENTENCE)];
  const { targets } = heard.scene.scenario;
  const named = new Set<string>();
  for (const [sentence, verb = '', names = '', asked = '', free = ''] of found) {
    const [one, other] = [read(asked), read(free)];
    const meant = targets.filter(({ effector }) => names.split(/, | and /).includes(effector));
    for (const { effector } of meant) named.add(effector);
    const reached = heard.records.instances.every(
      (record, i) => (panel !== null && i !== panel) || isWithin(heard.scene, last(record)),
    );
    const right =
      one !== null &&
      other !== null &&
      meant.length > 0 &&
      meant.every((target) => isSo(heard, target, one, other));
    heard.judge(
      `parts ${verb.toLowerCase()}`,
      sentence,
      right && (verb === 'Constrained' || reached),
    );
  }
  const all = targets.filter(({ free }) => free !== null);
  const none = found.length === 0 && all.length === 0;
  if (!none) heard.judge('all parts', said, all.length === named.size && found.length > 0);
  return found.length > 0;
}

function read(text: string): Said | null {
  const said: Said = { shifts: [], turns: [], own: false, spin: false, axis: null, cone: 0 };
  for (let rest = text; rest !== ''; ) {
    const part = PARTS.find(([pattern]) => pattern.test(rest));
    if (!part) return null;
    const found = [...(part[0].exec(rest) ?? [])];
    part[1](found, said);
    rest = rest.slice((found[0] ?? '').length).replace(/^, /, '');
  }
  return said;
}

const lettersOf = (names: string): Axis[] => names.split(/, | and /) as Axis[];

function axisOf(text: string): Vec3 {
  const minus = text.replaceAll('−', '-');
  const [, list] = /\((.+)\)/.exec(minus) ?? [];
  if (list) return list.split(', ').map(Number) as unknown as Vec3;
  const sign = minus.startsWith('-') ? -1 : 1;
  return AXES.map((axis) => (minus.includes(`${axis} axis`) ? sign : 0)) as unknown as Vec3;
}

const STEP = 0.1; // m, rad
const NOTHING = 2e-3; // rounding of an axis that is written with three digits

/** Whether each constrained displacement counts, no free one does, and every axis is named. */
function isSo(heard: SentenceJudge, target: Target, asked: Said, free: Said): boolean {
  const index = heard.scene.scenario.targets.indexOf(target);
  const { goals } = last(
    heard.records.instances[0] as SentenceJudge['records']['instances'][number],
  );
  const wanted = goals.slice(TARGET_STRIDE * index + 3, TARGET_STRIDE * (index + 1));
  const goal = wanted as unknown as Quaternion;
  const own = asked.own || free.own;
  const axis = (name: Axis): Vec3 => {
    const unit = AXES.map((each) => (each === name ? 1 : 0)) as unknown as Vec3;
    return own ? turned(goal, unit) : unit;
  };
  const shift = (name: Axis): number =>
    remainingDistance(axis(name).map((x) => STEP * x) as unknown as Vec3, target.free, goal);
  const turn = (about: Vec3, by: number): number =>
    remainingAngle(target.free, goal, product(rotation(about, by), goal)) ?? 0;
  const places =
    [...asked.shifts, ...free.shifts].sort().join('') === 'xyz' &&
    asked.shifts.every((name) => Math.abs(shift(name) - STEP) < NOTHING) &&
    free.shifts.every((name) => shift(name) < NOTHING);
  if (!target.orientation) return places && asked.turns.length + free.turns.length === 0;
  if (asked.axis) return places && free.spin && points(asked.axis, asked.cone, goal, turn);
  return (
    places &&
    // no axis is named as both
    asked.turns.every((name) => !free.turns.includes(name)) &&
    [...asked.turns, ...free.turns].sort().join('') === 'xyz' &&
    asked.turns.every((name) => Math.abs(turn(axis(name), STEP) - STEP) < NOTHING) &&
    free.turns.every((name) => turn(axis(name), STEP) < NOTHING)
  );
}

/** Whether tilts of an axis count only beyond the cone, and rotations about the axis do not. */
function points(
  own: Vec3,
  cone: number,
  goal: Quaternion,
  turn: (about: Vec3, by: number) => number,
): boolean {
  const axis = unit(turned(goal, own));
  const least = Math.min(...axis.map(Math.abs));
  const aside = AXES.map((_, i) => (Math.abs(axis[i] as number) === least ? 1 : 0)) as unknown;
  const across = unit(cross(axis, aside as Vec3));
  const beyond = Math.min(Math.PI, cone + STEP);
  return (
    turn(axis, STEP) < NOTHING &&
    turn(across, 0.99 * cone) < NOTHING &&
    [across, cross(axis, across)].every(
      (about) => Math.abs(turn(about, beyond) - (beyond - cone)) < NOTHING,
    )
  );
}

const cross = ([a, b, c]: Vec3, [x, y, z]: Vec3): Vec3 => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];

const unit = (v: Vec3): Vec3 => v.map((x) => x / Math.hypot(...v)) as unknown as Vec3;

const rotation = ([x, y, z]: Vec3, angle: number): Quaternion => {
  const sine = Math.sin(angle / 2);
  return [x * sine, y * sine, z * sine, Math.cos(angle / 2)];
};
