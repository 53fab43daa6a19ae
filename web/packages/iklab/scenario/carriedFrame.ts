/** Frames that go with the joints of a mechanism. */
import type { Frame } from './rigidFrame.ts';

/** A frame that goes with a joint, in whose frame it is said; null: with the base. */
export interface CarriedFrame {
  readonly joint: string | null;
  readonly frame: Frame;
}

type Ends = readonly [CarriedFrame, CarriedFrame];

/** The frame that a row leads to, and its two lengths, each from one origin to another. */
export interface RowFrames {
  readonly own: CarriedFrame;
  /** Of the row before, or of the base. */
  readonly before: CarriedFrame;
  readonly a: Ends;
  readonly d: Ends;
}
