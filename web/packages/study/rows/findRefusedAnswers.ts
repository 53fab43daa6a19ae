import { type Engine, openProblemBatch } from '@iklab/core/engine';
import { angleText, lengthWithUnit, valueWithUnitText } from '@iklab/core/format';
import { type PlainObject, resolveScenario } from '@iklab/core/scenario';
import type { Study, StudyCell } from '../document/study.ts';
import {
  isExternalSolverCell,
  ROW_STOP_REASONS,
  type RowStopReason,
} from '../document/withExternalSolvers.ts';
import {
  findCommonRefusalCause,
  MAX_EXAMINED_REFUSALS,
  type RefusedSolverPose,
} from './findCommonRefusalCause.ts';
import { type AnyRowField, anyRowFieldIndex, rowAnswersOffset } from './rowLayout.ts';
import type { StudyRows } from './studyRows.ts';

/** Answer of an external solver that wrongly claims to be a solution. */
export interface RefusedSolverAnswer {
  readonly cell: StudyCell;
  readonly index: number;
  readonly words: string;
}

type RefusedStop = Extract<RowStopReason, 'refused-pose' | 'refused-limit'>;
const isRefused = (stop: RowStopReason | undefined): stop is RefusedStop =>
  stop === 'refused-pose' || stop === 'refused-limit';

/**
 * Returns the first `most` refused answers of each external solver among the first `count`
 * problems.
 */
export function findRefusedAnswers(
  study: Study,
  rows: StudyRows,
  count: number,
  most: number,
): RefusedSolverAnswer[] {
  return study.cells.filter(isExternalSolverCell).flatMap((cell) => {
    const found: RefusedSolverAnswer[] = [];
    for (let index = 0; index < count && found.length < most; index++) {
      const words = refusalText(study, rows, cell.index, index);
      if (words !== '') found.push({ cell, index, words });
    }
    return found;
  });
}

const OUTCOMES = [
  ['solved', ['reached']],
  ['its pose is outside the tolerance', ['refused-pose']],
  ['a joint beyond its limits', ['refused-limit']],
  ['too late', ['too-late', 'killed']],
  ['reported as unsolved', ['gave-up']],
  ['no readable answer', ['broken']],
  ['not asked', ['unasked']],
] as const satisfies readonly (readonly [string, readonly RowStopReason[]])[];

export interface SolverOutcomeCount {
  readonly end: (typeof OUTCOMES)[number][0];
  readonly count: number;
}

/** `stops`: stop reasons of all problems of an external solver. */
export function countSolverOutcomes(stops: Float64Array): SolverOutcomeCount[] {
  return OUTCOMES.map(([end, wanted]) => ({
    end,
    count: stops.reduce(
      (sum, stop) => sum + Number(wanted.some((each) => each === ROW_STOP_REASONS[stop])),
      0,
    ),
  }));
}

/** Leaves out solvers without stored answers or a common cause. */
export function findRefusalCauses(
  study: Study,
  rows: StudyRows,
  count: number,
  engine: Engine,
): { readonly cell: StudyCell; readonly words: string }[] {
  if (!study.solvers?.answers) return [];
  const scene = resolveScenario(study.scenario);
  const batch = openProblemBatch(engine, scene, study);
  try {
    return study.cells.filter(isExternalSolverCell).flatMap((cell) => {
      const missed: RefusedSolverPose[] = [];
      for (let index = 0; index < count && missed.length < MAX_EXAMINED_REFUSALS; index++) {
        if (
          ROW_STOP_REASONS[readValue(rows, cell.index, index, anyRowFieldIndex('stop', study))] !==
          'refused-pose'
        )
          continue;
        const q = readAnswer(study, rows, cell.index, index);
        if (q.every(Number.isFinite)) missed.push({ q, drawn: batch.draw(index) });
      }
      const words = findCommonRefusalCause(missed, study.scenario, scene.tree);
      return words === null ? [] : [{ cell, words }];
    });
  } finally {
    batch.delete();
  }
}

function refusalText(study: Study, rows: StudyRows, cell: number, index: number): string {
  const fieldValue = (field: AnyRowField): number =>
    readValue(rows, cell, index, anyRowFieldIndex(field, study));
  const stop = ROW_STOP_REASONS[fieldValue('stop')];
  if (!isRefused(stop)) return '';
  return `refused: ${stop === 'refused-pose' ? missText(study, fieldValue) : limitText(fieldValue('worstLimit'))}, although reported as solved`;
}

function missText({ scenario }: Study, fieldValue: (field: AnyRowField) => number): string {
  const { targets, unit } = scenario;
  const far = valueWithUnitText(lengthWithUnit(fieldValue('error'), unit));
  const hasOrientation = targets.some(({ orientation }) => orientation !== null);
  const rotation =
    hasOrientation && Number.isFinite(fieldValue('angle'))
      ? ` and ${angleText(fieldValue('angle'))}`
      : '';
  return `${far}${rotation} from the ${targets.length > 1 ? 'targets (sum)' : 'target'}`;
}

const limitText = (violation: number): string =>
  violation > 0
    ? `a joint is ${violation.toPrecision(2)} (rad or m) beyond its limits`
    : 'a joint is beyond its limits';

/**
 * Returns the final pose of an external solver; null if answers were not stored or the pose exceeds
 * joint limits.
 */
export function storedSolverPose(study: Study, rows: StudyRows, cell: number, index: number) {
  const q = readAnswer(study, rows, cell, index);
  const hasLimits = study.scenario.limitPolicy !== 'ignore';
  const isBeyondLimits =
    hasLimits && readValue(rows, cell, index, anyRowFieldIndex('worstLimit', study)) > 0;
  return q.length > 0 && q.every(Number.isFinite) && !isBeyondLimits ? q : null;
}

function readAnswer(study: Study, rows: StudyRows, cell: number, index: number): number[] {
  const offset = rowAnswersOffset(study);
  const { answers = 0 } = study.solvers ?? {};
  return Array.from({ length: answers }, (_, i) => readValue(rows, cell, index, offset + i));
}

const readValue = (rows: StudyRows, cell: number, index: number, column: number): number =>
  rows.cellRows(cell)[index * rows.stride + column] ?? Number.NaN;

/** Makes a document that starts at the refused answer, or else at the start of the problem. */
export function makeRefusedAnswerDocument(
  document: PlainObject,
  { cell, words }: RefusedSolverAnswer,
  answer: readonly number[] | null,
): PlainObject {
  const starts = answer ? ' Its answer is shown as the start pose.' : '';
  const note = `${document.note ?? ''} ${cell.panel.label}: ${words}.${starts}`;
  return { ...document, note, ...(answer && { start: answer }) };
}
