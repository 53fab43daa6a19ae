import type { Report } from './packageTypes.ts';

export interface DescribedRobot {
  /** A scenario without methods. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly report: Report;
}
