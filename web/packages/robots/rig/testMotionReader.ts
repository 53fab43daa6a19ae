import { requireValue } from '@iklab/core/scenario/testing';
import { readBvhClip } from './bvhClip.ts';
import { readBvh } from './bvhRig.ts';
import type { MotionClip } from './motionClip.ts';

/** Reads the motion of a BVH text with a floating root, for tests. */
export function readBvhMotion(text: string): MotionClip {
  const rig = readBvh(text, 'a.bvh', 'free');
  return requireValue(rig.ok ? readBvhClip(rig.value) : rig);
}
