import type { InlineTree, Quaternion, Target, Vec3 } from '@iklab/core/scenario';
import { quaternionFromRotation } from '@iklab/core/scenario/numbers';
import { EffectorTipChain } from './effectorTipChain.ts';
import type { LogGoal } from './readLogGoals.ts';

/** A moving target becomes a goal that rests at the target's position. */
export const convertTargetsToGoals = (targets: readonly Target[]): LogGoal[] =>
  targets.map(({ effector, position, orientation }) => ({
    effector,
    positions: Float64Array.from(position),
    turns: orientation && Float64Array.from(orientation),
  }));

/** Mean offset of goals from their end effector over all rows, metres, in axes of the effector. */
export interface ToolOffset {
  readonly effector: string;
  readonly offset: Vec3;
}

/**
 * Measures the errors of end effectors against their goals, pose by pose; goals of unknown
 * effectors are ignored.
 */
export class GoalErrors {
  readonly #goals: readonly LogGoal[];
  readonly #chain: EffectorTipChain;
  /**
   * Per goal, the sum of its offsets from the effector over the measured poses: x y z, metres, in
   * axes of the effector.
   */
  readonly #offsets: Float64Array;
  #poses = 0;
  /** Sum of the distances of the effectors from their goals in the last measured pose, metres. */
  error = 0;
  /**
   * Largest orientation error in the last measured pose, radians; 0 if no goal has an orientation.
   */
  angleError = 0;

  constructor(tree: InlineTree, goals: readonly LogGoal[]) {
    const effectors = goals.map((goal) => tree.effectors.find(({ id }) => id === goal.effector));
    this.#goals = goals.filter((_, i) => effectors[i]);
    this.#offsets = new Float64Array(3 * this.#goals.length);
    this.#chain = new EffectorTipChain(
      tree,
      effectors.filter((effector) => effector !== undefined),
    );
  }

  get some(): boolean {
    return this.#goals.length > 0;
  }

  get hasOrientations(): boolean {
    return this.#goals.some(({ turns }) => turns !== null);
  }

  get offsets(): ToolOffset[] {
    if (this.#poses === 0) return [];
    return this.#goals.map(({ effector }, i) => {
      const offset = this.#offsets.subarray(3 * i, 3 * i + 3).map((sum) => sum / this.#poses);
      return { effector, offset: [...offset] as unknown as Vec3 };
    });
  }

  /**
   * `poses`: values of independent joints, row by row; `offset`: index of the first value of a
   * pose; `row`: row of goals.
   */
  measure(poses: Float64Array, offset: number, row: number): void {
    this.#chain.setPose(poses, offset);
    this.#poses++;
    this.error = 0;
    this.angleError = 0;
    for (let i = 0; i < this.#goals.length; i++) this.#measureGoal(i, row);
  }

  #measureGoal(i: number, row: number): void {
    const { positions, turns } = this.#goals[i] as LogGoal;
    const f = this.#chain.frames;
    const tip = this.#chain.tipOffset(i);
    const offset = positions.length === 3 ? 0 : 3 * row;
    const x = (positions[offset] as number) - (f[tip] as number);
    const y = (positions[offset + 1] as number) - (f[tip + 1] as number);
    const z = (positions[offset + 2] as number) - (f[tip + 2] as number);
    this.error += Math.sqrt(x * x + y * y + z * z);
    for (let j = 0; j < 3; j++)
      (this.#offsets[3 * i + j] as number) +=
        x * (f[tip + 3 + j] as number) +
        y * (f[tip + 6 + j] as number) +
        z * (f[tip + 9 + j] as number);
    if (!turns) return;
    const from = turns.length === 4 ? 0 : 4 * row;
    const angle = angleBetween(
      quaternionFromRotation(this.#chain.tipFrame(i).rotation),
      turns,
      from,
    );
    this.angleError = Math.max(this.angleError, angle);
  }
}

/**
 * Returns radians. The chord gives accurate small angles. `from`: index of the second quaternion.
 */
function angleBetween([x, y, z, w]: Quaternion, quaternions: Float64Array, from: number): number {
  const a = quaternions[from] as number;
  const b = quaternions[from + 1] as number;
  const c = quaternions[from + 2] as number;
  const d = quaternions[from + 3] as number;
  const one = (x - a) ** 2 + (y - b) ** 2 + (z - c) ** 2 + (w - d) ** 2;
  const opposite = (x + a) ** 2 + (y + b) ** 2 + (z + c) ** 2 + (w + d) ** 2;
  return 4 * Math.asin(Math.min(1, Math.sqrt(Math.min(one, opposite)) / 2));
}
