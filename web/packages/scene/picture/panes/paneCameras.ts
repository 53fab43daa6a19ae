import { deepEqual, type Scene } from '@iklab/core/scenario';
import { type PerspectiveCamera, Vector3 } from 'three';
import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Armature } from '../bodies/armature.ts';
import type { MechanismShape } from '../bodies/mechanismShape.ts';
import type { PaneCell } from './paneCells.ts';
import { makePaneInsets, NARROW_PANE_WIDTH, type PaneInsets } from './paneInsets.ts';
import { makeCamera, measureRobotSpread, placeSceneCamera } from './placeSceneCamera.ts';

const SAME_ASPECT = 0.03; // Relative: rounding to whole pixels changes the ratio by less.

interface FramedScene {
  readonly scene: Scene;
  readonly shape: MechanismShape;
  /** Direction from the look-at point to the camera; by default the best one for the scene. */
  readonly side?: Vector3;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Camera position and look-at point, in the y-up frame. */
export interface CameraViewpoint {
  readonly from: Vector3;
  readonly to: Vector3;
}

const spreads = new WeakMap<FramedScene, Map<string, number>>();

interface PaneCamera {
  readonly camera: PerspectiveCamera;
  readonly target: Vector3;
  framed?: readonly [FramedScene, string];
}

export class PaneCameras {
  readonly #all: PaneCamera = { camera: makeCamera(), target: new Vector3() };
  #controls: OrbitControls | null = null;
  readonly #perSlot = new Map<number, PaneCamera>();
  #slots: readonly number[] = [];
  #apart = false;
  #active: PaneCamera = this.#all;
  #moved: PaneCamera = this.#all;
  #subject: FramedScene | null = null;
  #orbited = false;
  #framing = false;
  /**
   * Cameras of panes with another aspect ratio than that of the placement. The vertical field of
   * view is the same.
   */
  readonly #wide = new Map<number, PerspectiveCamera>();
  readonly #changed: () => void;
  readonly #sizeOf: (pane: number) => Size | null;

  /** `changed` requests a new drawing. `cellOf` returns the size of a pane; null if hidden. */
  constructor(changed: () => void, cellOf: (pane: number) => Size | null) {
    this.#changed = changed;
    this.#sizeOf = cellOf;
  }

