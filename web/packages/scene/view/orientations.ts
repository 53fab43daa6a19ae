import { TARGET_STRIDE } from 'iklab/engine/protocol';
import type { Target } from 'iklab/scenario';
import { type Bone, type Color, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import type { Armature } from './armature.ts';
import { baseFrames, Frames } from './frames.ts';
import { turnLeft } from './freeParts.ts';
import { LAYER } from './groundLayer.ts';
import { ARMS } from './orientationDrag.ts';
import { mix, type Palette } from './palette.ts';
import type { SceneResources } from './sceneResources.ts';

const TOOL = 0.13; // Length of the arms of a frame, in units of the view.
const FAINT = 0.75;
const KNOB = 6; // Line width, px.
const SHORT = 1e-3; // Length relative to the arm: the round line ends form a knob.
const place = new Vector3();
const turn = new Quaternion();
const wanted = new Quaternion();
const scale = new Vector3();
const frame = new Matrix4();
const back = new Matrix4();

/** Coordinate frames of the base, the effectors and the targets. */
export class Orientations {
  /** Angle between each target and its effector, radians; NaN without a wanted orientation. */
  readonly turns: Float32Array;
  readonly #resources: SceneResources;
  readonly #armature: Armature;
  readonly #wanted: Frames;
  readonly #tools: Frames;
  /** Ends of the wanted frames, where these can be dragged. */
  readonly #knobs: Frames;
  /** Frames of the base, and of the effectors without a wanted orientation. */
  readonly #base: Frames;
  readonly #ends: Frames;
  /** Points of the effectors in `#ends`. */
  readonly #plain: readonly number[];

  constructor(resources: SceneResources, armature: Armature) {
    this.#resources = resources;
    this.#armature = armature;
    this.turns = new Float32Array(resources.tips.length).fill(Number.NaN);
    const { oriented, shape, tips } = resources;
    const { resolution } = resources.goals;
    const arms = ARMS.map((arm) => arm.length() * resources.cross);
    const made = (linewidth: number, more: object = {}, from = 0): Frames => {
      const look = { linewidth, depthTest: false, ...more };
      return new Frames(oriented.length, arms, look, resolution, from);
    };
    const dash = 0.18 * resources.cross;
    this.#wanted = made(2, { dashed: true, dashSize: dash, gapSize: 0.75 * dash });
    this.#tools = made(2.5);
    this.#knobs = made(KNOB, {}, 1 - SHORT);
    this.#base = baseFrames(shape, resolution);
    this.#base.lines.layers.set(LAYER);
    const { joints, effectors } = shape.tree;
    this.#plain = effectors
      .map((_, i) => joints.length + i)
      .filter((tip) => !oriented.some((i) => tips[i] === tip));
    const look = { linewidth: 1.5, depthTest: false };
    const size = TOOL * shape.unit;
    this.#ends = new Frames(this.#plain.length, [size, size, size], look, resolution);
  }

  get lines(): readonly Object3D[] {
    const { oriented, turnable } = this.#resources;
    const { base, ends, tools, wanted, knobs } = this.parts;
    const asked = turnable ? [tools, wanted, knobs] : [tools, wanted];
    return [base, ends, ...(oriented.length > 0 ? asked : [])];
  }

  get parts() {
    return {
      base: this.#base.lines,
      ends: this.#ends.lines,
      tools: this.#tools.lines,
      wanted: this.#wanted.lines,
      knobs: this.#knobs.lines,
    };
  }

  /** Requires the current pose of the armature; `goals`: poses of the targets. */
  update(goals: Float64Array): void {
    back.copy(this.#armature.world.matrixWorld).invert();
    if (this.#ends.lines.visible)
      this.#plain.forEach((tip, i) => {
        this.#ends.set(i, this.#frameOf(tip));
      });
    this.#resources.oriented.forEach((target, i) => {
      place.fromArray(goals, TARGET_STRIDE * target);
      wanted.fromArray(goals, TARGET_STRIDE * target + 3);
      const goal = frame.compose(place, wanted, scale.setScalar(1));
      this.#wanted.set(i, goal);
      this.#knobs.set(i, goal);
      const tool = this.#frameOf(this.#resources.tips[target] as number);
      tool.decompose(place, turn, scale);
      const { free } = this.#resources.scene.scenario.targets[target] as Target;
      this.turns[target] = turnLeft(free, wanted, turn);
      this.#tools.set(i, tool);
    });
  }

  /** Frame of an effector relative to the scenario; the next call overwrites the result. */
  #frameOf(tip: number): Matrix4 {
    const { matrixWorld } = this.#armature.points[tip] as Bone;
    return frame.multiplyMatrices(back, matrixWorld);
  }

  /** Whether the frames of the base and of the effectors in `#ends` are drawn. */
  set framed(shown: boolean) {
    this.#base.lines.visible = this.#ends.lines.visible = shown;
  }

  /**
   * `alone`: whether the view shows one method; otherwise tools have the colour of their method.
   */
  paint(palette: Palette, color: Color, alone: boolean): void {
    const faint = palette.frame.map((axis) => mix(palette.surface, axis, FAINT));
    this.#base.paint(faint);
    this.#wanted.paint(faint);
    this.#knobs.paint(palette.frame);
    this.#ends.paint(palette.frame);
    this.#tools.paint(alone ? palette.frame : [color, color, color]);
  }

  dispose(): void {
    const all = [this.#wanted, this.#knobs, this.#tools, this.#base, this.#ends];
    for (const part of all) part.dispose();
  }
}
