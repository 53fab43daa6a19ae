import { deepEqual, type Scene } from 'iklab/scenario';
import { type PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Armature } from './armature.ts';
import { frame, makeCamera, spreadIn } from './camera.ts';
import type { Cell } from './paneCells.ts';
import { insetsOf, NARROW, type PaneInsets } from './paneInsets.ts';
import type { Shape } from './shape.ts';

const SAME = 0.03; // Relative: rounding to whole pixels changes the ratio by less.

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

/** Camera position and look-at point, in the upright frame. */
export interface Sight {
  readonly from: Vector3;
  readonly to: Vector3;
}

/** Sizes of the robot in pixels by pane size, cached because each requires framing. */
const spreads = new WeakMap<FramedScene, Map<string, number>>();

interface Own {
  readonly camera: PerspectiveCamera;
  readonly target: Vector3;
  /** The scene and the room that the camera was last framed for. */
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

  /**
   * `changed`: called when the views must be drawn again; `cellOf`: size of a pane, null if hidden.
   */
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

  /** Shows the panes of a scene; `reframe`: frames it, otherwise the current view is kept. */
  open(subject: FramedScene, slots: readonly number[], reframe: boolean): void {
    this.#slots = slots;
    for (const slot of this.#own.keys()) if (!slots.includes(slot)) this.#own.delete(slot);
    if (this.#apart) this.#part();
    if (!reframe && this.#subject) return;
    this.#subject = { scene: subject.scene, shape: subject.shape }; // A new object is framed again.
    this.#orbited = false;
  }

  connect(frame: HTMLElement): void {
    this.#controls.connect(frame);
    frame.style.cursor = ''; // The controls set a cursor.
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

  /** Look-at point of a pane, in the upright frame. */
  aim(pane: number): Vector3 {
    return this.#at(pane).target;
  }

  #at(pane: number): Own {
    return (this.#apart && this.#own.get(this.#slots[pane] ?? 0)) || this.#all;
  }

  sight(pane: number): Sight {
    const { camera, target } = this.#at(pane);
    return { from: camera.position.clone(), to: target.clone() };
  }

  /**
   * Camera position and look-at point if the user moved the camera; null for the default framing.
   */
  viewpoint(pane: number): Sight | null {
    return this.#orbited ? this.sight(pane) : null;
  }

  allowTurn(free: boolean): void {
    this.#controls.enabled = free;
  }

  /** Makes the controls act on the camera of this pane. */
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

  /** Separates or links the cameras; linked cameras take the view of the last moved one. */
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
    this.#subject = { scene, shape }; // A new object is framed again.
    this.#orbited = false;
  }

  /** Frames a larger subject from the same side, unless the user has moved the camera. */
  widenView(subject: FramedScene): void {
    const { camera, target } = this.#held;
    const side = camera.position.clone().sub(target).normalize();
    if (!this.#orbited) this.#subject = { ...subject, side };
  }

  /** Frames the cameras for the room in a cell. Returns the radius of the target rings, px. */
  frame(armature: Armature, cell: Cell, room: PaneInsets): number {
    const owns = this.#apart ? [this.#all, ...this.#own.values()] : [this.#all];
    const place = JSON.stringify([cell, room]);
    let same = true; // Unchanged cameras are not settled again, because that rounds.
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

  /** Size of the robot in a pane of a given size with the default framing, px. */
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

/** Whether two scenes share their framing: equal mechanisms and view settings. */
export function sameFraming(a: Scene, b: Scene): boolean {
  const wishes = ({ scenario: { view } }: Scene) => [view.camera, view.lookAt, view.up];
  return deepEqual(a.tree, b.tree) && deepEqual(wishes(a), wishes(b));
}
