/** Counts in which of all solutions the methods end. */
import { groupedCountText } from '@iklab/core/format';
import { joinNamesWithAnd } from '@iklab/core/format/words';
import { toDegrees } from '@iklab/core/scenario/numbers';
import type { Study, StudyCell } from '../document/study.ts';
import { studyCellName } from '../document/studyCellName.ts';
import { isExternalSolverCell } from '../document/withExternalSolvers.ts';
import type { RowColumnReader } from '../rows/studyRows.ts';
import { percentagePointsText, significantDecimals } from './conclusion.ts';
import { interimSampleSizes } from './earlyStop.ts';
import { type PairedProportions, pairedProportions } from './pairedProportions.ts';
import { proportionInterval } from './proportionInterval.ts';
import { simultaneousCriticalZ } from './simultaneousCriticalZ.ts';
import { arithmeticMean, type ConfidenceInterval } from './statistics.ts';
import { intervalIncludesZero, MIN_COMPARABLE_PROBLEMS } from './studyVerdict.ts';

export interface CellSolutions {
  readonly cell: StudyCell;
  /** Number of solved problems with a nearest solution: the base of all other counts. */
  readonly reached: number;
  /** Number of problems that ended in the solution nearest to their start. */
  readonly nearest: number;
  /** Interval (95 %) of the share of `nearest`. */
  readonly nearestInterval: ConfidenceInterval;
  /**
   * Mean excess of the largest joint rotation over that to the nearest solution, radians; NaN if no
   * problem is solved.
   */
  readonly extraRotation: number;
  /** Number of problems per solution number; 0: beside a singularity. */
  readonly byBranch: ReadonlyMap<number, number>;
  /** Number of problems with a pose certified to be near an exact solution. */
  readonly certified: number;
}

/** Values per problem: 1 if it ended in the nearest solution, 0 if not, NaN if unknown. */
function nearestFlags(cell: number, columns: RowColumnReader): Float64Array {
  const [solved, branches] = [columns(cell, 'solved'), columns(cell, 'branch')];
  const nearest = columns(cell, 'nearestBranch');
  return solved.map((one, i) =>
    one === 1 && (nearest[i] ?? 0) > 0 ? Number(branches[i] === nearest[i]) : Number.NaN,
  );
}

const methodCells = ({ cells }: Pick<Study, 'cells'>): readonly StudyCell[] =>
  cells.filter((cell) => !isExternalSolverCell(cell));

/** Summarizes the solutions of each method; empty if the study does not ask for them. */
export function summarizeStudySolutions(study: Study, columns: RowColumnReader): CellSolutions[] {
  if (!study.solutions) return [];
  return methodCells(study).map((cell) => summarizeCellSolutions(cell, columns));
}

function summarizeCellSolutions(cell: StudyCell, columns: RowColumnReader): CellSolutions {
  const flags = nearestFlags(cell.index, columns);
  const ofReached = (values: Float64Array) => values.filter((_, i) => !Number.isNaN(flags[i]));
  const reachedFlags = ofReached(flags);
  const nearest = reachedFlags.reduce((sum, flag) => sum + flag, 0);
  const shortest = columns(cell.index, 'nearestTurn');
  const extra = columns(cell.index, 'turn').map((turn, i) => turn - (shortest[i] ?? Number.NaN));
  const byBranch = new Map<number, number>();
  for (const branch of ofReached(columns(cell.index, 'branch')))
    byBranch.set(branch, (byBranch.get(branch) ?? 0) + 1);
  return {
    cell,
    reached: reachedFlags.length,
    nearest,
    nearestInterval: proportionInterval(nearest, reachedFlags.length),
    extraRotation: arithmeticMean(ofReached(extra)),
    byBranch: new Map([...byBranch].sort(([a], [b]) => a - b)),
    certified: ofReached(columns(cell.index, 'certified')).filter((x) => !Number.isNaN(x)).length,
  };
}

/** Returns the numbers of the solutions that were reached, ascending; 0: none. */
export const listReachedBranches = (all: readonly CellSolutions[]): readonly number[] =>
  [...new Set(all.flatMap(({ byBranch }) => [...byBranch.keys()]))].sort((a, b) => a - b);

interface NearestComparison {
  readonly cell: StudyCell;
  readonly pair: PairedProportions;
}

