import { deepEqual, type Scene } from 'iklab/scenario';
import { type PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Armature } from './armature.ts';
import { frame, makeCamera, spreadIn } from './camera.ts';
import type { Cell } from './paneCells.ts';
import { insetsOf, NARROW, type PaneInsets } from './paneInsets.ts';
import type { Shape } from './shape.ts';

const SAME = 0.03; // relative: cells of one width differ by less, as they end at whole pixels

/** What a camera is framed for. */
interface FramedScene {
  readonly scene: Scene;
  readonly shape: Shape;
  /** View direction; by default the best one. */
  readonly side?: Vector3;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** In the upright frame. */
export interface Sight {
  readonly from: Vector3;
  readonly to: Vector3;
}

/** Cached distances by pane size, because each is a search. */
const spreads = new WeakMap<FramedScene, Map<string, number>>();

interface Own {
  readonly camera: PerspectiveCamera;
  readonly target: Vector3;
  /** What it has been framed for, and in which room. */
  framed?: readonly [FramedScene, string];
}

/** The cameras of the panes: one shared camera, or one each. */
export class Cameras {
  readonly #all: Own = { camera: makeCamera(), target: new Vector3() };
  readonly #controls = new OrbitControls(this.#all.camera);
  /** By slot, while the panes have separate cameras. */
  readonly #own = new Map<number, Own>();
  #slots: readonly number[] = [];
  #apart = false;
  /** The camera that the user is moving. */
  #held: Own = this.#all;
  /** The camera that was moved last. */
  #moved: Own = this.#all;
  #subject: FramedScene | null = null;
  #orbited = false;
  #framing = false;
  /** For panes wider than the framed one: the same height, and more to the sides. */
  readonly #wide = new Map<number, PerspectiveCamera>();
  readonly #cellOf: (pane: number) => Size | null;

