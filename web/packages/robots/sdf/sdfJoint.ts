/** The motion of an SDF joint: its axes, limits and what it follows. */
import {
  composed,
  didYouMean,
  type Frame,
  hypot,
  inverseFrame,
  listed,
  quote,
  rotated,
  unitVector,
  type Vec3,
} from 'iklab/scenario';
import type { Mimic, RobotJointType } from '../robot.ts';
import { elementTitle, type XmlElement } from '../xml.ts';
import type { SdfFrames } from './sdfFrames.ts';
import { findNode, type SdfNode } from './sdfScope.ts';
import { childOf, childText, isTrue, type SdfValues } from './sdfValues.ts';

/** One of the joints in series that make up a joint. */
export interface Piece {
  /** Appended to the name of the joint. */
  readonly suffix: '' | '_axis' | '_axis2';
  readonly type: RobotJointType;
  /** In the frame of the joint. */
  readonly axis: Vec3;
  readonly limits: readonly [number, number] | null;
  /** `joint` is the name in the scope of the joint. */
  readonly mimic: (Mimic & { readonly suffix: Piece['suffix'] }) | null;
  readonly pitch: number;
}

const TYPES = new Map<string, RobotJointType>([
  ['revolute', 'revolute'],
  ['continuous', 'revolute'],
  ['prismatic', 'prismatic'],
  ['fixed', 'fixed'],
  ['screw', 'screw'],
  ['universal', 'revolute'],
  ['revolute2', 'revolute'],
  ['ball', 'ball'],
]);
const SERIES = ['universal', 'revolute2'];
export const GEARBOX = 'gearbox';
const KNOWN = new Set(
  'parent child axis axis2 pose physics sensor thread_pitch screw_thread_pitch'.split(' '),
);
const Z: Vec3 = [0, 0, 1];
const ENDLESS = 1e15;

export const typeOf = ({ element }: SdfNode): string =>
  (element.attributes.get('type') ?? '').trim().toLowerCase();

/** Null after reporting a fault. `at`: the frame of the joint in the world. */
export function readPieces(
  joint: SdfNode,
  at: Frame,
  frames: SdfFrames,
  values: SdfValues,
): readonly Piece[] | null {
  const { element } = joint;
  const { notes } = values;
  const who = elementTitle(element);
  const written = typeOf(joint);
  const type = TYPES.get(written);
  if (!type) {
    const known = listed([...TYPES.keys(), GEARBOX]);
    notes.fault(element, `${who}, type`, `must be one of ${known}; got ${quote(written)}`);
    return null;
  }
  for (const child of element.children)
    if (!KNOWN.has(child.name))
      notes.leftOut(child, `${who}, <${child.name}>`, 'not part of the kinematics');
  const plain = { type, axis: Z, limits: null, mimic: null, pitch: 0, suffix: '' as const };
  if (type === 'fixed' || type === 'ball') return [plain];
  const read = (name: 'axis' | 'axis2', suffix: Piece['suffix']): Piece => {
    const axis = childOf(element, name);
    if (!axis) {
      notes.changed(element, who, `has no <${name}>; the z axis of the joint is used`, true);
      return { ...plain, suffix, pitch: type === 'screw' ? pitchOf(element, who, values) : 0 };
    }
    return {
      type,
      suffix,
      axis: directionOf(joint, axis, at, frames, values),
      limits: written === 'continuous' ? null : limitsOf(axis, who, values),
      mimic: mimicOf(joint, axis, who, values),
      pitch: type === 'screw' ? pitchOf(element, who, values) : 0,
    };
  };
  if (!SERIES.includes(written)) return [read('axis', '')];
  return [read('axis', '_axis'), read('axis2', '_axis2')];
}

