import type { RigidFrame } from './rigidFrame.ts';

/** A frame relative to a joint's frame, with which it moves; a null joint means the base. */
export interface CarriedFrame {
  readonly joint: string | null;
  readonly frame: RigidFrame;
}

type Ends = readonly [CarriedFrame, CarriedFrame];

/**
 * The frame of a row of DH parameters, with the end points of the segments of its lengths a and d.
 */
export interface RowFrames {
  readonly rowFrame: CarriedFrame;
  /** Frame of the previous DH row, or of the base. */
  readonly before: CarriedFrame;
  readonly a: Ends;
  readonly d: Ends;
}
