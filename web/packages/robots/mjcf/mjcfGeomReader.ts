/**
 * Reads the shapes of an MJCF file. An invalid shape is omitted; it never prevents the import of
 * the robot.
 */

import type { Vec3 } from '@iklab/core/scenario';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { addScaled, composeFrames, hypot, type RigidFrame } from '@iklab/core/scenario/numbers';
import { ellipsoidToSphere } from '../ellipsoidToSphere.ts';
import { toPlacement } from '../placement.ts';
import { ReaderNotes } from '../readerNotes.ts';
import type { XmlElement } from '../readXml.ts';
import type { LinkVisual, VisualShape } from '../robot.ts';
import { rotationTakingZTo } from '../rotations.ts';
import { XmlNumberReader } from '../xmlNumberReader.ts';
import type { MjcfDefaults } from './mjcfDefaults.ts';
import { type MjcfCompilerSettings, MjcfPoseReader } from './mjcfPoseReader.ts';

const VISIBLE_GROUPS = 3; // MuJoCo shows groups 0, 1 and 2 by default.
const ONE: Vec3 = [1, 1, 1];

interface Mesh {
  readonly file: string;
  readonly scale: Vec3;
}

export interface MjcfGeom {
  readonly visual: LinkVisual;
  readonly forContact: boolean;
}

export class MjcfGeomReader {
  readonly #meshes = new Map<string, Mesh>();
  readonly #compiler: MjcfCompilerSettings;
  readonly #notes: ReaderNotes;

  constructor(
    root: XmlElement,
    defaults: MjcfDefaults,
    compiler: MjcfCompilerSettings,
    notes: ReaderNotes,
  ) {
    this.#compiler = compiler;
    this.#notes = notes;
    for (const section of root.children) {
      if (section.name !== 'asset') continue;
      for (const child of section.children)
        if (child.name === 'mesh') this.#readMesh(defaults.withDefaults(child, null));
    }
  }

  #readMesh(element: XmlElement): void {
    const file = element.attributes.get('file');
    if (!file) return;
    const { meshdir } = this.#compiler;
    const base = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    const name = element.attributes.get('name') ?? base.replace(/\.[^.]*$/, '');
    const numbers = new XmlNumberReader(this.#notes);
    const scale = numbers.readList(element, 'scale', [3, 3], `mesh ${quoteInOneLine(name)}`) ?? ONE;
    const folder = meshdir === '' || file.startsWith('/') ? '' : meshdir.replace(/\/*$/, '/');
    this.#meshes.set(name, { file: folder + file, scale: scale as Vec3 });
  }

  /**
   * Returns null after reporting why the shape is omitted. `frame`: frame of the enclosing element,
   * in the frame of the body.
   */
  read(element: XmlElement, frame: RigidFrame, body: string): MjcfGeom | null {
    const geomNotes = new ReaderNotes();
    const name = element.attributes.get('name');
    const who = `${body}, geom${name ? ` ${quoteInOneLine(name)}` : ''}`;
    const reader = new GeomElement(element, who, this.#meshes, this.#compiler, geomNotes);
    const shape = reader.readShape();
    const visual = shape && { ...toPlacement(composeFrames(frame, reader.readFrame())), shape };
    this.#notes.remarks.push(...geomNotes.remarks);
    for (const { element: elementName, reason, ...location } of geomNotes.faults)
      this.#notes.addLeftOut(location, elementName, `shape ignored: ${reason}`);
    if (!visual || geomNotes.faults.length > 0) return null;
    const touches = ['contype', 'conaffinity'].some((key) => element.attributes.get(key) !== '0');
    const hidden = Number(element.attributes.get('group') ?? 0) >= VISIBLE_GROUPS;
    return { visual, forContact: touches || hidden };
  }
}

class GeomElement {
  readonly #element: XmlElement;
  readonly #who: string;
  readonly #meshes: ReadonlyMap<string, Mesh>;
  readonly #notes: ReaderNotes;
  readonly #numbers: XmlNumberReader;
  readonly #poses: MjcfPoseReader;
  readonly #ends: readonly number[] | null;

  constructor(
    element: XmlElement,
    who: string,
    meshes: ReadonlyMap<string, Mesh>,
    compiler: MjcfCompilerSettings,
    notes: ReaderNotes,
  ) {
    this.#element = element;
    this.#who = who;
    this.#meshes = meshes;
    this.#notes = notes;
    this.#numbers = new XmlNumberReader(notes);
    this.#poses = new MjcfPoseReader(compiler, this.#numbers, notes);
    this.#ends = this.#numbers.readList(element, 'fromto', [6, 6], who);
  }

  readShape(): VisualShape | null {
    const type = this.#element.attributes.get('type') ?? 'sphere';
    switch (type) {
      case 'sphere':
        return { kind: 'sphere', radius: this.#readSizes(1)[0] as number };
      case 'capsule':
      case 'cylinder': {
        const [radius = 0, half = 0] = this.#readSizes(this.#ends ? 1 : 2);
        return { kind: type, radius, length: this.#ends ? hypot(...this.#endToEnd()) : 2 * half };
      }
      case 'box':
        return { kind: 'box', size: this.#readSizes(3).map((x) => 2 * x) as unknown as Vec3 };
      case 'ellipsoid':
        return ellipsoidToSphere(this.#readSizes(3), (reason) =>
          this.#notes.addChanged(this.#element, this.#who, reason),
        );
      case 'mesh':
        return this.#readMeshShape();
      default:
        this.#notes.addFault(
          this.#element,
          this.#who,
          `${quoteInOneLine(type)} is not a supported shape`,
        );
        return null;
    }
  }

  /**
   * Returns the frame of the shape; for a shape between two points, their midpoint with z along the
   * line.
   */
  readFrame(): RigidFrame {
    if (!this.#ends) return this.#poses.readFrame(this.#element, this.#who);
    const between = this.#endToEnd();
    const rotation = rotationTakingZTo(between);
    const position = addScaled(this.#ends.slice(0, 3) as unknown as Vec3, between, 0.5);
    return {
      position,
      rotation: rotation ?? this.#poses.readFrame(this.#element, this.#who).rotation,
    };
  }

  #endToEnd(): Vec3 {
    const [a = 0, b = 0, c = 0, x = 0, y = 0, z = 0] = this.#ends ?? [];
    return [x - a, y - b, z - c];
  }

  #readSizes(minCount: number): readonly number[] {
    const sizes = this.#numbers.readList(this.#element, 'size', [minCount, 3], this.#who);
    if (!sizes && !this.#element.attributes.has('size'))
      this.#notes.addFault(this.#element, this.#who, 'it has no size');
    return sizes ?? [0, 0, 0];
  }

  #readMeshShape(): VisualShape | null {
    const name = this.#element.attributes.get('mesh') ?? '';
    const mesh = this.#meshes.get(name);
    if (mesh) return { kind: 'mesh', ...mesh };
    this.#notes.addFault(this.#element, this.#who, `unknown mesh ${quoteInOneLine(name)}`);
    return null;
  }
}
