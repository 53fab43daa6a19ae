/** Where the joints of a BVH file stand in a frame: its offset and shifts, then its turns in order. */

import { addScaled, composed, DIRECTIONS, type Frame, ORIGIN, rotationAbout } from 'iklab/scenario';
import type { RootChoice } from '../robot.ts';
import type { BvhChannel, BvhFile } from './bvhText.ts';

/** In a frame that carries the channel before. */
export function channelFrame({ kind, axis }: BvhChannel, value: number): Frame {
  if (kind === 'shift')
    return { at: addScaled([0, 0, 0], DIRECTIONS[axis], value), turn: ORIGIN.turn };
  return { at: [0, 0, 0], turn: rotationAbout(DIRECTIONS[axis], value) };
}

/** Shifts first: they belong to the offset. */
export const inOrder = (channels: readonly BvhChannel[]): readonly BvhChannel[] => [
  ...channels.filter(({ kind }) => kind === 'shift'),
  ...channels.filter(({ kind }) => kind === 'turn'),
];

/** Of each joint, in the frame of the scene; with the root held as if its channels were 0. */
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

/** The same value in all frames, or null; 0 without a motion. */
export function constantOf(bvh: BvhFile, { column }: BvhChannel): number | null {
  const first = bvh.values[column] ?? 0;
  for (let frame = 1; frame < bvh.frames; frame++)
    if (bvh.values[frame * bvh.channels + column] !== first) return null;
  return first;
}
