/**
 * Runs a task in small pieces that do not block the thread. Rows are bit-identical to those of a
 * worker.
 */
import type { Engine } from '@iklab/core/engine';
import { resolveScenario } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { checkPathRunLength } from '../follow/solvePathRun.ts';
import type { MapCellResults } from '../maps/mapLayer.ts';
import { type MapRequest, solveMap } from '../maps/mapTask.ts';
import { sweepPointSteps } from '../sweeps/solveSweepPoint.ts';
import { formulaAgreementSteps } from './formulaAgreementSteps.ts';
import { solveTask, type TaskRequest } from './solveTask.ts';
import { type SolvedStudySlice, type StudyRequest, solveStudySlice } from './studyTask.ts';
import { updateSpeedSteps } from './updateSpeedSteps.ts';
import { updateTimesSteps } from './updateTimes.ts';

export type TaskSteps = Generator<void, unknown>;

/**
 * Starts a task as a generator of short steps. Throws if a problem might block the thread too long.
 */
export function taskSteps(request: TaskRequest, engine: Engine): TaskSteps {
  if (request.kind === 'table') return singleStep(request, engine);
  if (request.kind === 'pace') return updateTimesSteps(request, engine);
  if (request.kind === 'speed') return updateSpeedSteps(request, engine);
  if (request.kind === 'agreement') return formulaAgreementSteps(request, engine);
  if (request.kind === 'follow') {
    checkPathRunLength(request, engine);
    return singleStep(request, engine);
  }
  checkLength(requestScenario(request), engine);
  if (request.kind === 'study') return studySteps(request, engine);
  if (request.kind === 'map') return mapSteps(request, engine);
  return sweepPointSteps(request, engine, PROBLEMS_PER_PIECE);
}

type ProblemRequest = Exclude<
  TaskRequest,
  { readonly kind: 'table' | 'pace' | 'speed' | 'agreement' | 'follow' }
>;

const requestScenario = (request: ProblemRequest): unknown =>
  request.kind === 'study'
    ? { iklab: 1, ...(request.document as { scenario?: object }).scenario }
    : JSON.parse(request.scenario);

/**
 * Greatest cost of one problem without workers, about a second: updates × rows × columns × rank of
 * J.
 */
const MAX_PRODUCTS = 2e7;

function checkLength(document: unknown, { catalogue }: Engine): void {
  const read = parseScenarioDocument(document, catalogue);
  if (!read.ok) return; // The fault is reported where the task is solved.
  const { tree, start } = resolveScenario(read.value);
  const { run, targets } = read.value;
  const rows = targets.reduce((sum, { orientation }) => sum + (orientation ? 6 : 3), 0);
  const updates = run.maxUpdates * (1 + (run.restarts?.most ?? 0));
  const joints = start.length;
  if (updates * rows * joints * Math.min(rows, joints) <= MAX_PRODUCTS) return;
  throw new Error(
    `a problem with ${tree.joints.length} joints may take ${updates} updates, too many without web workers; reduce updates or restarts`,
  );
}

const PROBLEMS_PER_PIECE = 8;

function* studySteps(request: StudyRequest, engine: Engine): Generator<void, SolvedStudySlice> {
  const { slice } = request;
  const parts: Float64Array[] = [];
  for (const { first, count } of splitRange(slice.first, slice.count)) {
    const part = solveStudySlice({ ...request, slice: { ...slice, first, count } }, engine);
    parts.push(part.rows);
    yield;
  }
  return { rows: Float64Array.from(parts.flatMap((part) => [...part])) };
}

function* mapSteps(request: MapRequest, engine: Engine): Generator<void, MapCellResults> {
  const parts: MapCellResults[] = [];
  for (const piece of splitRange(request.first, request.count)) {
    parts.push(solveMap({ ...request, ...piece }, engine));
    yield;
  }
  return {
    rows: Float64Array.from(parts.flatMap(({ rows }) => [...rows])),
    poses: Float32Array.from(parts.flatMap(({ poses }) => [...poses])),
  };
}

// biome-ignore lint/correctness/useYield: it has none to give
function* singleStep(request: TaskRequest, engine: Engine): TaskSteps {
  return solveTask(request, engine);
}

function* splitRange(first: number, count: number): Generator<{ first: number; count: number }> {
  for (let done = 0; done < count; done += PROBLEMS_PER_PIECE)
    yield { first: first + done, count: Math.min(PROBLEMS_PER_PIECE, count - done) };
}
