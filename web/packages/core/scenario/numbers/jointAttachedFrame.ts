import type { RigidFrame } from './rigidFrame.ts';

/** A frame relative to a joint's frame, with which it moves; joint null: relative to the base. */
export interface JointAttachedFrame {
  readonly joint: string | null;
  readonly frame: RigidFrame;
}

type Ends = readonly [JointAttachedFrame, JointAttachedFrame];

/**
 * The frame of a row of DH parameters, with the end points of the segments of its lengths a and d.
 */
export interface DhRowFrames {
  readonly rowFrame: JointAttachedFrame;
  /** Frame of the previous DH row, or of the base. */
  readonly before: JointAttachedFrame;
  readonly a: Ends;
  readonly d: Ends;
}
