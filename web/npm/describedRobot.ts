import type { Report } from './packageTypes.ts';

/** A robot read from a description. */
export interface DescribedRobot {
  /** A scenario without methods. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly report: Report;
}
