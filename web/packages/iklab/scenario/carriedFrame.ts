import type { Frame } from './rigidFrame.ts';

/** A frame relative to a joint's frame, with which it moves; a null joint means the base. */
export interface CarriedFrame {
  readonly joint: string | null;
  readonly frame: Frame;
}

type Ends = readonly [CarriedFrame, CarriedFrame];

/**
 * The frame of a row of DH parameters, and the segments of its two lengths, each from one origin to
 * another.
 */
export interface RowFrames {
  readonly own: CarriedFrame;
  /** Frame of the previous row, or of the base. */
  readonly before: CarriedFrame;
  readonly a: Ends;
  readonly d: Ends;
}
