/**
 * Computes the joint frames of a BVH file in one frame of its motion: the offset, then
 * translations, then rotations in order.
 */

import {
  AXIS_DIRECTIONS,
  addScaled,
  composeFrames,
  ORIGIN_FRAME,
  type RigidFrame,
  rotationAbout,
} from '@iklab/core/scenario/numbers';
import type { BaseAttachment } from '../robot.ts';
import type { BvhChannel, BvhFile } from './readBvhText.ts';

export function computeBvhChannelFrame({ kind, axis }: BvhChannel, value: number): RigidFrame {
  if (kind === 'shift')
    return {
      position: addScaled([0, 0, 0], AXIS_DIRECTIONS[axis], value),
      rotation: ORIGIN_FRAME.rotation,
    };
  return { position: [0, 0, 0], rotation: rotationAbout(AXIS_DIRECTIONS[axis], value) };
}

/**
 * Returns BVH channels in the order in which they apply: translations first, because they add to
 * the joint's offset.
 */
export const sortTranslationsFirst = (channels: readonly BvhChannel[]): readonly BvhChannel[] => [
  ...channels.filter(({ kind }) => kind === 'shift'),
  ...channels.filter(({ kind }) => kind === 'turn'),
];

/**
 * Computes the pose of each BVH joint in the frame of the scene, for one frame of the motion. A
 * held root is treated as if its channels were 0.
 */
export function computeBvhPose(bvh: BvhFile, frame: number, root: BaseAttachment): RigidFrame[] {
  const frames: RigidFrame[] = [];
  for (const { above, offset, channels } of bvh.joints) {
    const isHeld = above < 0 && root === 'held';
    const start = { position: offset, rotation: ORIGIN_FRAME.rotation };
    const localFrame = sortTranslationsFirst(isHeld ? [] : channels).reduce((outer, channel) => {
      const value = bvh.values[frame * bvh.channels + channel.column] ?? 0;
      return composeFrames(outer, computeBvhChannelFrame(channel, value));
    }, start);
    frames.push(composeFrames(frames[above] ?? ORIGIN_FRAME, localFrame));
  }
  return frames;
}

/**
 * Returns the value of a BVH channel if it is constant over all frames, otherwise null; 0 without a
 * motion.
 */
export function findConstantChannelValue(bvh: BvhFile, { column }: BvhChannel): number | null {
  const first = bvh.values[column] ?? 0;
  for (let frame = 1; frame < bvh.frames; frame++)
    if (bvh.values[frame * bvh.channels + column] !== first) return null;
  return first;
}
