import type { Report } from './packageTypes.ts';

export interface DescribedRobot {
  /** The robot as a scenario document without methods. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly report: Report;
}
