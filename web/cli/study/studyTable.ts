/** The printed results of a study: one line per cell, and conclusions. */
import {
  askedOfAll,
  askedText,
  beginsAgain,
  type Cell,
  type CellSummary,
  causesNote,
  causesSentences,
  cellName,
  columnsOf,
  comparisons,
  costsOf,
  earlyEnds,
  earlyEndsText,
  endsEarly,
  type TableLine as Line,
  type RowsSource,
  solverColumns,
  solverWords,
  summaryOf,
} from '@iklab/study';

export function* studyTable(source: RowsSource): Generator<string> {
  const { study, manifest, count } = source;
  const { shard } = manifest;
  const part = shard.of === 1 ? '' : `, shard ${shard.index}/${shard.of}`;
  const title = study.name === '' ? study.scenario.name : study.name;
  yield `${title === '' ? '' : `${title}: `}${count} problems of each method, seed ${study.seed}${part}\n`;
  yield `study ${manifest.study}, build ${manifest.build}\n`;
  yield `${study.constants.map((line) => `${line}\n`).join('')}\n`;
  const columns = columnsOf(source);
  const costs = costsOf(study, columns, 'updates');
  const solvers = study.solvers ? solverColumns(columns) : () => [];
  const endedEarly = (cell: Cell): Line =>
    endsEarly(study) ? [['ended early', String(earlyEnds(cell, columns))]] : [];
  const lines = study.cells.map(
    (cell): Line => [
      ['method', cellName(study, cell)],
      ...figures(summaryOf(cell.index, columns, costs), beginsAgain(study)),
      ...endedEarly(cell),
      ...solvers(cell),
    ],
  );
  yield aligned(lines);
  const asked = askedOfAll(study, columns);
  const shared = asked.left < asked.all ? costsOf(study, asked.columns, 'updates') : costs;
  const early = earlyEndsText(study, columns);
  const said = [
    ...askedText(asked),
    ...early,
    ...comparisons(study, shared),
    ...causesSentences(study, columns),
    ...solverWords(study),
  ];
  if (said.length > 0) yield `\n${said.join('\n')}\n`;
  if (study.causes > 0) yield `\n${causesNote(study)}\n`;
}

function figures(
  { n, solved, solvedAtFirst, solvedInterval, inLimits, ...of }: CellSummary,
  again: boolean,
): Line {
  const percent = (share: number) => (100 * share).toFixed(2);
  const { toHorizon, updates, evaluations, restarts, travel, missed } = of;
  return [
    ['solved %', percent(solved / n)],
    ...(again ? [['first attempt %', percent(solvedAtFirst / n)] as const] : []),
    ['95 % interval', `${percent(solvedInterval.low)} to ${percent(solvedInterval.high)}`],
    ['in limits %', percent(inLimits / n)],
    [`updates to ${toHorizon.horizon}: mean`, figure(toHorizon.mean, 2)],
    ['of the solved: 5 %', figure(updates.p5)],
    ['median', figure(updates.median)],
    ['95 %', figure(updates.p95)],
    ['most', figure(updates.most)],
    ['evaluations', figure(evaluations.mean, 2)],
    ['restarts', figure(restarts.mean, 3)],
    ['travel rad', figure(travel.median, 3)],
    ['missed by m', figure(missed.median, 4)],
  ];
}

const figure = (x: number, digits = 0) => (Number.isNaN(x) ? '-' : x.toFixed(digits));

/** Aligns lines under headings: the first column to the left, the others to the right. */
export function aligned(lines: readonly Line[]): string {
  const heads = (lines[0] ?? []).map(([head]) => head);
  const rows = [heads, ...lines.map((line) => line.map(([, text]) => text))];
  const widths = heads.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const pad = (text: string, i: number) =>
    i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0);
  return rows.map((row) => `${row.map(pad).join('  ').trimEnd()}\n`).join('');
}