  /** `changed`: called when the picture must be drawn again; `cellOf`: where a pane is drawn. */
  constructor(changed: () => void, cellOf: (pane: number) => Size | null) {
    this.#cellOf = cellOf;
    this.#controls.enableDamping = false;
    this.#controls.keyRotateSpeed = 10;
    this.#controls.addEventListener('change', () => {
      if (!this.#framing) {
        this.#orbited = true;
        this.#moved = this.#held;
      }
      this.#held.target.copy(this.#controls.target);
      changed();
    });
  }

  /** The panes of a scene; `reframe`: it is framed, else seen as the one before was. */
  open(subject: FramedScene, slots: readonly number[], reframe: boolean): void {
    this.#slots = slots;
    for (const slot of this.#own.keys()) if (!slots.includes(slot)) this.#own.delete(slot);
    if (this.#apart) this.#part();
    if (!reframe && this.#subject) return;
    this.#subject = { scene: subject.scene, shape: subject.shape }; // as it is now
    this.#orbited = false;
  }

  connect(frame: HTMLElement): void {
    this.#controls.connect(frame);
    frame.style.cursor = ''; // left, they set one
    this.#controls.listenToKeyEvents(frame);
  }

  disconnect(): void {
    this.#controls.disconnect();
  }

  dispose(): void {
    this.#controls.dispose();
  }

  of(pane: number): PerspectiveCamera {
    const { camera } = this.#at(pane);
    const cell = this.#cellOf(pane);
    const aspect = cell ? cell.width / cell.height : camera.aspect;
    if (Math.abs(aspect - camera.aspect) < SAME * camera.aspect) return camera;
    const wide = this.#wide.get(pane) ?? makeCamera();
    this.#wide.set(pane, wide);
    wide.copy(camera, false);
    wide.aspect = aspect;
    wide.updateProjectionMatrix();
    wide.updateMatrixWorld();
    return wide;
  }

  /** What a pane is looked at, upright frame. */
  aim(pane: number): Vector3 {
    return this.#at(pane).target;
  }

  #at(pane: number): Own {
    return (this.#apart && this.#own.get(this.#slots[pane] ?? 0)) || this.#all;
  }

  /** Camera position and look-at point of a pane. */
  sight(pane: number): Sight {
    const { camera, target } = this.#at(pane);
    return { from: camera.position.clone(), to: target.clone() };
  }

  /** The same if the user moved the camera; null for the default framing. */
  viewpoint(pane: number): Sight | null {
    return this.#orbited ? this.sight(pane) : null;
  }

  /** Whether the pointer may orbit the camera. */
  allowTurn(free: boolean): void {
    this.#controls.enabled = free;
  }

  /** What the hands do next is for the camera of this pane. */
  selectPane(pane: number): void {
    this.#hold(this.#at(pane));
  }

  #hold(own: Own): void {
    if (own === this.#held) return;
    this.#held = own;
    this.#controls.object = own.camera;
    this.#controls.target.copy(own.target);
    this.#settle();
  }

  /** Links the cameras again; all take the view of the last moved one. */
  separate(apart: boolean): void {
    if (apart === this.#apart) return;
    this.#apart = apart;
    if (apart) {
      this.#part();
      this.selectPane(0);
      return;
    }
    const last = [...this.#own.values()].includes(this.#moved) ? this.#moved : this.#held;
    this.#all.camera.copy(last.camera);
    this.#all.target.copy(last.target);
    this.#own.clear();
    this.#hold(this.#all);
  }

  #part(): void {
    for (const slot of this.#slots) {
      if (this.#own.has(slot)) continue;
      const { camera, target } = this.#held;
      this.#own.set(slot, { camera: camera.clone(), target: target.clone() });
    }
    if (![...this.#own.values()].includes(this.#held)) this.selectPane(0);
  }

  /** Returns to the camera of the scene. */
  fit({ scene, shape }: FramedScene): void {
    this.#subject = { scene, shape }; // even if the camera was moved
    this.#orbited = false;
  }

  /** From the same side, to more than before; not where hands have chosen the view. */
  widenView(subject: FramedScene): void {
    const { camera, target } = this.#held;
    const side = camera.position.clone().sub(target).normalize();
    if (!this.#orbited) this.#subject = { ...subject, side };
  }

  /** To the room that the panes have; gives the radius of the rings in it, pixels. */
  frame(armature: Armature, cell: Cell, room: PaneInsets): number {
    const owns = this.#apart ? [this.#all, ...this.#own.values()] : [this.#all];
    const place = JSON.stringify([cell, room]);
    let same = true; // what stands already is not settled again: that rounds
    for (const own of owns) {
      if (this.#orbited) {
        own.camera.aspect = cell.width / cell.height;
        own.camera.updateProjectionMatrix();
        same = false;
      } else if (this.#subject) {
        const { scene, shape, side } = this.#subject;
        const [subject, where] = own.framed ?? [];
        if (subject === this.#subject && where === place) continue;
        same = false;
        own.framed = [this.#subject, place];
        own.target.copy(frame(own.camera, scene, shape, armature, cell, room, side));
      }
    }
    if (!same) {
      this.#controls.target.copy(this.#held.target);
      this.#settle();
    }
    return cell.width < NARROW ? 10 : 12.5;
  }

  /** How large the robot is in a pane of some size, framed as it would be there; pixels. */
  spread(armature: Armature, size: Size): number {
    if (!this.#subject) return 0;
    const known = spreads.get(this.#subject) ?? new Map<string, number>();
    spreads.set(this.#subject, known);
    const at = `${size.width} ${size.height}`;
    const spread = known.get(at) ?? this.#spreadOf(this.#subject, armature, size);
    known.set(at, spread);
    return spread;
  }

  #spreadOf({ scene, shape, side }: FramedScene, armature: Armature, size: Size): number {
    const pane = { x: 0, y: 0, ...size };
    const camera = makeCamera();
    frame(camera, scene, shape, armature, pane, insetsOf(pane, []), side);
    return spreadIn(camera, shape, pane);
  }

  #settle(): void {
    this.#framing = true;
    this.#controls.update();
    this.#framing = false;
  }
}

/** Scenes that one looks at in the same way: the same mechanism, the same wishes. */
export function sameFraming(a: Scene, b: Scene): boolean {
  const wishes = ({ scenario: { view } }: Scene) => [view.camera, view.lookAt, view.up];
  return deepEqual(a.tree, b.tree) && deepEqual(wishes(a), wishes(b));
}
