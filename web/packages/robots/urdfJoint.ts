/** Reads a joint of a URDF. */
import { gotText, hypot, listed, MAX_MAGNITUDE, quote, type Vec3 } from 'iklab/scenario';
import type { Notes } from './notes.ts';
import type { Mimic, RobotJoint, RobotJointType } from './robot.ts';
import type { XmlElement } from './xml.ts';
import { NUMBER, type XmlNumbers } from './xmlNumbers.ts';

/**
 * Types as files write them; `spherical` is from Bullet, `ball`, `universal` and `screw` are from
 * Drake.
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
/** Whether a limit means none; some programs write ±1e16 for infinity. */
const isEndless = (text: string): boolean =>
  /^\s*[+-]?inf(inity)?\s*$/i.test(text) ||
  (NUMBER.test(text.trim()) && Math.abs(Number(text)) > MAX_MAGNITUDE);

const ZERO: Vec3 = [0, 0, 0];
const X: Vec3 = [1, 0, 0];

export function readUrdfJoint(
  element: XmlElement,
  numbers: XmlNumbers,
  notes: Notes,
): RobotJoint | null {
  const name = element.attributes.get('name');
  if (!name) {
    notes.fault(element, '<joint>', 'must have a name');
    return null;
  }
  const joint = new JointElement(element, `joint ${quote(name)}`, numbers, notes);
  const type = joint.type();
  const [parent, child] = [joint.link('parent'), joint.link('child')];
  const origin = joint.child('origin');
  const { file, line } = element;
  const read = {
    name,
    file,
    line,
    xyz: numbers.vector(origin, 'xyz', ZERO, joint.who),
    rpy: numbers.vector(origin, 'rpy', ZERO, joint.who),
    axis: type && !WITHOUT_AXIS.includes(type) ? joint.axis() : X,
    limits: type ? joint.limits(type) : null,
    mimic: joint.mimic(),
    pitch: type === 'screw' ? joint.pitch() : 0,
  };
  return type && parent && child ? { ...read, type, parent, child } : null;
}

class JointElement {
  readonly who: string;
  readonly #element: XmlElement;
  readonly #numbers: XmlNumbers;
  readonly #notes: Notes;

  constructor(element: XmlElement, who: string, numbers: XmlNumbers, notes: Notes) {
    this.who = who;
    this.#element = element;
    this.#numbers = numbers;
    this.#notes = notes;
  }

  child(name: string): XmlElement | undefined {
    return this.#element.children.find((each) => each.name === name);
  }

  type(): RobotJointType | null {
    const written = this.#element.attributes.get('type');
    const type = TYPES.get(written ?? '');
    if (type) return type;
    if (this.#element.name !== 'joint' && written) {
      const reason = `joint type ${quote(written)} is not supported; the joint is fixed`;
      this.#notes.leftOut(this.#element, this.who, reason, true);
      return 'fixed';
    }
    const known = listed([...TYPES.keys()]);
    this.#notes.fault(
      this.#element,
      `${this.who}, type`,
      `must be one of ${known}; ${gotText(written)}`,
    );
    return null;
  }

  link(end: 'parent' | 'child'): string | null {
    const element = this.child(end);
    const link = element?.attributes.get('link');
    if (link) return link;
    const reason = element ? 'must name a link' : `must have a <${end}>`;
    this.#notes.fault(element ?? this.#element, this.who, reason);
    return null;
  }

  axis(): Vec3 {
    const element = this.child('axis');
    const axis = this.#numbers.vector(element, 'xyz', X, this.who);
    const length = hypot(...axis);
    if (length === 0) {
      this.#notes.fault(element ?? this.#element, `${this.who}, axis`, 'must not have length 0');
    } else if (Math.abs(length - 1) > 1e-3) {
      const reason = `${quote(axis.join(' '))} does not have length 1; only its direction is used`;
      this.#notes.changed(element ?? this.#element, `${this.who}, axis`, reason);
    }
    return axis;
  }

  limits(type: RobotJointType): readonly [number, number] | null {
    if (this.#element.attributes.get('type') === 'continuous') return null;
    const element = this.child('limit');
    if (type !== 'revolute' && type !== 'prismatic' && type !== 'screw') {
      this.#unlimited(type, element);
      return null;
    }
    const told = (reason: string) =>
      this.#notes.changed(element ?? this.#element, `${this.who}, limit`, reason, true);
    if (!element) {
      if (!this.child('mimic')) told(`a ${type} joint without <limit>; treated as unlimited`);
      return null;
    }
    const endless = ['lower', 'upper'].find((key) => isEndless(element.attributes.get(key) ?? ''));
    if (endless) {
      told(`${endless} is ${quote(element.attributes.get(endless) ?? '')}; treated as unlimited`);
      return null;
    }
    const lower = this.#numbers.number(element, 'lower', 0, this.who);
    const upper = this.#numbers.number(element, 'upper', 0, this.who);
    if (lower > upper) {
      told(`lower ${lower} is above upper ${upper}; treated as unlimited`);
      return null;
    }
    if (lower === upper) told(`lower and upper are both ${lower}; the joint cannot move`);
    return this.#softened([lower, upper]);
  }

  /**
   * Joints with several degrees of freedom become joints without limits; reports limits that the
   * file states for them.
   */
  #unlimited(type: RobotJointType, element: XmlElement | undefined): void {
    if (type === 'fixed' || type === 'floating' || !element) return;
    const written = ['lower', 'upper', 'twist'].filter((key) => element.attributes.has(key));
    if (written.length === 0) return;
    const reason = `limits (${listed(written)}) of a ${type} joint are not supported; treated as unlimited`;
    this.#notes.leftOut(element, `${this.who}, limit`, reason, true);
  }

  /** Narrows the limits to those of the safety controller. */
  #softened([lower, upper]: readonly [number, number]): readonly [number, number] {
    const element = this.child('safety_controller');
    const soft = (key: string, otherwise: number) =>
      this.#numbers.number(element, key, otherwise, this.who);
    const least = Math.max(lower, soft('soft_lower_limit', lower));
    const most = Math.min(upper, soft('soft_upper_limit', upper));
    if (!element || !(least < most) || (least === lower && most === upper)) return [lower, upper];
    const reason = `limits ${lower} and ${upper} narrowed to the soft limits ${least} and ${most}`;
    this.#notes.changed(element, `${this.who}, safety_controller`, reason);
    return [least, most];
  }

  mimic(): Mimic | null {
    const element = this.child('mimic');
    if (!element) return null;
    const joint = element.attributes.get('joint');
    if (!joint) this.#notes.fault(element, `${this.who}, mimic`, 'must name a joint');
    return {
      joint: joint ?? '',
      multiplier: this.#numbers.number(element, 'multiplier', 1, this.who),
      offset: this.#numbers.number(element, 'offset', 0, this.who),
    };
  }

  /** Metres per radian; Drake writes metres per revolution. */
  pitch(): number {
    const element = this.child('drake:screw_thread_pitch') ?? this.child('screw_thread_pitch');
    if (!element?.attributes.has('value')) {
      const reason = 'a screw joint must have a <screw_thread_pitch> with a value';
      this.#notes.fault(element ?? this.#element, this.who, reason);
      return 0;
    }
    return this.#numbers.number(element, 'value', 0, this.who) / (2 * Math.PI);
  }
}
