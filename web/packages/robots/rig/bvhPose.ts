/**
 * Computes the joint frames of a BVH file in one frame of its motion: the offset, then
 * translations, then rotations in order.
 */

import { addScaled, composed, DIRECTIONS, type Frame, ORIGIN, rotationAbout } from 'iklab/scenario';
import type { RootChoice } from '../robot.ts';
import type { BvhChannel, BvhFile } from './bvhText.ts';

/** Transform of a channel relative to the previous one. */
export function channelFrame({ kind, axis }: BvhChannel, value: number): Frame {
  if (kind === 'shift')
    return { at: addScaled([0, 0, 0], DIRECTIONS[axis], value), turn: ORIGIN.turn };
  return { at: [0, 0, 0], turn: rotationAbout(DIRECTIONS[axis], value) };
}

/** Translations first, because they belong to the offset. */
export const inOrder = (channels: readonly BvhChannel[]): readonly BvhChannel[] => [
  ...channels.filter(({ kind }) => kind === 'shift'),
  ...channels.filter(({ kind }) => kind === 'turn'),
];

/**
 * Pose of each joint in the frame of the scene; a held root is treated as if its channels were 0.
 */
export function bvhPose(bvh: BvhFile, frame: number, root: RootChoice): Frame[] {
  const frames: Frame[] = [];
  for (const { above, offset, channels } of bvh.joints) {
    const held = above < 0 && root === 'held';
    const start = { at: offset, turn: ORIGIN.turn };
    const own = inOrder(held ? [] : channels).reduce((outer, channel) => {
      const value = bvh.values[frame * bvh.channels + channel.column] ?? 0;
      return composed(outer, channelFrame(channel, value));
    }, start);
    frames.push(composed(frames[above] ?? ORIGIN, own));
  }
  return frames;
}

/** The value of a channel that is constant over all frames, otherwise null; 0 without a motion. */
export function constantOf(bvh: BvhFile, { column }: BvhChannel): number | null {
  const first = bvh.values[column] ?? 0;
  for (let frame = 1; frame < bvh.frames; frame++)
    if (bvh.values[frame * bvh.channels + column] !== first) return null;
  return first;
}
