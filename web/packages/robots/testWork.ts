/** How much a test makes the project's own code do: blocks that are run, the same on a busy machine. */

import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

export class WorkCounter {
  readonly #session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Since the last time, or the start. */
  async taken(): Promise<number> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    return result.filter(isOwn).reduce((sum, script) => sum + runsOf(script), 0);
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}

const isOwn = ({ url }: Profiler.ScriptCoverage): boolean =>
  url.includes('/web/') && !url.includes('node_modules');

const runsOf = ({ functions }: Profiler.ScriptCoverage): number =>
  functions.reduce(
    (sum, { ranges }) => sum + ranges.reduce((runs, { count }) => runs + count, 0),
    0,
  );
