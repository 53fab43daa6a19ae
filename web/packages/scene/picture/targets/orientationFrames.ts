import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import type { Target } from '@iklab/core/scenario';
import { type Bone, type Color, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import type { Armature } from '../bodies/armature.ts';
import { FRAME_ARM_DIRECTIONS } from '../bodies/mechanismShape.ts';
import { CoordinateFrames, makeScenarioFrame } from '../coordinateFrames.ts';
import { GROUND_LAYER } from '../ground/groundLayer.ts';
import { mixColors, type Palette } from '../palette.ts';
import type { SceneResources } from '../sceneResources.ts';
import { constrainedRotationError } from './freeTargets.ts';

const FRAME_SIZE = 0.13; // Length of the arms of a frame, in units of the view.
const FAINT = 0.75;
const KNOB_WIDTH = 6; // Line width, px.
const SHORT = 1e-3; // Length relative to the arm: the round line ends form a knob.
const position = new Vector3();
const rotation = new Quaternion();
const wanted = new Quaternion();
const scale = new Vector3();
const frame = new Matrix4();
const back = new Matrix4();

export class OrientationFrames {
  /**
   * Angle between each target and its effector, radians; NaN for a target without an orientation.
   */
  readonly angleErrors: Float32Array;
  readonly #resources: SceneResources;
  readonly #armature: Armature;
  readonly #wanted: CoordinateFrames;
  readonly #tools: CoordinateFrames;
  readonly #knobs: CoordinateFrames;
  readonly #base: CoordinateFrames;
  readonly #ends: CoordinateFrames;
  readonly #plain: readonly number[];

  constructor(resources: SceneResources, armature: Armature) {
    this.#resources = resources;
    this.#armature = armature;
    this.angleErrors = new Float32Array(resources.tips.length).fill(Number.NaN);
    const { oriented, shape, tips } = resources;
    const { resolution } = resources.goals;
    const arms = FRAME_ARM_DIRECTIONS.map((arm) => arm.length() * resources.cross);
    const made = (linewidth: number, more: object = {}, from = 0): CoordinateFrames => {
      const style = { linewidth, depthTest: false, ...more };
      return new CoordinateFrames(oriented.length, arms, style, resolution, from);
    };
    const dash = 0.18 * resources.cross;
    this.#wanted = made(2, { dashed: true, dashSize: dash, gapSize: 0.75 * dash });
    this.#tools = made(2.5);
    this.#knobs = made(KNOB_WIDTH, {}, 1 - SHORT);
    this.#base = makeScenarioFrame(shape, resolution);
    this.#base.lines.layers.set(GROUND_LAYER);
    const { joints, effectors } = shape.tree;
    this.#plain = effectors
      .map((_, i) => joints.length + i)
      .filter((tip) => !oriented.some((i) => tips[i] === tip));
    const style = { linewidth: 1.5, depthTest: false };
    const size = FRAME_SIZE * shape.unit;
    this.#ends = new CoordinateFrames(this.#plain.length, [size, size, size], style, resolution);
  }

  get lines(): readonly Object3D[] {
    const { oriented, turnable } = this.#resources;
    const { base, ends, tools, wanted, knobs } = this.parts;
    const targetLines = turnable ? [tools, wanted, knobs] : [tools, wanted];
    return [base, ends, ...(oriented.length > 0 ? targetLines : [])];
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

  /** `goals` has the target poses, 7 numbers each. */
  update(goals: Float64Array): void {
    back.copy(this.#armature.world.matrixWorld).invert();
    if (this.#ends.lines.visible)
      this.#plain.forEach((tip, i) => {
        this.#ends.setFrame(i, this.#effectorFrame(tip));
      });
    this.#resources.oriented.forEach((target, i) => {
      position.fromArray(goals, TARGET_STRIDE * target);
      wanted.fromArray(goals, TARGET_STRIDE * target + 3);
      const goal = frame.compose(position, wanted, scale.setScalar(1));
      this.#wanted.setFrame(i, goal);
      this.#knobs.setFrame(i, goal);
      const tool = this.#effectorFrame(this.#resources.tips[target] as number);
      tool.decompose(position, rotation, scale);
      const { free } = this.#resources.scene.scenario.targets[target] as Target;
      this.angleErrors[target] = constrainedRotationError(free, wanted, rotation);
      this.#tools.setFrame(i, tool);
    });
  }

  /**
   * Returns the frame of an effector in the scenario frame. The next call overwrites the result.
   */
  #effectorFrame(tip: number): Matrix4 {
    const { matrixWorld } = this.#armature.points[tip] as Bone;
    return frame.multiplyMatrices(back, matrixWorld);
  }

  set framed(isShown: boolean) {
    this.#base.lines.visible = this.#ends.lines.visible = isShown;
  }

  /**
   * Sets the colours. With `alone`, the view shows one method. Otherwise, effector frames have the
   * colour of the method.
   */
  paint(palette: Palette, color: Color, alone: boolean): void {
    const faint = palette.frame.map((axis) => mixColors(palette.surface, axis, FAINT));
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
