import { requireValue } from '@iklab/core/scenario/testing';
import { readBvhClip } from './bvhClip.ts';
import { readBvh } from './bvhRig.ts';
import type { MotionClip } from './motionClip.ts';

export function readBvhMotion(text: string): MotionClip {
  const rig = readBvh(text, 'a.bvh', 'free');
  return requireValue(rig.ok ? readBvhClip(rig.value) : rig);
}
