import type { Lab } from '@iklab/core/engine';
import type { ScenarioView } from '@iklab/core/scenario';
import type { Object3D } from 'three';
import { GROUND_LAYER } from '../ground/groundLayer.ts';
import type { Palette } from '../palette.ts';
import type { SceneResources } from '../sceneResources.ts';
import { EffectorTrails } from './effectorTrails.ts';
import { PastPoseStrobe } from './pastPoseStrobe.ts';

const RECENT_UPDATES = 40; // Updates.

export class MotionTraces {
  readonly #resources: SceneResources;
  readonly #trails: EffectorTrails;
  readonly #strobe: PastPoseStrobe;
  #kind: ScenarioView['trail'] = 'line';
  #updates = -1;

  constructor(resources: SceneResources) {
    this.#resources = resources;
    const moves = resources.scene.scenario.targets.some(({ motion }) => motion !== null);
    this.#trails = new EffectorTrails(resources.tips, resources.goals, resources.shape.unit, moves);
    this.#strobe = new PastPoseStrobe(
      resources.shape,
      resources.centreLine,
      resources.scene.start.length,
    );
    this.#strobe.lines.layers.set(GROUND_LAYER);
  }

  get lines(): readonly Object3D[] {
    const { strobe, trails } = this.parts;
    return [...strobe, ...trails];
  }

  get parts() {
    return { strobe: [this.#strobe.lines], trails: [this.#trails.lines, this.#trails.dots] };
  }

  get isStrobed(): boolean {
    return this.#kind === 'strobe';
  }

  set kind(kind: ScenarioView['trail']) {
    this.#kind = kind;
  }

  show(world: Object3D, solid: boolean): void {
    if (solid && this.isStrobed) world.add(this.#strobe.lines);
    else this.#strobe.lines.removeFromParent();
  }

  /**
   * Updates the trails. Call before every frame. With `isPosed`, the user sets the pose, which adds
   * no trail.
   */
  update(isPosed: boolean): void {
    this.#trails.isShown = this.#kind !== 'none' && !isPosed;
    if (this.isStrobed) this.#strobe.updatePoses();
  }

  /** Records the pose of a panel after an update. Without a new update, records nothing. */
  record(lab: Lab, panel: number): void {
    const { updates } = lab.status(panel);
    if (updates === this.#updates) return;
    this.#updates = updates;
    this.#addPose(lab.points(panel), lab.angles(panel));
  }

  #addPose(points: Float64Array, angles: ArrayLike<number>): void {
    this.#trails.record(points);
    this.#strobe.record(angles);
  }

  /** Both ends of the last effector steps, xyz each, newest first. */
  get newest(): Float32Array {
    return this.#trails.newest(RECENT_UPDATES);
  }

  redraw(poses: Iterable<ArrayLike<number>>): void {
    this.#clear();
    for (const pose of poses) this.#addPose(this.#resources.points(pose), pose);
  }

  restart(): void {
    this.#updates = -1;
    this.#clear();
  }

  #clear(): void {
    this.#trails.clear();
    this.#strobe.clear();
  }

  paint(palette: Palette, slot: number): void {
    this.#strobe.paint(palette);
    this.#trails.paint(palette, slot);
  }

  dispose(): void {
    this.#trails.dispose();
    this.#strobe.dispose();
  }
}