const sortByShare = (all: readonly CellSolutions[]): CellSolutions[] =>
  [...all].sort((a, b) => b.nearest / b.reached - a.nearest / a.reached);

/**
 * Returns the summaries by the share of the nearest solution, highest first. Methods with too few
 * problems come last: as the best, they would hide significant differences between the others.
 */
function sortByNearest(all: readonly CellSolutions[]): CellSolutions[] {
  const sorted = sortByShare(all.filter(({ reached }) => reached > 0));
  const isComparable = ({ reached }: CellSolutions) => reached >= MIN_COMPARABLE_PROBLEMS;
  return [...sorted.filter(isComparable), ...sorted.filter((each) => !isComparable(each))];
}

/** Compares the first method with each other one on common solved problems. */
function compareNearest(
  study: Study,
  sorted: readonly CellSolutions[],
  columns: RowColumnReader,
): NearestComparison[] {
  const z = simultaneousCriticalZ(study.cells.length, interimSampleSizes(study).length);
  const [best, ...others] = sorted;
  if (!best) return [];
  const first = nearestFlags(best.cell.index, columns);
  return others.map(({ cell }) => {
    const second = nearestFlags(cell.index, columns);
    const common = (_: number, i: number) => !Number.isNaN((first[i] ?? 0) + (second[i] ?? 0));
    return { cell, pair: pairedProportions(first.filter(common), second.filter(common), z) };
  });
}

/** Greatest number of listed shares. The others are given as a range. */
const MAX_LISTED = 3;
/** Formats the share of the nearest solution in per cent, to its precision. */
export const nearestShareText = ({
  nearest,
  reached,
  nearestInterval: { low, high },
}: CellSolutions): string =>
  reached === 0
    ? '-'
    : ((100 * nearest) / reached).toFixed(significantDecimals(50 * (high - low), 1));

/** Formats how often a method reached a solution, in whole per cent. */
export function solutionBranchText({ byBranch, reached }: CellSolutions, branch: number): string {
  const count = byBranch.get(branch) ?? 0;
  if (count === 0) return '-';
  const percent = (100 * count) / reached;
  return percent < 1 ? '< 1' : percent.toFixed(0);
}

/**
 * States how often methods ended in the nearest solution: "SDLS ended in the nearest of up to 8
 * solutions in 64 % of 500 reached poses, DLS in 71 %."; '' without poses.
 */
export function nearestSolutionSentence(study: Study, columns: RowColumnReader): string {
  const sorted = sortByNearest(summarizeStudySolutions(study, columns));
  const [first, ...others] = sorted;
  if (!first) return '';
  const name = ({ cell }: CellSolutions) => studyCellName(study, cell);
  const most = Math.max(
    ...methodCells(study).flatMap(({ index }) => maxOf(columns(index, 'branches'))),
  );
  const same = sorted.every(({ reached }) => reached === first.reached);
  const poses = (each: CellSolutions) => groupedCountText(each.reached);
  const ofPoses = (each: CellSolutions) => (same ? '' : ` of ${poses(each)}`);
  const rest =
    others.length < MAX_LISTED
      ? others
          .map((each) => `, ${name(each)} in ${nearestShareText(each)} %${ofPoses(each)}`)
          .join('')
      : `, the other ${others.length} methods in ${otherShares(others)} %`;
  const said = `${name(first)} ended in the nearest of up to ${most} solutions in ${nearestShareText(first)} % of ${poses(first)} reached poses${rest}`;
  return `${said}.${differenceText(study, sorted, columns)}`;
}

/** Formats the range of shares in per cent. */
function otherShares(others: readonly CellSolutions[]): string {
  const sorted = sortByShare(others);
  const ends = [sorted.at(-1), sorted[0]].map((each) => (each ? nearestShareText(each) : ''));
  return [...new Set(ends)].join(' to ');
}

const maxOf = (values: Float64Array): number =>
  values.reduce((most, x) => (x > most ? x : most), 0);

