import type { Vec3 } from '@iklab/core/scenario';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  AXIS_DIRECTIONS,
  hypot,
  type Matrix3,
  matrixProduct,
  ORIGIN_FRAME,
  RADIANS_PER_DEGREE,
  type RigidFrame,
  rotationAbout,
  rotationFromQuaternion,
  unitVector,
} from '@iklab/core/scenario/numbers';
import type { ReaderNotes } from '../readerNotes.ts';
import type { XmlElement } from '../readXml.ts';
import { rotationFromAxes, rotationTakingZTo } from '../rotations.ts';
import type { XmlNumberReader } from '../xmlNumberReader.ts';
import { MJCF_ORIENTATION_NAMES } from './mjcfDefaults.ts';

export interface MjcfCompilerSettings {
  /** Radians per unit in which the file gives angles. */
  readonly angle: number;
  readonly eulerseq: string;
  readonly autolimits: boolean;
  readonly meshdir: string;
}

const ZERO: Vec3 = [0, 0, 0];
type Quadruple = readonly [number, number, number, number];

export class MjcfPoseReader {
  readonly #compiler: MjcfCompilerSettings;
  readonly #numbers: XmlNumberReader;
  readonly #notes: ReaderNotes;

  constructor(compiler: MjcfCompilerSettings, numbers: XmlNumberReader, notes: ReaderNotes) {
    this.#compiler = compiler;
    this.#numbers = numbers;
    this.#notes = notes;
  }

  readVector(element: XmlElement, key: string, who: string, otherwise: Vec3 = ZERO): Vec3 {
    return (this.#numbers.readList(element, key, [3, 3], who) as Vec3 | null) ?? otherwise;
  }

  readFrame(element: XmlElement, who: string): RigidFrame {
    const written = MJCF_ORIENTATION_NAMES.filter((key) => element.attributes.has(key));
    if (written.length > 1) {
      const reason = `expected one orientation; got ${written.join(' and ')}`;
      this.#notes.addFault(element, who, reason);
    }
    const [key] = written;
    const rotation = key ? this.#readRotation(element, key, who) : ORIGIN_FRAME.rotation;
    return { position: this.readVector(element, 'pos', who), rotation };
  }

  #readRotation(
    element: XmlElement,
    key: (typeof MJCF_ORIENTATION_NAMES)[number],
    who: string,
  ): Matrix3 {
    const count = { quat: 4, axisangle: 4, xyaxes: 6, zaxis: 3, euler: 3 }[key];
    const values = this.#numbers.readList(element, key, [count, count], who);
    if (values === null) return ORIGIN_FRAME.rotation;
    const rotation = this.#parseRotation(key, values);
    if (rotation) return rotation;
    const reason = `defines no direction: ${quoteInOneLine(element.attributes.get(key) ?? '')}`;
    this.#notes.addFault(element, `${who}, ${key}`, reason);
    return ORIGIN_FRAME.rotation;
  }

  #parseRotation(
    key: (typeof MJCF_ORIENTATION_NAMES)[number],
    values: readonly number[],
  ): Matrix3 | null {
    const [a, b, c, d = 0] = values as Quadruple;
    if (key === 'quat') return hypot(a, b, c, d) > 0 ? rotationFromQuaternion([b, c, d, a]) : null;
    if (key === 'axisangle')
      return hypot(a, b, c) > 0
        ? rotationAbout(unitVector([a, b, c]), d * this.#compiler.angle)
        : null;
    if (key === 'zaxis') return rotationTakingZTo([a, b, c]);
    if (key === 'xyaxes') return rotationFromAxes([a, b, c], values.slice(3) as unknown as Vec3);
    return this.#eulerRotation([a, b, c]);
  }

  /**
   * Returns the rotation by Euler angles in the order `eulerseq`: lower case about the rotated axes
   * (intrinsic), upper case about the fixed axes (extrinsic).
   */
  #eulerRotation(angles: Vec3): Matrix3 {
    let rotation = ORIGIN_FRAME.rotation;
    angles.forEach((angle, i) => {
      const letter = this.#compiler.eulerseq[i] as string;
      const axis = AXIS_DIRECTIONS[letter.toLowerCase() as 'x' | 'y' | 'z'];
      const one = rotationAbout(axis, angle * this.#compiler.angle);
      rotation =
        letter === letter.toLowerCase()
          ? matrixProduct(rotation, one)
          : matrixProduct(one, rotation);
    });
    return rotation;
  }
}

/** A later `<compiler>` element overrides an earlier one. */
export function readMjcfCompiler(root: XmlElement, notes: ReaderNotes): MjcfCompilerSettings {
  const attributes = new Map<string, string>();
  let last: XmlElement = root;
  for (const element of root.children) {
    if (element.name !== 'compiler') continue;
    last = element;
    for (const [key, value] of element.attributes) attributes.set(key, value);
  }
  const oneOf = (key: string, allowed: readonly string[]): string => {
    const value = attributes.get(key) ?? (allowed[0] as string);
    if (!allowed.includes(value)) {
      const reason = `must be ${allowed.join(' or ')}; got ${quoteInOneLine(value)}`;
      notes.addFault(last, `<compiler>, ${key}`, reason);
    }
    return value;
  };
  oneOf('coordinate', ['local']);
  const eulerseq = attributes.get('eulerseq') ?? 'xyz';
  const isValidSequence = /^[xyzXYZ]{3}$/.test(eulerseq);
  if (!isValidSequence) {
    const reason = `must be three of x, y, z, X, Y, Z; got ${quoteInOneLine(eulerseq)}`;
    notes.addFault(last, '<compiler>, eulerseq', reason);
  }
  return {
    angle: oneOf('angle', ['degree', 'radian']) === 'degree' ? RADIANS_PER_DEGREE : 1,
    eulerseq: isValidSequence ? eulerseq : 'xyz',
    autolimits: oneOf('autolimits', ['true', 'false']) === 'true',
    meshdir: attributes.get('meshdir') ?? attributes.get('assetdir') ?? '',
  };
}