  /** Lets the user move the cameras. */
  addControls(makeControls: (camera: PerspectiveCamera) => OrbitControls): void {
    const controls = makeControls(this.#active.camera);
    this.#controls = controls;
    controls.addEventListener('change', () => {
      if (!this.#framing) {
        this.#orbited = true;
        this.#moved = this.#active;
      }
      this.#active.target.copy(controls.target);
      this.#changed();
    });
    this.#updateControls();
    this.#active.camera.updateMatrixWorld(); // The controls have turned it, and presses are repeated.
  }

  /** Opens a scene. With `reframe`, places the cameras for the scene; otherwise keeps the view. */
  open(subject: FramedScene, slots: readonly number[], reframe: boolean): void {
    this.#slots = slots;
    for (const slot of this.#perSlot.keys()) if (!slots.includes(slot)) this.#perSlot.delete(slot);
    if (this.#apart) this.#separateCameras();
    if (!reframe && this.#subject) return;
    this.#subject = { scene: subject.scene, shape: subject.shape }; // A new object is framed again.
    this.#orbited = false;
  }

  connect(frame: HTMLElement): void {
    this.#controls?.connect(frame);
    frame.style.cursor = ''; // The controls set a cursor.
    this.#controls?.listenToKeyEvents(frame);
  }

  disconnect(): void {
    this.#controls?.disconnect();
  }

  dispose(): void {
    this.#controls?.dispose();
  }

  get(pane: number): PerspectiveCamera {
    const { camera } = this.#cameraOf(pane);
    const cell = this.#sizeOf(pane);
    const aspect = cell ? cell.width / cell.height : camera.aspect;
    if (Math.abs(aspect - camera.aspect) < SAME_ASPECT * camera.aspect) return camera;
    const wide = this.#wide.get(pane) ?? makeCamera();
    this.#wide.set(pane, wide);
    wide.copy(camera, false);
    wide.aspect = aspect;
    wide.updateProjectionMatrix();
    wide.updateMatrixWorld();
    return wide;
  }

  /** Returns the look-at point of the camera of a pane, in the y-up frame. */
  aim(pane: number): Vector3 {
    return this.#cameraOf(pane).target;
  }

  #cameraOf(pane: number): PaneCamera {
    return (this.#apart && this.#perSlot.get(this.#slots[pane] ?? 0)) || this.#all;
  }

  sight(pane: number): CameraViewpoint {
    const { camera, target } = this.#cameraOf(pane);
    return { from: camera.position.clone(), to: target.clone() };
  }

  /** Returns the viewpoint of a pane; null if the user has moved no camera. */
  viewpoint(pane: number): CameraViewpoint | null {
    return this.#orbited ? this.sight(pane) : null;
  }

  allowRotation(free: boolean): void {
    if (this.#controls) this.#controls.enabled = free;
  }

  selectPane(pane: number): void {
    this.#activate(this.#cameraOf(pane));
  }

  #activate(camera: PaneCamera): void {
    if (camera === this.#active) return;
    this.#active = camera;
    this.#updateControls();
  }

  /** Gives each pane its own camera, or gives all panes the camera that was moved last. */
  separate(apart: boolean): void {
    if (apart === this.#apart) return;
    this.#apart = apart;
    if (apart) {
      this.#separateCameras();
      this.selectPane(0);
      return;
    }
    const last = [...this.#perSlot.values()].includes(this.#moved) ? this.#moved : this.#active;
    this.#all.camera.copy(last.camera);
    this.#all.target.copy(last.target);
    this.#perSlot.clear();
    this.#activate(this.#all);
  }

  #separateCameras(): void {
    for (const slot of this.#slots) {
      if (this.#perSlot.has(slot)) continue;
      const { camera, target } = this.#active;
      this.#perSlot.set(slot, { camera: camera.clone(), target: target.clone() });
    }
    if (![...this.#perSlot.values()].includes(this.#active)) this.selectPane(0);
  }

  fit({ scene, shape }: FramedScene): void {
    this.#subject = { scene, shape }; // A new object is framed again.
    this.#orbited = false;
  }

  /**
   * Places the camera for a larger scene in the same direction, if the user has moved no camera.
   */
  widenView(subject: FramedScene): void {
    const { camera, target } = this.#active;
    const side = camera.position.clone().sub(target).normalize();
    if (!this.#orbited) this.#subject = { ...subject, side };
  }

  /** Fits the contents into the free area of a cell. Returns the radius of the target rings, px. */
  frame(armature: Armature, cell: PaneCell, insets: PaneInsets): number {
    const owns = this.#apart ? [this.#all, ...this.#perSlot.values()] : [this.#all];
    const key = JSON.stringify([cell, insets]);
    let isUnchanged = true; // Unchanged cameras are not settled again, because that rounds.
    for (const camera of owns) {
      if (this.#orbited) {
        camera.camera.aspect = cell.width / cell.height;
        camera.camera.updateProjectionMatrix();
        isUnchanged = false;
      } else if (this.#subject) {
        const { scene, shape, side } = this.#subject;
        const [subject, framedKey] = camera.framed ?? [];
        if (subject === this.#subject && framedKey === key) continue;
        isUnchanged = false;
        camera.framed = [this.#subject, key];
        camera.target.copy(
          placeSceneCamera(camera.camera, scene, shape, armature, cell, insets, side),
        );
      }
    }
    if (!isUnchanged) this.#updateControls();
    return cell.width < NARROW_PANE_WIDTH ? 10 : 12.5;
  }

  /** Returns the size of the robot in a pane with the default view, px. */
  spread(armature: Armature, size: Size): number {
    if (!this.#subject) return 0;
    const cached = spreads.get(this.#subject) ?? new Map<string, number>();
    spreads.set(this.#subject, cached);
    const key = `${size.width} ${size.height}`;
    const spread = cached.get(key) ?? this.#measureSpread(this.#subject, armature, size);
    cached.set(key, spread);
    return spread;
  }

  #measureSpread({ scene, shape, side }: FramedScene, armature: Armature, size: Size): number {
    const pane = { x: 0, y: 0, ...size };
    const camera = makeCamera();
    placeSceneCamera(camera, scene, shape, armature, pane, makePaneInsets(pane, []), side);
    return measureRobotSpread(camera, shape, pane);
  }

  #updateControls(): void {
    if (!this.#controls) return;
    this.#framing = true;
    this.#controls.object = this.#active.camera;
    this.#controls.target.copy(this.#active.target);
    this.#controls.update();
    this.#framing = false;
  }
}

/** Returns whether two scenes have equal mechanisms and view settings. */
export function haveSameFraming(a: Scene, b: Scene): boolean {
  const wishes = ({ scenario: { view } }: Scene) => [view.camera, view.lookAt, view.up];
  return deepEqual(a.tree, b.tree) && deepEqual(wishes(a), wishes(b));
}
