import { parentPort, workerData } from 'node:worker_threads';
import { type Engine, EngineError, loadEngine } from '@iklab/core/engine';
import { parseStudy, withExternalSolvers } from '@iklab/study/document';
import { isPathStudyDocument, PathStudySolver, parsePathStudy } from '@iklab/study/follow';
import { joinPathRun } from '@iklab/study/follow/runs';
import { type ProblemSlice, StudySolver } from '@iklab/study/tasks';
import { valueOrThrow } from '../errors.ts';
import type { StudyThreadAnswer, StudyThreadWork } from './solveSlicesInThreads.ts';

export async function serveStudySlices(wasmBinary: Uint8Array): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('this is no thread');
  const answer = (value: StudyThreadAnswer) =>
    port.postMessage(value, 'rows' in value ? [value.rows.buffer as ArrayBuffer] : []);
  const engine = await loadEngine({ wasmBinary });
  const solve = makeSolver(workerData as StudyThreadWork, engine);
  port.on('message', (slice: ProblemSlice) => {
    try {
      answer({ slice, rows: solve(slice) });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      answer({ fault: error.message });
    }
  });
}

const clock = () => performance.now();

function makeSolver(
  { document, solvers }: StudyThreadWork,
  engine: Engine,
): (slice: ProblemSlice) => Float64Array {
  if (isPathStudyDocument(document)) {
    const ownStudy = valueOrThrow(parsePathStudy(document, engine.catalogue));
    const study = solvers ? withExternalSolvers(ownStudy, solvers) : ownStudy;
    const solver = new PathStudySolver(engine, study);
    return ({ cell, first }) => joinPathRun(solver.solve(cell, first, clock), study);
  }
  const ownStudy = valueOrThrow(parseStudy(document, engine.catalogue));
  const solver = new StudySolver(
    engine,
    solvers ? withExternalSolvers(ownStudy, solvers) : ownStudy,
  );
  return (slice) => (solvers ? solver.solveTimed(slice, clock) : solver.solve(slice));
}
