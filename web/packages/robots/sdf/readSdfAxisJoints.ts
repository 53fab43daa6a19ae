import type { Vec3 } from '@iklab/core/scenario';
import { listWords, nearestWordSuggestion, quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  composeFrames,
  hypot,
  inverseFrame,
  type RigidFrame,
  rotateVector,
  unitVector,
} from '@iklab/core/scenario/numbers';
import { formatXmlElement, type XmlElement } from '../readXml.ts';
import type { MimicRelation, RobotJointType } from '../robot.ts';
import type { SdfFrameResolver } from './sdfFrameResolver.ts';
import { findSdfNode, type SdfNode } from './sdfScope.ts';
import {
  findChildElement,
  getChildText,
  isSdfTrue,
  type SdfValueReader,
} from './sdfValueReader.ts';

/** One axis of an SDF joint. A joint with two axes becomes two joints in series. */
export interface SdfAxisJoint {
  readonly suffix: '' | '_axis' | '_axis2';
  readonly type: RobotJointType;
  /** Direction of the axis, in the frame of the joint. */
  readonly axis: Vec3;
  readonly limits: readonly [number, number] | null;
  /** The mimicked joint: its name in the SDF joint's scope, and its suffix; null if none. */
  readonly mimic: (MimicRelation & { readonly suffix: SdfAxisJoint['suffix'] }) | null;
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
const TWO_AXIS_TYPES = ['universal', 'revolute2'];
export const GEARBOX_TYPE = 'gearbox';
const READ_ELEMENTS = new Set(
  'parent child axis axis2 pose physics sensor thread_pitch screw_thread_pitch'.split(' '),
);
const Z: Vec3 = [0, 0, 1];
const UNLIMITED = 1e15;

export const readSdfJointType = ({ element }: SdfNode): string =>
  (element.attributes.get('type') ?? '').trim().toLowerCase();

/**
 * Reads an SDF joint as joints with one axis each; null after reporting a fault. `jointFrame`: the
 * frame of the joint in the world.
 */
export function readSdfAxisJoints(
  joint: SdfNode,
  jointFrame: RigidFrame,
  frames: SdfFrameResolver,
  values: SdfValueReader,
): readonly SdfAxisJoint[] | null {
  const { element } = joint;
  const { notes } = values;
  const who = formatXmlElement(element);
  const written = readSdfJointType(joint);
  const type = TYPES.get(written);
  if (!type) {
    const typeNames = listWords([...TYPES.keys(), GEARBOX_TYPE]);
    notes.addFault(
      element,
      `${who}, type`,
      `must be one of ${typeNames}; got ${quoteInOneLine(written)}`,
    );
    return null;
  }
  for (const child of element.children)
    if (!READ_ELEMENTS.has(child.name))
      notes.addLeftOut(child, `${who}, <${child.name}>`, 'not part of the kinematics');
  const plain = { type, axis: Z, limits: null, mimic: null, pitch: 0, suffix: '' as const };
  if (type === 'fixed' || type === 'ball') return [plain];
  const read = (name: 'axis' | 'axis2', suffix: SdfAxisJoint['suffix']): SdfAxisJoint => {
    const axis = findChildElement(element, name);
    if (!axis) {
      notes.addChanged(element, who, `has no <${name}>; the z axis of the joint is used`, true);
      return { ...plain, suffix, pitch: type === 'screw' ? readPitch(element, who, values) : 0 };
    }
    return {
      type,
      suffix,
      axis: readDirection(joint, axis, jointFrame, frames, values),
      limits: written === 'continuous' ? null : readLimits(axis, who, values),
      mimic: readMimic(joint, axis, who, values),
      pitch: type === 'screw' ? readPitch(element, who, values) : 0,
    };
  };
  if (!TWO_AXIS_TYPES.includes(written)) return [read('axis', '')];
  return [read('axis', '_axis'), read('axis2', '_axis2')];
}

function readDirection(
  joint: SdfNode,
  axis: XmlElement,
  jointFrame: RigidFrame,
  frames: SdfFrameResolver,
  values: SdfValueReader,
): Vec3 {
  const { scope, element } = joint;
  const who = `${formatXmlElement(element)}, ${axis.name}`;
  const xyz = values.readVector(axis, 'xyz', Z, who);
  if (hypot(...xyz) === 0) {
    values.notes.addFault(
      axis,
      `${who}, xyz`,
      'must not have length 0; expected three numbers, at least one other than 0',
    );
    return Z;
  }
  const { version } = scope;
  const inModel =
    version <= 104 || (version < 107 && isSdfTrue(getChildText(axis, 'use_parent_model_frame')));
  if (version >= 107 && isSdfTrue(getChildText(axis, 'use_parent_model_frame'))) {
    const reason = 'is not part of SDF 1.7 and later; the axis is read in the frame of the joint';
    values.notes.addLeftOut(axis, `${who}, <use_parent_model_frame>`, reason, true);
  }
  const named = findChildElement(axis, 'xyz')?.attributes.get('expressed_in')?.trim() ?? '';
  const frame = inModel ? '__model__' : named;
  if (frame === '' || frame === joint.name) return xyz;
  const base = frames.findFrame(scope, frame);
  if (!base) {
    values.notes.addFault(
      axis,
      `${who}, xyz expressed_in`,
      `unknown frame ${quoteInOneLine(frame)}${nearestWordSuggestion(frame, [...scope.nodesByName.keys()])}`,
    );
    return xyz;
  }
  return unitVector(rotateVector(composeFrames(inverseFrame(jointFrame), base).rotation, xyz)).map(
    roundTo13Decimals,
  ) as unknown as Vec3;
}

/** Rounds a number to 13 decimals. The removed errors are much smaller than those of the poses. */
export const roundTo13Decimals = (x: number): number => Number(x.toFixed(13)) + 0;

function readLimits(
  axis: XmlElement,
  who: string,
  values: SdfValueReader,
): readonly [number, number] | null {
  const element = findChildElement(axis, 'limit');
  if (!element) return null;
  const name = `${who}, ${axis.name} limit`;
  const report = (reason: string) => values.notes.addChanged(element, name, reason, true);
  const endless = (key: string) => {
    const text = getChildText(element, key);
    return (
      text === '' || /^[+-]?(inf(inity)?|nan)$/i.test(text) || Math.abs(Number(text)) >= UNLIMITED
    );
  };
  const open = ['lower', 'upper'].filter(endless);
  if (open.length === 2) return null;
  if (open.length === 1) {
    report(`its ${open[0]} limit is missing or infinite; the joint is treated as unlimited`);
    return null;
  }
  const lower = values.readNumber(element, 'lower', 0, name);
  const upper = values.readNumber(element, 'upper', 0, name);
  if (lower > upper) {
    report(`lower ${lower} is above upper ${upper}; treated as unlimited`);
    return null;
  }
  if (lower === upper) report(`lower and upper are both ${lower}; the joint cannot move`);
  return [lower, upper];
}

function readMimic(
  joint: SdfNode,
  axis: XmlElement,
  who: string,
  values: SdfValueReader,
): SdfAxisJoint['mimic'] {
  const element = findChildElement(axis, 'mimic');
  if (!element) return null;
  const name = element.attributes.get('joint')?.trim() ?? '';
  if (name === '') values.notes.addFault(element, `${who}, mimic`, 'must name a joint');
  const number = (key: string, otherwise: number) =>
    values.readNumber(element, key, otherwise, `${who}, mimic`);
  const multiplier = number('multiplier', 1);
  const leader = findSdfNode(joint.scope, name);
  const second = element.attributes.get('axis')?.trim() === 'axis2';
  const suffix =
    leader && TWO_AXIS_TYPES.includes(readSdfJointType(leader))
      ? second
        ? '_axis2'
        : '_axis'
      : '';
  return {
    joint: name,
    suffix,
    multiplier,
    offset: number('offset', 0) - multiplier * number('reference', 0),
  };
}

/** Returns the pitch of a screw joint in metres per radian. */
function readPitch(element: XmlElement, who: string, values: SdfValueReader): number {
  if (getChildText(element, 'screw_thread_pitch') !== '')
    return values.readNumber(element, 'screw_thread_pitch', 1, who) / (2 * Math.PI);
  if (getChildText(element, 'thread_pitch') === '') {
    const reason = 'has no <screw_thread_pitch>; the default of SDF, 1 m per turn, is used';
    values.notes.addChanged(element, who, reason, true);
    return 1 / (2 * Math.PI);
  }
  // Gazebo reads radians per metre, positive for a left-handed thread.
  const thread = values.readNumber(element, 'thread_pitch', 1, who);
  if (thread !== 0) return -1 / thread;
  values.notes.addFault(
    findChildElement(element, 'thread_pitch') ?? element,
    `${who}, thread_pitch`,
    'must not be 0',
  );
  return 0;
}
