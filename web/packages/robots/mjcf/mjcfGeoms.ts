/**
 * Reads the shapes of an MJCF file. An invalid shape is omitted; it never prevents the import of
 * the robot.
 */
import { addScaled, composed, type Frame, hypot, quote, type Vec3 } from 'iklab/scenario';
import { ellipsoidShape } from '../ellipsoid.ts';
import { Notes } from '../notes.ts';
import { placementOf } from '../placement.ts';
import type { Shape, Visual } from '../robot.ts';
import { rotationOfZ } from '../rotations.ts';
import type { XmlElement } from '../xml.ts';
import { XmlNumbers } from '../xmlNumbers.ts';
import type { MjcfDefaults } from './mjcfDefaults.ts';
import { type Compiler, MjcfPoses } from './mjcfPose.ts';

const DRAWN_GROUPS = 3; // MuJoCo shows groups 0, 1 and 2 by default.
const ONE: Vec3 = [1, 1, 1];

interface Mesh {
  readonly file: string;
  readonly scale: Vec3;
}

export interface Geom {
  readonly visual: Visual;
  readonly forContact: boolean;
}

export class MjcfGeoms {
  readonly #meshes = new Map<string, Mesh>();
  readonly #compiler: Compiler;
  readonly #notes: Notes;

  constructor(root: XmlElement, defaults: MjcfDefaults, compiler: Compiler, notes: Notes) {
    this.#compiler = compiler;
    this.#notes = notes;
    for (const section of root.children) {
      if (section.name !== 'asset') continue;
      for (const child of section.children)
        if (child.name === 'mesh') this.#mesh(defaults.filled(child, null));
    }
  }

  #mesh(element: XmlElement): void {
    const file = element.attributes.get('file');
    if (!file) return;
    const { meshdir } = this.#compiler;
    const base = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    const name = element.attributes.get('name') ?? base.replace(/\.[^.]*$/, '');
    const numbers = new XmlNumbers(this.#notes);
    const scale = numbers.list(element, 'scale', [3, 3], `mesh ${quote(name)}`) ?? ONE;
    const folder = meshdir === '' || file.startsWith('/') ? '' : meshdir.replace(/\/*$/, '/');
    this.#meshes.set(name, { file: folder + file, scale: scale as Vec3 });
  }

  /**
   * `frame`: of the enclosing element, in the frame of the body. Returns null after reporting why
   * the shape is omitted.
   */
  read(element: XmlElement, frame: Frame, body: string): Geom | null {
    const own = new Notes();
    const name = element.attributes.get('name');
    const who = `${body}, geom${name ? ` ${quote(name)}` : ''}`;
    const reader = new GeomElement(element, who, this.#meshes, this.#compiler, own);
    const shape = reader.shape();
    const visual = shape && { ...placementOf(composed(frame, reader.frame())), shape };
    this.#notes.remarks.push(...own.remarks);
    for (const { element: what, reason, ...place } of own.faults)
      this.#notes.leftOut(place, what, `shape ignored: ${reason}`);
    if (!visual || own.faults.length > 0) return null;
    const touches = ['contype', 'conaffinity'].some((key) => element.attributes.get(key) !== '0');
    const hidden = Number(element.attributes.get('group') ?? 0) >= DRAWN_GROUPS;
    return { visual, forContact: touches || hidden };
  }
}

class GeomElement {
  readonly #element: XmlElement;
  readonly #who: string;
  readonly #meshes: ReadonlyMap<string, Mesh>;
  readonly #notes: Notes;
  readonly #numbers: XmlNumbers;
  readonly #poses: MjcfPoses;
  readonly #ends: readonly number[] | null;

  constructor(
    element: XmlElement,
    who: string,
    meshes: ReadonlyMap<string, Mesh>,
    compiler: Compiler,
    notes: Notes,
  ) {
    this.#element = element;
    this.#who = who;
    this.#meshes = meshes;
    this.#notes = notes;
    this.#numbers = new XmlNumbers(notes);
    this.#poses = new MjcfPoses(compiler, this.#numbers, notes);
    this.#ends = this.#numbers.list(element, 'fromto', [6, 6], who);
  }

  shape(): Shape | null {
    const type = this.#element.attributes.get('type') ?? 'sphere';
    switch (type) {
      case 'sphere':
        return { kind: 'sphere', radius: this.#sizes(1)[0] as number };
      case 'capsule':
      case 'cylinder': {
        const [radius = 0, half = 0] = this.#sizes(this.#ends ? 1 : 2);
        return { kind: type, radius, length: this.#ends ? hypot(...this.#between()) : 2 * half };
      }
      case 'box':
        return { kind: 'box', size: this.#sizes(3).map((x) => 2 * x) as unknown as Vec3 };
      case 'ellipsoid':
        return ellipsoidShape(this.#sizes(3), (reason) =>
          this.#notes.changed(this.#element, this.#who, reason),
        );
      case 'mesh':
        return this.#mesh();
      default:
        this.#notes.fault(this.#element, this.#who, `${quote(type)} is not a supported shape`);
        return null;
    }
  }

  /** Frame of a shape; for a shape between two points, their midpoint with z along the line. */
  frame(): Frame {
    if (!this.#ends) return this.#poses.frameOf(this.#element, this.#who);
    const between = this.#between();
    const turn = rotationOfZ(between);
    const at = addScaled(this.#ends.slice(0, 3) as unknown as Vec3, between, 0.5);
    return { at, turn: turn ?? this.#poses.frameOf(this.#element, this.#who).turn };
  }

  #between(): Vec3 {
    const [a = 0, b = 0, c = 0, x = 0, y = 0, z = 0] = this.#ends ?? [];
    return [x - a, y - b, z - c];
  }

  #sizes(due: number): readonly number[] {
    const sizes = this.#numbers.list(this.#element, 'size', [due, 3], this.#who);
    if (!sizes && !this.#element.attributes.has('size'))
      this.#notes.fault(this.#element, this.#who, 'it has no size');
    return sizes ?? [0, 0, 0];
  }

  #mesh(): Shape | null {
    const name = this.#element.attributes.get('mesh') ?? '';
    const mesh = this.#meshes.get(name);
    if (mesh) return { kind: 'mesh', ...mesh };
    this.#notes.fault(this.#element, this.#who, `unknown mesh ${quote(name)}`);
    return null;
  }
}
