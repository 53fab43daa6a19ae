import { type Bone, type Color, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { TARGET_STRIDE } from '../engine/protocol.ts';
import type { Armature } from './armature.ts';
import { baseFrames, Frames } from './frames.ts';
import { LAYER } from './groundLayer.ts';
import { mix, type Palette } from './palette.ts';
import type { SceneResources } from './sceneResources.ts';
import { Triads } from './triads.ts';

const TOOL = 0.13; // arms of a frame, in the unit of the picture
const BASE_SHADE = 0.75;
const place = new Vector3();
const turn = new Quaternion();
const wanted = new Quaternion();
const scale = new Vector3();
const frame = new Matrix4();
const back = new Matrix4();

/** How bases, effectors and targets are turned, as frames and crosses. */
export class Orientations {
  /** Between each target and its effector, radians; NaN where no orientation is asked for. */
  readonly turns: Float32Array;
  readonly #resources: SceneResources;
  readonly #armature: Armature;
  readonly #wanted: Triads;
  readonly #tools: Triads;
  /** Of the bases, and of the effectors that no target asks an orientation of. */
  readonly #base: Frames;
  readonly #ends: Frames;
  /** Points of those effectors. */
  readonly #plain: readonly number[];

  constructor(resources: SceneResources, armature: Armature) {
    this.#resources = resources;
    this.#armature = armature;
    this.turns = new Float32Array(resources.tips.length).fill(Number.NaN);
    const { oriented, shape, tips } = resources;
    const { resolution } = resources.goals;
    this.#wanted = new Triads(oriented.length, resources.cross, resources.turnable, resolution);
    this.#tools = new Triads(oriented.length, resources.cross, false, resolution);
    this.#base = baseFrames(shape, resolution);
    this.#base.lines.layers.set(LAYER);
    const { joints, effectors } = shape.tree;
    this.#plain = effectors
      .map((_, i) => joints.length + i)
      .filter((tip) => !oriented.some((i) => tips[i] === tip));
    const look = { linewidth: 1.5, depthTest: false };
    this.#ends = new Frames(this.#plain.length, TOOL * shape.unit, look, resolution);
    this.#ends.lines.renderOrder = 9;
  }

  get lines(): readonly Object3D[] {
    return [this.#base.lines, this.#ends.lines, ...this.#tools.lines, ...this.#wanted.lines];
  }

  /** At the pose of the armature; `goals`: where the targets stand. */
  update(goals: Float64Array): void {
    back.copy(this.#armature.world.matrixWorld).invert();
    if (this.#ends.lines.visible)
      this.#plain.forEach((tip, i) => {
        this.#ends.set(i, this.#frameOf(tip));
      });
    this.#resources.oriented.forEach((target, i) => {
      place.fromArray(goals, TARGET_STRIDE * target);
      this.#wanted.set(i, place, wanted.fromArray(goals, TARGET_STRIDE * target + 3));
      this.#frameOf(this.#resources.tips[target] as number).decompose(place, turn, scale);
      this.turns[target] = wanted.angleTo(turn);
      this.#tools.set(i, place, turn);
    });
  }

  /** In the frame of the scenario; the same matrix every time. */
  #frameOf(tip: number): Matrix4 {
    const { matrixWorld } = this.#armature.points[tip] as Bone;
    return frame.multiplyMatrices(back, matrixWorld);
  }

  /** Whether the frames are drawn. */
  set framed(shown: boolean) {
    this.#base.lines.visible = this.#ends.lines.visible = shown;
  }

  paint(palette: Palette, color: Color): void {
    this.#base.paint(palette.frame.map((axis) => mix(palette.surface, axis, BASE_SHADE)));
    this.#ends.paint(palette.frame);
    this.#wanted.paint(palette.accent);
    this.#tools.paint(color);
  }

  dispose(): void {
    for (const part of [this.#wanted, this.#tools, this.#base, this.#ends]) part.dispose();
  }
}
