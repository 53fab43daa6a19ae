import { readBvhClip } from './bvhClip.ts';
import { readBvh } from './bvhRig.ts';
import type { MotionClip } from './motionClip.ts';

/** The motion of a BVH with a floating root, for tests. */
export function readBvhMotion(text: string): MotionClip {
  const rig = readBvh(text, 'a.bvh', 'free');
  const clip = rig.ok ? readBvhClip(rig.value) : rig;
  if (!clip.ok) throw new Error(JSON.stringify(clip.faults));
  return clip.value;
}
