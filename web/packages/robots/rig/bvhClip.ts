/**
 * The motion of a BVH file: joint values per frame, and the trajectories of its limbs as target
 * paths.
 */
import { addScaled, MAX_PATH_POINTS, type PathMotion, quote, type Vec3 } from 'iklab/scenario';
import { refusalOf } from '../notes.ts';
import type { Read } from '../robot.ts';
import { bvhPose } from './bvhPose.ts';
import type { BvhRig } from './bvhRig.ts';

export interface BvhClip {
  readonly rig: BvhRig;
  readonly frames: number;
  /** Duration of a frame, seconds. */
  readonly frameTime: number;
  /** The animated joints, by their names in the robot. */
  readonly joints: readonly string[];
  /** Radians and length units of the file, frame by frame in the order of `joints`. */
  readonly values: Float64Array;
}

/** A target that follows a link of the clip forwards and backwards, so that its path is closed. */
export interface ClipPath {
  readonly link: string;
  /** Position of the link in the first frame. */
  readonly position: Vec3;
  readonly motion: PathMotion;
}

export function readBvhClip(rig: BvhRig): Read<BvhClip> {
  const { bvh, channelJoints } = rig;
  const { frames, frameTime } = bvh;
  const place = { file: bvh.joints[0]?.file ?? '', line: 1 };
  if (frames === 0) return refusalOf(place, 'MOTION', 'it has no frames');
  const columns = channelJoints.flatMap((joint, column) => (joint === null ? [] : [column]));
  const values = new Float64Array(frames * columns.length);
  for (let frame = 0; frame < frames; frame++)
    columns.forEach((column, i) => {
      values[frame * columns.length + i] = bvh.values[frame * bvh.channels + column] ?? 0;
    });
  const joints = columns.map((column) => channelJoints[column] as string);
  return { ok: true, value: { rig, frames, frameTime, joints, values }, remarks: [] };
}

/** Joint values of a frame; frames beyond the end give the last one. */
export function clipValues(
  { frames, joints, values }: BvhClip,
  frame: number,
): Map<string, number> {
  const from = Math.min(frame, frames - 1) * joints.length;
  return new Map(joints.map((joint, i) => [joint, values[from + i] ?? 0]));
}

/** Position of each joint of the file; relative to the root if it is held. */
export function clipPositions({ rig }: BvhClip, frame: number): Map<string, Vec3> {
  const poses = bvhPose(rig.bvh, frame, rig.root);
  return new Map(rig.links.map((link, i) => [link, poses[i]?.at ?? [0, 0, 0]]));
}

/** Frames for the points of a path: forwards and backwards, evenly spaced. */
export function pathFrames(frames: number): number[] {
  if (frames < 2) return [0, 0];
  const steps = Math.min(frames - 1, MAX_PATH_POINTS / 2);
  const frameOf = (step: number) => Math.round((step * (frames - 1)) / steps);
  const there = Array.from({ length: steps + 1 }, (_, step) => frameOf(step));
  return [...there, ...there.slice(1, -1).reverse()];
}

export function targetPathsOf(clip: BvhClip, links: readonly string[]): Read<readonly ClipPath[]> {
  const { rig, frames, frameTime } = clip;
  const missing = links.find((link) => !rig.links.includes(link));
  const place = { file: rig.bvh.joints[0]?.file ?? '', line: 1 };
  if (missing !== undefined)
    return refusalOf(place, `link ${quote(missing)}`, 'the clip does not have this joint');
  const places = pathFrames(frames).map((frame) => clipPositions(clip, frame));
  const period = Math.max(2 * (frames - 1), 1) * frameTime;
  const value = links.map((link) => {
    const [position = [0, 0, 0] as Vec3, ...others] = places.map((each) => each.get(link) as Vec3);
    const points = [position, ...others].map((point) => addScaled(point, position, -1));
    return { link, position, motion: { kind: 'path' as const, period, points } };
  });
  return { ok: true, value, remarks: [] };
}
