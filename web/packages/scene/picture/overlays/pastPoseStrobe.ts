import type { MechanismShape } from '../bodies/mechanismShape.ts';
import type { PosedCentreLine } from '../bodies/posedCentreLine.ts';
import { mixColors, type Palette } from '../palette.ts';
import { MIN_TRAIL_SEGMENT_LENGTH, TRAIL_UPDATE_COUNT } from './effectorTrails.ts';
import { PoseLines } from './poseLines.ts';

const POSE_COUNT = 7;

/** Draws poses of past updates, from red to green. More poses are from the start of the run. */
export class PastPoseStrobe {
  readonly #poses: PoseLines;
  readonly #size: number;
  readonly #past: Float32Array;
  #updates = 0;
  #stale = false;

  constructor(shape: MechanismShape, course: PosedCentreLine, angles: number) {
    this.#poses = new PoseLines(shape, course, POSE_COUNT, 0.4);
    this.#size = angles;
    this.#past = new Float32Array(TRAIL_UPDATE_COUNT * this.#size);
  }

  get lines() {
    return this.#poses.lines;
  }

  record(angles: ArrayLike<number>): void {
    if (!this.#rests) this.#updates++;
    this.#past.set(angles, this.#poseOffset(1));
    this.#stale = true;
  }

  #poseOffset(back: number): number {
    return ((this.#updates - back) % TRAIL_UPDATE_COUNT) * this.#size;
  }

  /** True if the two newest poses look equal. The next pose then replaces the newest. */
  get #rests(): boolean {
    if (this.#updates < 2) return false;
    const [newest, before] = [this.#poseOffset(1), this.#poseOffset(2)];
    const past = this.#past;
    for (let i = 0; i < this.#size; i++)
      if (
        Math.abs((past[newest + i] as number) - (past[before + i] as number)) >
        MIN_TRAIL_SEGMENT_LENGTH
      )
        return false;
    return true;
  }

  /** Updates the drawn poses. Call before every frame. */
  updatePoses(): void {
    if (!this.#stale) return;
    this.#stale = false;
    const recorded = Math.min(this.#updates, TRAIL_UPDATE_COUNT);
    const ages = chooseStrobeMoments(recorded - 1, POSE_COUNT);
    ages.forEach((age, index) => {
      const offset = ((this.#updates - recorded + age) % TRAIL_UPDATE_COUNT) * this.#size;
      this.#poses.setPose(index, this.#past.subarray(offset, offset + this.#size));
    });
    this.#poses.show(ages.length);
  }

  clear(): void {
    this.#updates = 0;
    this.#stale = false;
    this.#poses.show(0);
  }

  paint({ strobe: [first, between, last], dark }: Palette): void {
    const colors = Array.from({ length: POSE_COUNT }, (_, i) => {
      const share = (2 * i) / (POSE_COUNT - 1);
      return share < 1 ? mixColors(first, between, share) : mixColors(between, last, share - 1);
    });
    this.#poses.paint(colors, dark ? 0.5 : 0.55);
  }

  dispose(): void {
    this.#poses.dispose();
  }
}

/** Returns at most `most` numbers from 0 to `count` − 1, denser near 0. */
export function chooseStrobeMoments(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: Math.max(0, count) }, (_, i) => i);
  const found: number[] = [];
  for (let i = 0; i < most; i++) {
    const wanted = Math.round((count - 1) * (i / (most - 1)) ** 2);
    found.push(Math.max(wanted, i === 0 ? 0 : (found[i - 1] as number) + 1));
  }
  return found;
}