function directionOf(
  joint: SdfNode,
  axis: XmlElement,
  at: Frame,
  frames: SdfFrames,
  values: SdfValues,
): Vec3 {
  const { scope, element } = joint;
  const who = `${elementTitle(element)}, ${axis.name}`;
  const xyz = values.vector(axis, 'xyz', Z, who);
  if (hypot(...xyz) === 0) {
    values.notes.fault(
      axis,
      `${who}, xyz`,
      'must not have length 0; expected three numbers, at least one other than 0',
    );
    return Z;
  }
  const { version } = scope;
  const inModel =
    version <= 104 || (version < 107 && isTrue(childText(axis, 'use_parent_model_frame')));
  if (version >= 107 && isTrue(childText(axis, 'use_parent_model_frame'))) {
    const reason = 'is not part of SDF 1.7 and later; the axis is read in the frame of the joint';
    values.notes.leftOut(axis, `${who}, <use_parent_model_frame>`, reason, true);
  }
  const named = childOf(axis, 'xyz')?.attributes.get('expressed_in')?.trim() ?? '';
  const frame = inModel ? '__model__' : named;
  if (frame === '' || frame === joint.name) return xyz;
  const base = frames.named(scope, frame);
  if (!base) {
    values.notes.fault(
      axis,
      `${who}, xyz expressed_in`,
      `unknown frame ${quote(frame)}${didYouMean(frame, [...scope.byName.keys()])}`,
    );
    return xyz;
  }
  return unitVector(rotated(composed(inverseFrame(at), base).turn, xyz)).map(
    rounded,
  ) as unknown as Vec3;
}

/** Removes rounding errors far below those of the poses. */
export const rounded = (x: number): number => Number(x.toFixed(13)) + 0;

function limitsOf(
  axis: XmlElement,
  who: string,
  values: SdfValues,
): readonly [number, number] | null {
  const element = childOf(axis, 'limit');
  if (!element) return null;
  const name = `${who}, ${axis.name} limit`;
  const told = (reason: string) => values.notes.changed(element, name, reason, true);
  const endless = (key: string) => {
    const text = childText(element, key);
    return (
      text === '' || /^[+-]?(inf(inity)?|nan)$/i.test(text) || Math.abs(Number(text)) >= ENDLESS
    );
  };
  const open = ['lower', 'upper'].filter(endless);
  if (open.length === 2) return null;
  if (open.length === 1) {
    told(`its ${open[0]} limit is missing or infinite; the joint is treated as unlimited`);
    return null;
  }
  const lower = values.number(element, 'lower', 0, name);
  const upper = values.number(element, 'upper', 0, name);
  if (lower > upper) {
    told(`lower ${lower} is above upper ${upper}; treated as unlimited`);
    return null;
  }
  if (lower === upper) told(`lower and upper are both ${lower}; the joint cannot move`);
  return [lower, upper];
}

function mimicOf(joint: SdfNode, axis: XmlElement, who: string, values: SdfValues): Piece['mimic'] {
  const element = childOf(axis, 'mimic');
  if (!element) return null;
  const name = element.attributes.get('joint')?.trim() ?? '';
  if (name === '') values.notes.fault(element, `${who}, mimic`, 'must name a joint');
  const number = (key: string, otherwise: number) =>
    values.number(element, key, otherwise, `${who}, mimic`);
  const multiplier = number('multiplier', 1);
  const leader = findNode(joint.scope, name);
  const second = element.attributes.get('axis')?.trim() === 'axis2';
  const suffix = leader && SERIES.includes(typeOf(leader)) ? (second ? '_axis2' : '_axis') : '';
  return {
    joint: name,
    suffix,
    multiplier,
    offset: number('offset', 0) - multiplier * number('reference', 0),
  };
}

/** Metres per radian. */
function pitchOf(element: XmlElement, who: string, values: SdfValues): number {
  if (childText(element, 'screw_thread_pitch') !== '')
    return values.number(element, 'screw_thread_pitch', 1, who) / (2 * Math.PI);
  if (childText(element, 'thread_pitch') === '') {
    const reason = 'has no <screw_thread_pitch>; the default of SDF, 1 m per turn, is used';
    values.notes.changed(element, who, reason, true);
    return 1 / (2 * Math.PI);
  }
  // Gazebo reads radians per metre, positive for a left-handed thread.
  const thread = values.number(element, 'thread_pitch', 1, who);
  if (thread !== 0) return -1 / thread;
  values.notes.fault(
    childOf(element, 'thread_pitch') ?? element,
    `${who}, thread_pitch`,
    'must not be 0',
  );
  return 0;
}
