import { makeReadRefusal } from '../readerNotes.ts';
import type { ReadResult } from '../robot.ts';
import type { BvhRig } from './bvhRig.ts';
import { computeBvhPose } from './computeBvhPose.ts';
import type { MotionClip } from './motionClip.ts';

export function readBvhClip({ bvh, channelJoints, links, root }: BvhRig): ReadResult<MotionClip> {
  const { frames, frameTime } = bvh;
  const file = bvh.joints[0]?.file ?? '';
  if (frames === 0)
    return makeReadRefusal({ file, line: 1 }, 'MOTION', 'must have at least one frame; got 0');
  const columns = channelJoints.flatMap((joint, column) => (joint === null ? [] : [column]));
  const values = new Float64Array(frames * columns.length);
  for (let frame = 0; frame < frames; frame++)
    columns.forEach((column, i) => {
      values[frame * columns.length + i] = bvh.values[frame * bvh.channels + column] ?? 0;
    });
  const joints = columns.map((column) => channelJoints[column] as string);
  const positions: MotionClip['linkPositions'] = (frame) => {
    const poses = computeBvhPose(bvh, frame, root);
    return new Map(links.map((link, i) => [link, poses[i]?.position ?? [0, 0, 0]]));
  };
  return {
    ok: true,
    value: { file, frames, frameTime, joints, values, links, linkPositions: positions },
    remarks: [],
  };
}