/** States which methods do not differ significantly from the best. */
function differenceText(
  study: Study,
  sorted: readonly CellSolutions[],
  columns: RowColumnReader,
): string {
  const comparisons = compareNearest(study, sorted, columns);
  const [first] = sorted;
  if (comparisons.length === 0 || !first) return '';
  const tooFew = comparisons.filter(({ pair }) => pair.n < MIN_COMPARABLE_PROBLEMS);
  if (tooFew.length === comparisons.length) return ' These are too few to compare the methods.';
  const compared = comparisons.filter(({ pair }) => pair.n >= MIN_COMPARABLE_PROBLEMS);
  const even = compared.filter(({ pair }) => intervalIncludesZero(pair.interval));
  const name = ({ cell }: { readonly cell: StudyCell }) => studyCellName(study, cell);
  if (even.length === 0)
    return comparisons.length === 1 && compared[0]
      ? ` The difference is significant: ${pointsText(compared[0].pair)} on the ${groupedCountText(compared[0].pair.n)} problems that both reached.`
      : ` ${name(first)} does so significantly more often than ${compared.length === comparisons.length ? 'all others' : joinNamesWithAnd(compared.map(name))}.`;
  const most = Math.max(
    ...even.map(({ pair: { interval } }) =>
      Math.max(Math.abs(interval.low), Math.abs(interval.high)),
    ),
  );
  const bound = `at most ${percentagePointsText(most)} on the problems that both reached`;
  if (comparisons.length === 1) return ` The difference is not significant (${bound}).`;
  return ` ${joinNamesWithAnd([first, ...even].map(name))} do not differ significantly (${bound}).`;
}

function pointsText({ interval: { low, high } }: PairedProportions): string {
  const [least = 0, most = 0] = [low, high].map((x) => 100 * Math.abs(x)).sort((a, b) => a - b);
  const digits = significantDecimals((most - least) / 2, 1);
  return `${least.toFixed(digits)} to ${most.toFixed(digits)} points`;
}

/** Compares the method with most nearest solutions with the others, in sentences. */
export function nearestSolutionComparisons(study: Study, columns: RowColumnReader): string[] {
  const sorted = sortByNearest(summarizeStudySolutions(study, columns));
  const [best] = sorted;
  if (!best) return [];
  const first = studyCellName(study, best.cell);
  return compareNearest(study, sorted, columns).map(({ cell, pair }) => {
    const second = studyCellName(study, cell);
    const { n, interval } = pair;
    if (n < MIN_COMPARABLE_PROBLEMS)
      return `${n} problems that both ${first} and ${second} reached are too few to compare their solutions.`;
    const figures = `${((100 * pair.first) / n).toFixed(1)} against ${((100 * pair.second) / n).toFixed(1)} % of the ${groupedCountText(n)} problems that both reached`;
    if (intervalIncludesZero(interval)) {
      const most = Math.max(Math.abs(interval.low), Math.abs(interval.high));
      return `${first} and ${second} do not differ significantly in how often they end in the nearest solution: ${figures}, at most ${percentagePointsText(most)} between them.`;
    }
    const [more, less] = interval.low > 0 ? [first, second] : [second, first];
    return `${more} ends in the nearest solution more often than ${less}: ${figures} (${first}, ${second}), ${pointsText(pair)} more.`;
  });
}

/** Explains what the numbers of solutions mean; '' if the study does not ask for them. */
export const solutionsNote = ({ solutions, scenario }: Study): string => {
  if (!solutions) return '';
  const limits =
    scenario.limitPolicy !== 'ignore' || (scenario.run.restarts?.outside ?? 'keep') !== 'keep';
  const scope = limits
    ? ', within the joint limits'
    : ', without full rotations; joint limits are ignored';
  return `The nearest solution is the one whose largest joint rotation from the start of the problem is smallest${scope}. Solutions 1 to 8 are numbered by the signs of shoulder, elbow and wrist, from +++ to −−−.`;
};

/** Formats the mean excess rotation, degrees; '-' if unknown. */
export const extraRotationText = ({ extraRotation }: CellSolutions, none = '-'): string =>
  Number.isNaN(extraRotation) ? none : toDegrees(extraRotation).toFixed(1);

/** Returns a cell's summary for a file: counts, shares, intervals; radians. */
export const solutionSummaryForFile = (all: CellSolutions): object => ({
  reached: all.reached,
  nearest: all.nearest,
  nearestInterval: all.nearestInterval,
  extraRotation: Number.isNaN(all.extraRotation) ? null : all.extraRotation,
  certified: all.certified,
  byBranch: Object.fromEntries(all.byBranch),
});
