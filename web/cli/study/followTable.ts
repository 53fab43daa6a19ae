/** The printed results of a study along a path: one line per cell, over its runs. */
import {
  type AnsweredField,
  cellName,
  type FollowField,
  type FollowManifest,
  type FollowRuns,
  type FollowStudy,
  fitsPagePoints,
  followAt,
  followStory,
  followSums,
  isJumpy,
  jumpsText,
  type TableLine as Line,
  posedRun,
  quantile,
  type RunsSource,
  solverWords,
  sortedNumbers,
  THROUGHOUT,
} from '@iklab/study';
import { plainText } from 'iklab/format';
import { aligned } from './studyTable.ts';

export function* followTable(
  study: FollowStudy,
  runs: FollowRuns,
  manifest: FollowManifest,
): Generator<string> {
  const { shard, study: hash, build } = manifest;
  const { name, scenario, seed, count, sampling } = study;
  const title = name === '' ? scenario.name : name;
  const part = shard.of === 1 ? '' : `, shard ${shard.index}/${shard.of}`;
  const { path, points, rounds, updates, turn } = sampling;
  const went = `${path.shape}, ${points} points, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, at most ${updates} ${updates === 1 ? 'update' : 'updates'} per point, turn ${turn}`;
  yield `${title === '' ? '' : `${title}: `}${count} runs of each method, seed ${seed}${part}\n`;
  yield `${went}\nstudy ${hash}, build ${build}\n`;
  yield `${study.constants.map((line) => `${line}\n`).join('')}\n`;
  const rowsOf = (cell: number) =>
    Array.from({ length: count }, (_, i) => runs(cell, i)?.row).filter((row) => row !== undefined);
  yield aligned(
    study.cells.map((cell): Line => {
      const rows = rowsOf(cell.index);
      const of = (field: Field) => rows.map((row) => row[followAt(field)] as number);
      const told = study.solvers ? answered(of) : [];
      const own = figures(of, rows.length, jumpsOf(rows));
      return [['method', cellName(study, cell)], ...own, ...told];
    }),
  );
  for (const words of solverWords(study, 'point')) yield `\n${words}\n`;
  if (tellsStory({ study, manifest })) yield `\n${storyText(study, runs)}\n`;
  yield '\nValues are medians over the runs, for the last round. Exceptions: the largest error and the least σ over all runs, and the total number of jumps. Times are from this machine.\n';
  if (study.cells.some(({ index }) => rowsOf(index).some((row) => isJumpy({ row }))))
    yield `${THROUGHOUT}\n`;
}

/** The page's conclusions need all runs, and no more than the page can hold. */
export const tellsStory = ({ study, manifest }: Pick<RunsSource, 'study' | 'manifest'>): boolean =>
  manifest.shard.of === 1 && fitsPagePoints(study);

/** The page's conclusions. `runs`: with their courses. */
function storyText(study: FollowStudy, runs: FollowRuns): string {
  const sums = followSums(study, (cell, index) => {
    const [run, found] = [runs(cell, index), study.cells[cell]];
    const isRefused = !run || !found || Number.isNaN(run.row[followAt('rms')]);
    return isRefused ? undefined : posedRun(study, found, run);
  });
  return plainText(followStory(study, sums));
}

/** Runs that a solver refused have no jumps. */
function jumpsOf(rows: readonly Float64Array[]): string {
  const known = rows.filter((row) => !Number.isNaN(row[followAt('jumps')]));
  if (known.length === 0) return '-';
  const jumpy = known.filter((row) => isJumpy({ row }));
  const jumps = known
    .filter((row) => !jumpy.includes(row))
    .reduce((sum, row) => sum + (row[followAt('jumps')] as number), 0);
  return jumpsText({ jumps, jumpy: jumpy.length, runs: known.length });
}

type Field = FollowField | AnsweredField;
type Values = (field: Field) => readonly number[];

/** Values of the runs that have the field; a refused run has none. */
const knownOf = (of: Values) => (field: Field) => of(field).filter((x) => !Number.isNaN(x));
const medianOf = (of: Values) => (field: Field) =>
  quantile(sortedNumbers(Float64Array.from(knownOf(of)(field))), 0.5);
const percentOf = (of: Values) => (field: Field) => {
  const median = medianOf(of)(field);
  return Number.isNaN(median) ? '-' : (100 * median).toFixed(1);
};

function answered(of: Values): Line {
  const percent = percentOf(of);
  return [
    ['claimed %', percent('claimed')],
    ['refused %', percent('refused')],
    ['no answer %', percent('unanswered')],
    ['beyond limits %', percent('outside')],
    ['its clock µs', figure(1e6 * medianOf(of)('ownTime'))],
  ];
}

function figures(of: Values, runs: number, jumps: string): Line {
  const [known, median, percent] = [knownOf(of), medianOf(of), percentOf(of)];
  return [
    ['runs', String(runs)],
    ['error m: rms', figure(median('rms'))],
    ['95 %', figure(median('error95'))],
    ['largest', figure(Math.max(...known('largest')))],
    ['turned off rad', figure(Math.max(...known('angleLargest')))],
    ['within %', percent('within')],
    ['lag points', figure(median('lag'))],
    ['jumps', jumps],
    ['jitter', figure(median('jitter'))],
    ['travel rad', figure(median('travel'))],
    ['on a limit %', percent('limited')],
    ['least σ', figure(Math.min(...known('sigma')))],
    ['gap rad', figure(median('gap'))],
    ['µs per point', figure(1e6 * median('time'))],
    ['99 %', figure(1e6 * median('time99'))],
  ];
}

const figure = (x: number): string => (Number.isFinite(x) ? String(Number(x.toPrecision(3))) : '-');
