import type { Vec3 } from '@iklab/core/scenario';
import {
  listWords,
  MAX_LENGTH_OR_ANGLE,
  quoteInOneLine,
  receivedValueText,
} from '@iklab/core/scenario/checks';
import { hypot } from '@iklab/core/scenario/numbers';
import type { ReaderNotes } from './readerNotes.ts';
import type { XmlElement } from './readXml.ts';
import type { MimicRelation, RobotJoint, RobotJointType } from './robot.ts';
import { XML_NUMBER_PATTERN, type XmlNumberReader } from './xmlNumberReader.ts';

/**
 * Joint types by their names in files; `spherical` is from Bullet, `ball`, `universal` and `screw`
 * are from Drake.
 */
const TYPES = new Map<string, RobotJointType>([
  ['revolute', 'revolute'],
  ['continuous', 'revolute'],
  ['prismatic', 'prismatic'],
  ['fixed', 'fixed'],
  ['floating', 'floating'],
  ['planar', 'planar'],
  ['screw', 'screw'],
  ['universal', 'universal'],
  ['ball', 'ball'],
  ['spherical', 'ball'],
]);

const WITHOUT_AXIS: readonly RobotJointType[] = ['fixed', 'floating', 'universal', 'ball'];
const isUnlimited = (text: string): boolean =>
  /^\s*[+-]?inf(inity)?\s*$/i.test(text) ||
  (XML_NUMBER_PATTERN.test(text.trim()) && Math.abs(Number(text)) > MAX_LENGTH_OR_ANGLE);

const ZERO: Vec3 = [0, 0, 0];
const X: Vec3 = [1, 0, 0];

export function readUrdfJoint(
  element: XmlElement,
  numbers: XmlNumberReader,
  notes: ReaderNotes,
): RobotJoint | null {
  const name = element.attributes.get('name');
  if (!name) {
    notes.addFault(element, '<joint>', 'must have a name');
    return null;
  }
  const joint = new JointElement(element, `joint ${quoteInOneLine(name)}`, numbers, notes);
  const type = joint.readType();
  const [parent, child] = [joint.readLink('parent'), joint.readLink('child')];
  const origin = joint.findChild('origin');
  const { file, line } = element;
  const read = {
    name,
    file,
    line,
    xyz: numbers.readVector(origin, 'xyz', ZERO, joint.who),
    rpy: numbers.readVector(origin, 'rpy', ZERO, joint.who),
    axis: type && !WITHOUT_AXIS.includes(type) ? joint.readAxis() : X,
    limits: type ? joint.readLimits(type) : null,
    mimic: joint.readMimic(),
    pitch: type === 'screw' ? joint.readPitch() : 0,
  };
  return type && parent && child ? { ...read, type, parent, child } : null;
}

class JointElement {
  readonly who: string;
  readonly #element: XmlElement;
  readonly #numbers: XmlNumberReader;
  readonly #notes: ReaderNotes;

  constructor(element: XmlElement, who: string, numbers: XmlNumberReader, notes: ReaderNotes) {
    this.who = who;
    this.#element = element;
    this.#numbers = numbers;
    this.#notes = notes;
  }

  findChild(name: string): XmlElement | undefined {
    return this.#element.children.find((each) => each.name === name);
  }

