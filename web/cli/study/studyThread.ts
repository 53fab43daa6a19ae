/** A thread that solves slices of a study as they are asked for. */
import { parentPort, workerData } from 'node:worker_threads';
import { parseStudy, type Slice, StudySolver } from '@iklab/study';
import { EngineError, loadEngine } from 'iklab/engine';
import { acceptedValue } from '../errors.ts';
import type { ThreadAnswer, ThreadWork } from './studyThreads.ts';

export async function serveStudy(wasmBinary: Uint8Array): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('this is no thread');
  const { document } = workerData as ThreadWork;
  const answer = (value: ThreadAnswer) =>
    port.postMessage(value, 'rows' in value ? [value.rows.buffer as ArrayBuffer] : []);
  const engine = await loadEngine({ wasmBinary });
  const solver = new StudySolver(engine, acceptedValue(parseStudy(document, engine.catalogue)));
  port.on('message', (slice: Slice) => {
    try {
      answer({ slice, rows: solver.solve(slice) });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      answer({ fault: error.message });
    }
  });
}
