import { requireValue } from '@iklab/core/scenario/testing';
import { readBvh } from './bvhRig.ts';
import type { MotionClip } from './motionClip.ts';
import { readBvhClip } from './readBvhClip.ts';

export function readBvhMotion(text: string): MotionClip {
  const rig = readBvh(text, 'a.bvh', 'free');
  return requireValue(rig.ok ? readBvhClip(rig.value) : rig);
}
