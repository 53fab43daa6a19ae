/** The script `thread.js`: a worker that solves rows of a robot. It is a single file, which any bundler can include. */
import { loadEngine } from 'iklab/engine';
import { SOLVE_OPTIONS } from './askedRules.ts';
import { solvedMany } from './manySolutions.ts';
import type { ManySolutions } from './packageTypes.ts';
import { sentError } from './sentErrors.ts';
import { TaskSolvers } from './taskSolvers.ts';
import type { RowsAsked, ThreadAnswer, ThreadAsk } from './threadMessages.ts';
import { ownPort } from './workerPort.ts';

const port = ownPort();
let room: Promise<TaskSolvers> | null = null;

port?.hear((data) => {
  const ask = data as ThreadAsk;
  if ('rows' in ask) return void answer(ask.rows);
  room = loadEngine({ wasmBinary: ask.wasm }).then((engine) => new TaskSolvers(engine, ask.scene));
  room.catch(() => {}); // The first answer reports the error.
});

async function answer({ goals, options, before }: RowsAsked): Promise<void> {
  const tell = (said: ThreadAnswer, ...arrays: ManySolutions[keyof ManySolutions][]) =>
    port?.postMessage(
      said,
      arrays.map(({ buffer }) => buffer as ArrayBuffer),
    );
  try {
    const solvers = await room;
    if (!solvers) throw new Error('this worker has no robot');
    const made = solvedMany(solvers, goals, options, SOLVE_OPTIONS, before);
    tell({ made }, made.q, made.reached, made.updates, made.error);
  } catch (error) {
    tell({ fault: sentError(error) });
  }
}
