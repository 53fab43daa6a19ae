/** Reads the pose of an element of an MJCF file in any of its notations. */
import {
  DEGREE,
  DIRECTIONS,
  type Frame,
  hypot,
  type Matrix3,
  matrixProduct,
  ORIGIN,
  quote,
  rotationAbout,
  rotationOfQuaternion,
  unitVector,
  type Vec3,
} from 'iklab/scenario';
import type { Notes } from '../notes.ts';
import { rotationOfAxes, rotationOfZ } from '../rotations.ts';
import type { XmlElement } from '../xml.ts';
import type { XmlNumbers } from '../xmlNumbers.ts';
import { ORIENTATIONS } from './mjcfDefaults.ts';

/** The settings of `<compiler>`. */
export interface Compiler {
  /** Radians per unit of the angles in the file. */
  readonly angle: number;
  readonly eulerseq: string;
  readonly autolimits: boolean;
  readonly meshdir: string;
}

const ZERO: Vec3 = [0, 0, 0];
type Four = readonly [number, number, number, number];

export class MjcfPoses {
  readonly #compiler: Compiler;
  readonly #numbers: XmlNumbers;
  readonly #notes: Notes;

  constructor(compiler: Compiler, numbers: XmlNumbers, notes: Notes) {
    this.#compiler = compiler;
    this.#numbers = numbers;
    this.#notes = notes;
  }

  vector(element: XmlElement, key: string, who: string, otherwise: Vec3 = ZERO): Vec3 {
    return (this.#numbers.list(element, key, [3, 3], who) as Vec3 | null) ?? otherwise;
  }

  frameOf(element: XmlElement, who: string): Frame {
    const written = ORIENTATIONS.filter((key) => element.attributes.has(key));
    if (written.length > 1) {
      const reason = `expected one orientation; got ${written.join(' and ')}`;
      this.#notes.fault(element, who, reason);
    }
    const [key] = written;
    const turn = key ? this.#turn(element, key, who) : ORIGIN.turn;
    return { at: this.vector(element, 'pos', who), turn };
  }

  #turn(element: XmlElement, key: (typeof ORIENTATIONS)[number], who: string): Matrix3 {
    const count = { quat: 4, axisangle: 4, xyaxes: 6, zaxis: 3, euler: 3 }[key];
    const values = this.#numbers.list(element, key, [count, count], who);
    if (values === null) return ORIGIN.turn;
    const turn = this.#rotation(key, values);
    if (turn) return turn;
    const reason = `defines no direction: ${quote(element.attributes.get(key) ?? '')}`;
    this.#notes.fault(element, `${who}, ${key}`, reason);
    return ORIGIN.turn;
  }

  #rotation(key: (typeof ORIENTATIONS)[number], values: readonly number[]): Matrix3 | null {
    const [a, b, c, d = 0] = values as Four;
    if (key === 'quat') return hypot(a, b, c, d) > 0 ? rotationOfQuaternion([b, c, d, a]) : null;
    if (key === 'axisangle')
      return hypot(a, b, c) > 0
        ? rotationAbout(unitVector([a, b, c]), d * this.#compiler.angle)
        : null;
    if (key === 'zaxis') return rotationOfZ([a, b, c]);
    if (key === 'xyaxes') return rotationOfAxes([a, b, c], values.slice(3) as unknown as Vec3);
    return this.#euler([a, b, c]);
  }

  /**
   * Lower case: about the rotated axes (intrinsic); upper case: about the fixed axes (extrinsic).
   */
  #euler(angles: Vec3): Matrix3 {
    let turn = ORIGIN.turn;
    angles.forEach((angle, i) => {
      const letter = this.#compiler.eulerseq[i] as string;
      const axis = DIRECTIONS[letter.toLowerCase() as 'x' | 'y' | 'z'];
      const one = rotationAbout(axis, angle * this.#compiler.angle);
      turn = letter === letter.toLowerCase() ? matrixProduct(turn, one) : matrixProduct(one, turn);
    });
    return turn;
  }
}

/** Merges all `<compiler>` elements; a later one overrides an earlier one. */
export function readCompiler(root: XmlElement, notes: Notes): Compiler {
  const said = new Map<string, string>();
  let last: XmlElement = root;
  for (const element of root.children) {
    if (element.name !== 'compiler') continue;
    last = element;
    for (const [key, value] of element.attributes) said.set(key, value);
  }
  const oneOf = (key: string, known: readonly string[]): string => {
    const value = said.get(key) ?? (known[0] as string);
    if (!known.includes(value)) {
      const reason = `must be ${known.join(' or ')}; got ${quote(value)}`;
      notes.fault(last, `<compiler>, ${key}`, reason);
    }
    return value;
  };
  oneOf('coordinate', ['local']);
  const eulerseq = said.get('eulerseq') ?? 'xyz';
  const known = /^[xyzXYZ]{3}$/.test(eulerseq);
  if (!known) {
    const reason = `must be three of x, y, z, X, Y, Z; got ${quote(eulerseq)}`;
    notes.fault(last, '<compiler>, eulerseq', reason);
  }
  return {
    angle: oneOf('angle', ['degree', 'radian']) === 'degree' ? DEGREE : 1,
    eulerseq: known ? eulerseq : 'xyz',
    autolimits: oneOf('autolimits', ['true', 'false']) === 'true',
    meshdir: said.get('meshdir') ?? said.get('assetdir') ?? '',
  };
}
