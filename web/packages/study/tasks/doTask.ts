/** Entry point of a worker: solves one request with its engine. */
import type { Engine } from '@iklab/core/engine';
import { mentionsFormula } from '@iklab/core/scenario/methods';
import { runGeneratorToEnd } from '@iklab/core/time';
import { type FollowRequest, solveFollow } from '../follow/followTask.ts';
import { type MapRequest, solveMap } from '../maps/mapTask.ts';
import type { TablePart } from '../published/publishedTable.ts';
import { publishedTables } from '../published/publishedTables.ts';
import type { SweepRequest } from '../sweeps/sweepStudy.ts';
import { solveSweep } from '../sweeps/sweepTask.ts';
import { type AgreementRequest, agreementSteps } from './agreementTask.ts';
import { type SpeedRequest, speedSteps } from './speed.ts';
import { type StudyRequest, solveSlice } from './studyTask.ts';
import { measureUpdateTimes, type UpdateTimesRequest } from './updateTimes.ts';

export interface TableRequest {
  readonly kind: 'table';
  readonly table: string;
  readonly part: TablePart;
}

export type TaskRequest =
  | TableRequest
  | StudyRequest
  | UpdateTimesRequest
  | SpeedRequest
  | AgreementRequest
  | MapRequest
  | SweepRequest
  | FollowRequest;

/** Returns whether a task needs the full module, for custom formulas or diagnoses of causes. */
export const needsFullModule = (request: TaskRequest): boolean =>
  mentionsFormula(request) || needsDiagnosis(request);

function needsDiagnosis(request: TaskRequest): boolean {
  if (request.kind === 'map') return request.causes === true;
  if (request.kind !== 'study' || request.poses) return false;
  const { causes = 0 } = request.document as { causes?: number };
  return request.slice.first < causes;
}

export function solveTask(request: TaskRequest, engine: Engine): unknown {
  if (request.kind === 'map') return solveMap(request, engine);
  if (request.kind === 'follow') return solveFollow(request, engine);
  if (request.kind === 'sweep') return solveSweep(request, engine);
  if (request.kind === 'pace') return measureUpdateTimes(request, engine);
  if (request.kind === 'speed') return runGeneratorToEnd(speedSteps(request, engine));
  if (request.kind === 'agreement') return runGeneratorToEnd(agreementSteps(request, engine));
  if (request.kind === 'study') return solveSlice(request, engine);
  const table = publishedTables.find(({ id }) => id === request.table);
  if (!table) throw new Error(`there is no table "${request.table}"`);
  return table.work(request.part, engine);
}
