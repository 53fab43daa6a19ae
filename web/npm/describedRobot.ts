import type { Report } from './packageTypes.ts';

export interface DescribedRobot {
  /** Scenario document of the robot, without methods. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly report: Report;
}
