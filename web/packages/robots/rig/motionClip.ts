import type { PathMotion, Vec3 } from '@iklab/core/scenario';
import { MAX_PATH_POINTS, quoteInOneLine } from '@iklab/core/scenario/checks';
import { addScaled } from '@iklab/core/scenario/numbers';
import { makeReadRefusal } from '../readerNotes.ts';
import type { ReadResult } from '../robot.ts';

export interface MotionClip {
  readonly file: string;
  readonly frames: number;
  /** Time between frames in seconds. */
  readonly frameTime: number;
  readonly joints: readonly string[];
  /**
   * Joint values in radians and length units of the file, frame by frame in the order of `joints`.
   */
  readonly values: Float64Array;
  readonly links: readonly string[];
  /**
   * Returns the position of each link in a frame, by link name; relative to the root if the root is
   * held.
   */
  linkPositions(frame: number): ReadonlyMap<string, Vec3>;
}

/** Closed path of a target along a link's path in the clip: forwards, then back. */
export interface ClipTargetPath {
  readonly link: string;
  /** Position of the link in the first frame, in length units of the file. */
  readonly position: Vec3;
  readonly motion: PathMotion;
}

/** Frames beyond the end give the values of the last one. */
export function getClipJointValues(
  { frames, joints, values }: MotionClip,
  frame: number,
): Map<string, number> {
  const from = Math.min(frame, frames - 1) * joints.length;
  return new Map(joints.map((joint, i) => [joint, values[from + i] ?? 0]));
}

/** Returns the clip frames for the points of a path: forwards and backwards, evenly spaced. */
export function computeClipPathFrames(frames: number): number[] {
  if (frames < 2) return [0, 0];
  const steps = Math.min(frames - 1, MAX_PATH_POINTS / 2);
  const frameOf = (step: number) => Math.round((step * (frames - 1)) / steps);
  const forwards = Array.from({ length: steps + 1 }, (_, step) => frameOf(step));
  return [...forwards, ...forwards.slice(1, -1).reverse()];
}

export function makeClipTargetPaths(
  clip: MotionClip,
  links: readonly string[],
): ReadResult<readonly ClipTargetPath[]> {
  const { file, frames, frameTime } = clip;
  const missingLink = links.find((link) => !clip.links.includes(link));
  if (missingLink !== undefined) {
    const location = { file, line: 1 };
    return makeReadRefusal(
      location,
      `link ${quoteInOneLine(missingLink)}`,
      'the clip does not have this joint',
    );
  }
  const positionsByFrame = computeClipPathFrames(frames).map((frame) => clip.linkPositions(frame));
  const period = Math.max(2 * (frames - 1), 1) * frameTime;
  const value = links.map((link) => {
    const [position = [0, 0, 0] as Vec3, ...otherPositions] = positionsByFrame.map(
      (each) => each.get(link) as Vec3,
    );
    const points = [position, ...otherPositions].map((point) => addScaled(point, position, -1));
    return { link, position, motion: { kind: 'path' as const, period, points } };
  });
  return { ok: true, value, remarks: [] };
}
