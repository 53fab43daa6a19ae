/** A motion of a skeleton: joint values per frame, and the paths of its links. */
import { addScaled, MAX_PATH_POINTS, type PathMotion, quote, type Vec3 } from 'iklab/scenario';
import { refusalOf } from '../notes.ts';
import type { Read } from '../robot.ts';

export interface MotionClip {
  readonly file: string;
  readonly frames: number;
  /** Duration of a frame, seconds. */
  readonly frameTime: number;
  /** The animated joints, by their names in the robot. */
  readonly joints: readonly string[];
  /** Radians and length units of the file, frame by frame in the order of `joints`. */
  readonly values: Float64Array;
  readonly links: readonly string[];
  /** Position of each link in a frame; relative to the root if it is held. */
  positions(frame: number): ReadonlyMap<string, Vec3>;
}

/** A target that follows a link of the clip forwards and backwards, so that its path is closed. */
export interface ClipPath {
  readonly link: string;
  /** Position of the link in the first frame. */
  readonly position: Vec3;
  readonly motion: PathMotion;
}

/** Joint values of a frame; frames beyond the end give the last one. */
export function clipValues(
  { frames, joints, values }: MotionClip,
  frame: number,
): Map<string, number> {
  const from = Math.min(frame, frames - 1) * joints.length;
  return new Map(joints.map((joint, i) => [joint, values[from + i] ?? 0]));
}

/** Frames for the points of a path: forwards and backwards, evenly spaced. */
export function pathFrames(frames: number): number[] {
  if (frames < 2) return [0, 0];
  const steps = Math.min(frames - 1, MAX_PATH_POINTS / 2);
  const frameOf = (step: number) => Math.round((step * (frames - 1)) / steps);
  const there = Array.from({ length: steps + 1 }, (_, step) => frameOf(step));
  return [...there, ...there.slice(1, -1).reverse()];
}

export function targetPathsOf(
  clip: MotionClip,
  links: readonly string[],
): Read<readonly ClipPath[]> {
  const { file, frames, frameTime } = clip;
  const missing = links.find((link) => !clip.links.includes(link));
  if (missing !== undefined) {
    const place = { file, line: 1 };
    return refusalOf(place, `link ${quote(missing)}`, 'the clip does not have this joint');
  }
  const places = pathFrames(frames).map((frame) => clip.positions(frame));
  const period = Math.max(2 * (frames - 1), 1) * frameTime;
  const value = links.map((link) => {
    const [position = [0, 0, 0] as Vec3, ...others] = places.map((each) => each.get(link) as Vec3);
    const points = [position, ...others].map((point) => addScaled(point, position, -1));
    return { link, position, motion: { kind: 'path' as const, period, points } };
  });
  return { ok: true, value, remarks: [] };
}
