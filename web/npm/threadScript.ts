/**
 * The script `thread.js`: a worker that solves rows of a robot. A bundler can include this single
 * file.
 */
import { loadEngine } from '@iklab/core/engine';
import type { ManySolutions } from './packageTypes.ts';
import { toSentError } from './sentError.ts';
import { solveMany } from './solveMany.ts';
import { TaskSolvers } from './taskSolvers.ts';
import type { SolveRowsAnswer, SolveRowsRequest, ThreadRequest } from './threadMessages.ts';
import { getOwnWorkerPort } from './workerPort.ts';
import { SOLVE_OPTIONS } from './writeSolveRules.ts';

const port = getOwnWorkerPort();
let solverPromise: Promise<TaskSolvers> | null = null;

port?.hear((data) => {
  const request = data as ThreadRequest;
  if ('rows' in request) return void solveRows(request.rows);
  solverPromise = loadEngine({ wasmBinary: request.wasm }).then(
    (engine) => new TaskSolvers(engine, request.scene),
  );
  solverPromise.catch(() => {}); // The first answer reports the error.
});

async function solveRows({ goals, options, before }: SolveRowsRequest): Promise<void> {
  const post = (message: SolveRowsAnswer, ...arrays: ManySolutions[keyof ManySolutions][]) =>
    port?.postMessage(
      message,
      arrays.map(({ buffer }) => buffer as ArrayBuffer),
    );
  try {
    const solvers = await solverPromise;
    if (!solvers) throw new Error('this worker has no robot');
    const made = solveMany(solvers, goals, options, SOLVE_OPTIONS, before);
    post({ made }, made.q, made.reached, made.updates, made.error);
  } catch (error) {
    post({ fault: toSentError(error) });
  }
}
