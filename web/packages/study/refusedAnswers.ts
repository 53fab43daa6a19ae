/** Rejected answers of external solvers, with reasons. */

import { type Engine, openBatch } from 'iklab/engine';
import { angleFigure, figureText, lengthFigure } from 'iklab/format';
import { type PlainObject, resolve } from 'iklab/scenario';
import { causeOf, LOOKED_AT, type Missed } from './refusalCause.ts';
import { type AnyField, answersAt, anyFieldAt } from './rowLayout.ts';
import { isBrought, ROW_STOPS, type RowStop } from './solvers.ts';
import type { Cell, Study } from './study.ts';
import type { StudyRows } from './studyRows.ts';

/** An answer whose claim is false. */
export interface RefusedAnswer {
  readonly cell: Cell;
  readonly index: number;
  /** Why it is rejected. */
  readonly words: string;
}

type Refused = Extract<RowStop, 'refused-pose' | 'refused-limit'>;
const isRefused = (stop: RowStop | undefined): stop is Refused =>
  stop === 'refused-pose' || stop === 'refused-limit';

/** The first answers of each solver, out of `count` problems. */
export function refusedAnswers(
  study: Study,
  rows: StudyRows,
  count: number,
  most: number,
): RefusedAnswer[] {
  return study.cells.filter(isBrought).flatMap((cell) => {
    const found: RefusedAnswer[] = [];
    for (let index = 0; index < count && found.length < most; index++) {
      const words = refusalWords(study, rows, cell.index, index);
      if (words !== '') found.push({ cell, index, words });
    }
    return found;
  });
}

/** Outcomes of an answer, in display order. */
const ENDS = [
  ['solved', ['reached']],
  ['its pose is outside the tolerance', ['refused-pose']],
  ['a joint beyond its limits', ['refused-limit']],
  ['too late', ['too-late', 'killed']],
  ['reported as unsolved', ['gave-up']],
  ['no readable answer', ['broken']],
  ['not asked', ['unasked']],
] as const satisfies readonly (readonly [string, readonly RowStop[]])[];

export interface AnswerCount {
  readonly end: (typeof ENDS)[number][0];
  readonly count: number;
}

/** Counts of a cell; every problem is in exactly one of them. */
export function answerCounts(stops: Float64Array): AnswerCount[] {
  return ENDS.map(([end, wanted]) => ({
    end,
    count: stops.reduce(
      (sum, stop) => sum + Number(wanted.some((each) => each === ROW_STOPS[stop])),
      0,
    ),
  }));
}

/** The common cause of the misses of a solver, if its answers were stored. */
export function toldCauses(
  study: Study,
  rows: StudyRows,
  count: number,
  engine: Engine,
): { readonly cell: Cell; readonly words: string }[] {
  if (!study.solvers?.answers) return [];
  const scene = resolve(study.scenario);
  const batch = openBatch(engine, scene, study);
  try {
    return study.cells.filter(isBrought).flatMap((cell) => {
      const missed: Missed[] = [];
      for (let index = 0; index < count && missed.length < LOOKED_AT; index++) {
        if (
          ROW_STOPS[numberAt(rows, cell.index, index, anyFieldAt('stop', study))] !== 'refused-pose'
        )
          continue;
        const q = answerAt(study, rows, cell.index, index);
        if (q.every(Number.isFinite)) missed.push({ q, drawn: batch.draw(index) });
      }
      const words = causeOf(missed, study.scenario, scene.tree);
      return words === null ? [] : [{ cell, words }];
    });
  } finally {
    batch.delete();
  }
}

/**
 * Returns `refused: 12 mm from the target, although reported as solved`, or '' if the answer is
 * accepted.
 */
export function refusalWords(study: Study, rows: StudyRows, cell: number, index: number): string {
  const of = (field: AnyField): number => numberAt(rows, cell, index, anyFieldAt(field, study));
  const stop = ROW_STOPS[of('stop')];
  if (!isRefused(stop)) return '';
  return `refused: ${stop === 'refused-pose' ? missedWords(study, of) : beyondWords(of('worstLimit'))}, although reported as solved`;
}

function missedWords({ scenario }: Study, of: (field: AnyField) => number): string {
  const { targets, unit } = scenario;
  const far = figureText(lengthFigure(of('error'), unit));
  const turns = targets.some(({ orientation }) => orientation !== null);
  const turn = turns && Number.isFinite(of('angle')) ? ` and ${angleFigure(of('angle'))}` : '';
  return `${far}${turn} from the ${targets.length > 1 ? 'targets (sum)' : 'target'}`;
}

const beyondWords = (beyond: number): string =>
  beyond > 0
    ? `a joint is ${beyond.toPrecision(2)} (rad or m) beyond its limits`
    : 'a joint is beyond its limits';

/** Joint values of the answer; null if they were not stored or no scene can start there. */
export function keptAnswer(study: Study, rows: StudyRows, cell: number, index: number) {
  const q = answerAt(study, rows, cell, index);
  const held = study.scenario.limitPolicy !== 'ignore';
  const beyond = held && numberAt(rows, cell, index, anyFieldAt('worstLimit', study)) > 0;
  return q.length > 0 && q.every(Number.isFinite) && !beyond ? q : null;
}

function answerAt(study: Study, rows: StudyRows, cell: number, index: number): number[] {
  const at = answersAt(study);
  const { answers = 0 } = study.solvers ?? {};
  return Array.from({ length: answers }, (_, i) => numberAt(rows, cell, index, at + i));
}

const numberAt = (rows: StudyRows, cell: number, index: number, place: number): number =>
  rows.of(cell)[index * rows.stride + place] ?? Number.NaN;

/** Returns the scene of an answered problem; it starts at the answer if that was stored. */
export function answeredCase(
  document: PlainObject,
  { cell, words }: RefusedAnswer,
  answer: readonly number[] | null,
): PlainObject {
  const starts = answer ? ' Its answer is shown as the start pose.' : '';
  const note = `${document.note ?? ''} ${cell.panel.label}: ${words}.${starts}`;
  return { ...document, note, ...(answer && { start: answer }) };
}