  readType(): RobotJointType | null {
    const written = this.#element.attributes.get('type');
    const type = TYPES.get(written ?? '');
    if (type) return type;
    if (this.#element.name !== 'joint' && written) {
      const reason = `joint type ${quoteInOneLine(written)} is not supported; the joint is fixed`;
      this.#notes.addLeftOut(this.#element, this.who, reason, true);
      return 'fixed';
    }
    const allowedTypes = listWords([...TYPES.keys()]);
    this.#notes.addFault(
      this.#element,
      `${this.who}, type`,
      `must be one of ${allowedTypes}; ${receivedValueText(written)}`,
    );
    return null;
  }

  readLink(end: 'parent' | 'child'): string | null {
    const element = this.findChild(end);
    const link = element?.attributes.get('link');
    if (link) return link;
    const reason = element ? 'must name a link' : `must have a <${end}>`;
    this.#notes.addFault(element ?? this.#element, this.who, reason);
    return null;
  }

  readAxis(): Vec3 {
    const element = this.findChild('axis');
    const axis = this.#numbers.readVector(element, 'xyz', X, this.who);
    const length = hypot(...axis);
    if (length === 0) {
      this.#notes.addFault(element ?? this.#element, `${this.who}, axis`, 'must not have length 0');
    } else if (Math.abs(length - 1) > 1e-3) {
      const reason = `${quoteInOneLine(axis.join(' '))} does not have length 1; only its direction is used`;
      this.#notes.addChanged(element ?? this.#element, `${this.who}, axis`, reason);
    }
    return axis;
  }

  readLimits(type: RobotJointType): readonly [number, number] | null {
    if (this.#element.attributes.get('type') === 'continuous') return null;
    const element = this.findChild('limit');
    if (type !== 'revolute' && type !== 'prismatic' && type !== 'screw') {
      this.#reportIgnoredLimits(type, element);
      return null;
    }
    const report = (reason: string) =>
      this.#notes.addChanged(element ?? this.#element, `${this.who}, limit`, reason, true);
    if (!element) {
      if (!this.findChild('mimic')) report(`a ${type} joint without <limit>; treated as unlimited`);
      return null;
    }
    const endless = ['lower', 'upper'].find((key) =>
      isUnlimited(element.attributes.get(key) ?? ''),
    );
    if (endless) {
      report(
        `${endless} is ${quoteInOneLine(element.attributes.get(endless) ?? '')}; treated as unlimited`,
      );
      return null;
    }
    const lower = this.#numbers.readNumber(element, 'lower', 0, this.who);
    const upper = this.#numbers.readNumber(element, 'upper', 0, this.who);
    if (lower > upper) {
      report(`lower ${lower} is above upper ${upper}; treated as unlimited`);
      return null;
    }
    if (lower === upper) report(`lower and upper are both ${lower}; the joint cannot move`);
    return this.#applySoftLimits([lower, upper]);
  }

  #reportIgnoredLimits(type: RobotJointType, element: XmlElement | undefined): void {
    if (type === 'fixed' || type === 'floating' || !element) return;
    const written = ['lower', 'upper', 'twist'].filter((key) => element.attributes.has(key));
    if (written.length === 0) return;
    const reason = `limits (${listWords(written)}) of a ${type} joint are not supported; treated as unlimited`;
    this.#notes.addLeftOut(element, `${this.who}, limit`, reason, true);
  }

  #applySoftLimits([lower, upper]: readonly [number, number]): readonly [number, number] {
    const element = this.findChild('safety_controller');
    const soft = (key: string, otherwise: number) =>
      this.#numbers.readNumber(element, key, otherwise, this.who);
    const least = Math.max(lower, soft('soft_lower_limit', lower));
    const most = Math.min(upper, soft('soft_upper_limit', upper));
    if (!element || !(least < most) || (least === lower && most === upper)) return [lower, upper];
    const reason = `limits ${lower} and ${upper} narrowed to the soft limits ${least} and ${most}`;
    this.#notes.addChanged(element, `${this.who}, safety_controller`, reason);
    return [least, most];
  }

  readMimic(): MimicRelation | null {
    const element = this.findChild('mimic');
    if (!element) return null;
    const joint = element.attributes.get('joint');
    if (!joint) this.#notes.addFault(element, `${this.who}, mimic`, 'must name a joint');
    return {
      joint: joint ?? '',
      multiplier: this.#numbers.readNumber(element, 'multiplier', 1, this.who),
      offset: this.#numbers.readNumber(element, 'offset', 0, this.who),
    };
  }

  /**
   * Returns the pitch of a screw joint in metres per radian; Drake writes metres per revolution.
   */
  readPitch(): number {
    const element =
      this.findChild('drake:screw_thread_pitch') ?? this.findChild('screw_thread_pitch');
    if (!element?.attributes.has('value')) {
      const reason = 'a screw joint must have a <screw_thread_pitch> with a value';
      this.#notes.addFault(element ?? this.#element, this.who, reason);
      return 0;
    }
    return this.#numbers.readNumber(element, 'value', 0, this.who) / (2 * Math.PI);
  }
}
