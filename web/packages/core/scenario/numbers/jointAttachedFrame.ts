import type { RigidFrame } from './rigidFrame.ts';

/** A frame that moves with a joint, relative to the joint's frame; `joint` null: the base. */
export interface JointAttachedFrame {
  readonly joint: string | null;
  readonly frame: RigidFrame;
}

type Ends = readonly [JointAttachedFrame, JointAttachedFrame];

/** Frame of a row of DH parameters, and end points of the segments of a and d. */
export interface DhRowFrames {
  readonly rowFrame: JointAttachedFrame;
  /** Frame of the previous DH row, or of the base. */
  readonly before: JointAttachedFrame;
  readonly a: Ends;
  readonly d: Ends;
}
