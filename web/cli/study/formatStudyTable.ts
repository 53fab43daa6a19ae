import { type Study, type StudyCell, studyCellName } from '@iklab/study/document';
import {
  commonProblemsText,
  comparisonSentences,
  computeCosts,
  countEarlyRunEnds,
  earlyRunEndsText,
  explainExternalSolvers,
  extraRotationText,
  type LabelledColumnTexts as Line,
  listReachedBranches,
  makeSolverTableColumns,
  nearestShareText,
  nearestSolutionComparisons,
  nearestSolutionSentence,
  type StudyCellSummary,
  solutionBranchText,
  solutionsNote,
  studyHasRestarts,
  studyHasStopRules,
  summarizeCell,
  summarizeStudySolutions,
} from '@iklab/study/results';
import {
  makeRowColumnReader,
  type RowColumnReader,
  type RowsSource,
  selectCommonRows,
} from '@iklab/study/rows';
import { failureCauseSentences, failureCausesNote } from '@iklab/study/tasks';

export function* formatStudyTable(source: RowsSource): Generator<string> {
  const { study, manifest, count } = source;
  const { shard } = manifest;
  const part = shard.of === 1 ? '' : `, shard ${shard.index}/${shard.of}`;
  const title = study.name === '' ? study.scenario.name : study.name;
  yield `${title === '' ? '' : `${title}: `}${count} problems of each method, seed ${study.seed}${restartsText(study)}${part}\n`;
  yield `study ${manifest.study}, build ${manifest.build}\n`;
  yield `${study.constants.map((line) => `${line}\n`).join('')}\n`;
  const columns = makeRowColumnReader(source);
  const costs = computeCosts(study, columns, 'updates');
  const solvers = study.solvers ? makeSolverTableColumns(columns) : () => [];
  const endedEarly = (cell: StudyCell): Line =>
    studyHasStopRules(study) ? [['ended early', String(countEarlyRunEnds(cell, columns))]] : [];
  const lines = study.cells.map(
    (cell): Line => [
      ['method', studyCellName(study, cell)],
      ...summaryLine(summarizeCell(cell.index, columns, costs), studyHasRestarts(study)),
      ...endedEarly(cell),
      ...solvers(cell),
    ],
  );
  yield alignColumns(lines);
  const common = selectCommonRows(study, columns);
  const shared =
    common.common < common.all ? computeCosts(study, common.columns, 'updates') : costs;
  const early = earlyRunEndsText(study, columns);
  const sentences = [
    ...commonProblemsText(common),
    ...early,
    ...comparisonSentences(study, shared),
    ...failureCauseSentences(study, columns),
    ...explainExternalSolvers(study),
  ];
  if (sentences.length > 0) yield `\n${sentences.join('\n')}\n`;
  if (study.causes > 0) yield `\n${failureCausesNote(study)}\n`;
  if (study.solutions) yield* formatSolutions(study, columns);
}

function restartsText({ scenario }: Study): string {
  const { most, from } = scenario.run.restarts ?? { most: 0, from: 'random' };
  return most > 0 && from === 'table' ? ', restarts from the table of 256 poses' : '';
}

function* formatSolutions(study: Study, columns: RowColumnReader): Generator<string> {
  const all = summarizeStudySolutions(study, columns);
  const percent = (share: number) => (100 * share).toFixed(2);
  const branches = listReachedBranches(all);
  const lines = all.map((each): Line => {
    const { cell, reached, nearestInterval, certified } = each;
    const { low, high } = nearestInterval;
    return [
      ['method', studyCellName(study, cell)],
      ['reached', String(reached)],
      ['nearest %', nearestShareText(each)],
      ['95 % interval', `${percent(low)} to ${percent(high)}`],
      ['extra rotation °', extraRotationText(each)],
      ['certified', String(certified)],
      ...branches.map((branch): Line[number] => [
        branch === 0 ? 'none %' : `no. ${branch} %`,
        solutionBranchText(each, branch),
      ]),
    ];
  });
  const sentence = nearestSolutionSentence(study, columns);
  if (sentence !== '') yield `\n${sentence}\n`;
  yield `\n${alignColumns(lines)}`;
  const comparisons = nearestSolutionComparisons(study, columns);
  if (comparisons.length > 1) yield `\n${comparisons.join('\n')}\n`;
  yield `\n${solutionsNote(study)}\n`;
}

function summaryLine(
  { n, solved, solvedAtFirst, solvedInterval, inLimits, ...rest }: StudyCellSummary,
  again: boolean,
): Line {
  const percent = (share: number) => (100 * share).toFixed(2);
  const { toHorizon, updates, evaluations, restarts, travel, missed } = rest;
  return [
    ['solved %', percent(solved / n)],
    ...(again ? [['first attempt %', percent(solvedAtFirst / n)] as const] : []),
    ['95 % interval', `${percent(solvedInterval.low)} to ${percent(solvedInterval.high)}`],
    ['in limits %', percent(inLimits / n)],
    [`updates to ${toHorizon.horizon}: mean`, formatFigure(toHorizon.mean, 2)],
    ['of the solved: 5 %', formatFigure(updates.p5)],
    ['median', formatFigure(updates.median)],
    ['95 %', formatFigure(updates.p95)],
    ['most', formatFigure(updates.most)],
    ['evaluations', formatFigure(evaluations.mean, 2)],
    ['restarts', formatFigure(restarts.mean, 3)],
    ['travel rad', formatFigure(travel.median, 3)],
    ['missed by m', formatFigure(missed.median, 4)],
  ];
}

const formatFigure = (x: number, digits = 0) => (Number.isNaN(x) ? '-' : x.toFixed(digits));

export function alignColumns(lines: readonly Line[]): string {
  const heads = (lines[0] ?? []).map(([head]) => head);
  const rows = [heads, ...lines.map((line) => line.map(([, text]) => text))];
  const widths = heads.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const pad = (text: string, i: number) =>
    i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0);
  return rows.map((row) => `${row.map(pad).join('  ').trimEnd()}\n`).join('');
}
