import type { Engine } from '@iklab/core/engine';
import { runGeneratorToEnd } from '@iklab/core/time';
import { type PathRunRequest, solvePathRun } from '../follow/solvePathRun.ts';
import { type MapRequest, solveMap } from '../maps/mapTask.ts';
import type { PublishedTablePart } from '../published/publishedTable.ts';
import { publishedTables } from '../published/publishedTables.ts';
import type { SweepRequest } from '../sweeps/makeSweepStudy.ts';
import { solveSweepPoint } from '../sweeps/solveSweepPoint.ts';
import { type FormulaAgreementRequest, formulaAgreementSteps } from './formulaAgreementSteps.ts';
import { type StudyRequest, solveStudySlice } from './studyTask.ts';
import { type UpdateSpeedRequest, updateSpeedSteps } from './updateSpeedSteps.ts';
import { measureUpdateTimes, type UpdateTimesRequest } from './updateTimes.ts';

export interface TablePartRequest {
  readonly kind: 'table';
  readonly table: string;
  readonly part: PublishedTablePart;
}

export type TaskRequest =
  | TablePartRequest
  | StudyRequest
  | UpdateTimesRequest
  | UpdateSpeedRequest
  | FormulaAgreementRequest
  | MapRequest
  | SweepRequest
  | PathRunRequest;

export function solveTask(request: TaskRequest, engine: Engine): unknown {
  if (request.kind === 'map') return solveMap(request, engine);
  if (request.kind === 'follow') return solvePathRun(request, engine);
  if (request.kind === 'sweep') return solveSweepPoint(request, engine);
  if (request.kind === 'pace') return measureUpdateTimes(request, engine);
  if (request.kind === 'speed') return runGeneratorToEnd(updateSpeedSteps(request, engine));
  if (request.kind === 'agreement')
    return runGeneratorToEnd(formulaAgreementSteps(request, engine));
  if (request.kind === 'study') return solveStudySlice(request, engine);
  const table = publishedTables.find(({ id }) => id === request.table);
  if (!table) throw new Error(`there is no table "${request.table}"`);
  return table.work(request.part, engine);
}
