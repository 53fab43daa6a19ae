/** A worker that solves rows for a robot: the script `thread.js`, in one file, so that any bundler can take it. */
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
  room.catch(() => {}); // told by the first answer
});

async function answer({ goals, options, before }: RowsAsked): Promise<void> {
  const tell = (said: ThreadAnswer, ...arrays: ManySolutions[keyof ManySolutions][]) =>
    port?.postMessage(
      said,
      arrays.map(({ buffer }) => buffer as ArrayBuffer),
    );
  try {
    const solvers = await room;
    if (!solvers) throw new Error('it has no robot');
    const made = solvedMany(solvers, goals, options, SOLVE_OPTIONS, before);
    tell({ made }, made.q, made.reached, made.updates, made.error);
  } catch (error) {
    tell({ fault: sentError(error) });
  }
}
