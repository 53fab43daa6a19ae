/**
 * Counts executed code blocks of the project as a measure of work that does not depend on how busy
 * the machine is.
 */

import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

export class ExecutedBlockCounter {
  readonly #session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  async takeCount(): Promise<number> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    return result.filter(isOwn).reduce((sum, script) => sum + countRuns(script), 0);
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}

const isOwn = ({ url }: Profiler.ScriptCoverage): boolean =>
  url.includes('/web/') && !url.includes('node_modules');

const countRuns = ({ functions }: Profiler.ScriptCoverage): number =>
  functions.reduce(
    (sum, { ranges }) => sum + ranges.reduce((runs, { count }) => runs + count, 0),
    0,
  );
