import { phrasePlainText } from '@iklab/core/format/words';
import { studyCellName } from '@iklab/study/document';
import {
  isJumpyRun,
  JUMPY_RUN_HELP,
  type PathRunField,
  type PathStudy,
  type PathStudyManifest,
  pathJumpsText,
  pathRunFieldIndex,
  pathStudyFitsPage,
  pathStudySentences,
  type SolverPathRunField,
  summarizePathStudy,
} from '@iklab/study/follow';
import { addRunEffectorPositions, type PathRunReader } from '@iklab/study/follow/runs';
import {
  explainExternalSolvers,
  type LabelledColumnTexts as Line,
  median,
} from '@iklab/study/results';
import type { PathRunsSource } from '@iklab/study/rows';
import { alignColumns } from './formatStudyTable.ts';

export function* formatPathStudyTable(
  study: PathStudy,
  runs: PathRunReader,
  manifest: PathStudyManifest,
): Generator<string> {
  const { shard, study: hash, build } = manifest;
  const { name, scenario, seed, count, sampling } = study;
  const title = name === '' ? scenario.name : name;
  const part = shard.of === 1 ? '' : `, shard ${shard.index}/${shard.of}`;
  const { path, points, rounds, updates, turn: orientationMode } = sampling;
  const went = `${path.shape}, ${points} points, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, at most ${updates} ${updates === 1 ? 'update' : 'updates'} per point, turn ${orientationMode}`;
  yield `${title === '' ? '' : `${title}: `}${count} runs of each method, seed ${seed}${part}\n`;
  yield `${went}\nstudy ${hash}, build ${build}\n`;
  yield `${study.constants.map((line) => `${line}\n`).join('')}\n`;
  const rowsOf = (cell: number) =>
    Array.from({ length: count }, (_, i) => runs(cell, i)?.row).filter((row) => row !== undefined);
  yield alignColumns(
    study.cells.map((cell): Line => {
      const rows = rowsOf(cell.index);
      const valuesOf = (field: Field) => rows.map((row) => row[pathRunFieldIndex(field)] as number);
      const solverFigures = study.solvers ? solverLine(valuesOf) : [];
      const ownFigures = methodLine(valuesOf, rows.length, formatJumps(rows));
      return [['method', studyCellName(study, cell)], ...ownFigures, ...solverFigures];
    }),
  );
  for (const words of explainExternalSolvers(study, 'point')) yield `\n${words}\n`;
  if (canFormatStudyConclusions({ study, manifest })) yield `\n${formatStory(study, runs)}\n`;
  yield '\nValues are medians over the runs, for the last round. Exceptions: the largest error and the least σ over all runs, and the total number of jumps. Times are from this machine.\n';
  if (study.cells.some(({ index }) => rowsOf(index).some((row) => isJumpyRun({ row }))))
    yield `${JUMPY_RUN_HELP}\n`;
}

/** Returns whether conclusions can be printed: all runs are available and fit into a page. */
export const canFormatStudyConclusions = ({
  study,
  manifest,
}: Pick<PathRunsSource, 'study' | 'manifest'>): boolean =>
  manifest.shard.of === 1 && pathStudyFitsPage(study);

function formatStory(study: PathStudy, runs: PathRunReader): string {
  const sums = summarizePathStudy(study, (cell, index) => {
    const [run, found] = [runs(cell, index), study.cells[cell]];
    const isRefused = !run || !found || Number.isNaN(run.row[pathRunFieldIndex('rms')]);
    return isRefused ? undefined : addRunEffectorPositions(study, found, run);
  });
  return phrasePlainText(pathStudySentences(study, sums));
}

function formatJumps(rows: readonly Float64Array[]): string {
  const valid = rows.filter((row) => !Number.isNaN(row[pathRunFieldIndex('jumps')]));
  if (valid.length === 0) return '-';
  const jumpy = valid.filter((row) => isJumpyRun({ row }));
  const jumps = valid
    .filter((row) => !jumpy.includes(row))
    .reduce((sum, row) => sum + (row[pathRunFieldIndex('jumps')] as number), 0);
  return pathJumpsText({ jumps, jumpy: jumpy.length, runs: valid.length });
}

type Field = PathRunField | SolverPathRunField;
type FieldValues = (field: Field) => readonly number[];

const validValues = (values: FieldValues) => (field: Field) =>
  values(field).filter((x) => !Number.isNaN(x));
const medianOf = (values: FieldValues) => (field: Field) => median(values(field));
const percentOf = (values: FieldValues) => (field: Field) => {
  const median = medianOf(values)(field);
  return Number.isNaN(median) ? '-' : (100 * median).toFixed(1);
};

function solverLine(values: FieldValues): Line {
  const percent = percentOf(values);
  return [
    ['claimed %', percent('claimed')],
    ['refused %', percent('refused')],
    ['no answer %', percent('unanswered')],
    ['beyond limits %', percent('outside')],
    ['its clock µs', formatFigure(1e6 * medianOf(values)('ownTime'))],
  ];
}

function methodLine(values: FieldValues, runs: number, jumps: string): Line {
  const [validOf, median, percent] = [validValues(values), medianOf(values), percentOf(values)];
  return [
    ['runs', String(runs)],
    ['error m: rms', formatFigure(median('rms'))],
    ['95 %', formatFigure(median('error95'))],
    ['largest', formatFigure(Math.max(...validOf('largest')))],
    ['turned off rad', formatFigure(Math.max(...validOf('angleLargest')))],
    ['within %', percent('within')],
    ['lag points', formatFigure(median('lag'))],
    ['jumps', jumps],
    ['jitter', formatFigure(median('jitter'))],
    ['travel rad', formatFigure(median('travel'))],
    ['on a limit %', percent('limited')],
    ['least σ', formatFigure(Math.min(...validOf('sigma')))],
    ['gap rad', formatFigure(median('gap'))],
    ['µs per point', formatFigure(1e6 * median('time'))],
    ['99 %', formatFigure(1e6 * median('time99'))],
  ];
}

const formatFigure = (x: number): string =>
  Number.isFinite(x) ? String(Number(x.toPrecision(3))) : '-';
