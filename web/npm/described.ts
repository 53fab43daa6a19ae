import type { Report } from './packageTypes.ts';

/** What a reader makes of a description. */
export interface Described {
  /** A scenario without methods. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly report: Report;
}
