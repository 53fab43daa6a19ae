/** The headline of a study: the shortest conclusion that its rows support. */
import { cellName } from './cellName.ts';
import { pointsText } from './conclusion.ts';
import { type Costs, costMean } from './costs.ts';
import { COST_NAMES, costFigure, countingText, withinText } from './costWords.ts';
import { looksOf } from './earlyStop.ts';
import { limitsText } from './problemWords.ts';
import { isBrought } from './solvers.ts';
import type { Study } from './study.ts';
import { FEW_PROBLEMS, rankingOf, type StudyVerdict } from './studyVerdict.ts';

/** With more methods than this, a range stands for their values. */
const MOST_LISTED = 3;

/**
 * Returns which methods have the highest success rate, as far as the data can tell, with their
 * shares, and which of them cost least.
 */
export function studyHeadline(study: Study, costs: Costs): string {
  const { cells } = study;
  const brought = cells.some(isBrought);
  const n = costs.until(0).length;
  if (n === 0) return '';
  if (n < FEW_PROBLEMS)
    return `${n} problems are too few to say ${brought ? 'who' : 'which method'} solves most.`;
  const verdict = rankingOf(study, costs, looksOf(study).length);
  if (!verdict)
    return `${brought ? 'Nobody' : 'No method'} solves any of the ${n} problems ${withinText(study, costs)}.`;
  const { solved, undecided, best } = verdict;
  const of = (cell: number): string => {
    const found = cells[cell];
    return found ? cellName(study, found) : '';
  };
  const share = (cell: number) => ((100 * (solved[cell] ?? 0)) / n).toFixed(1);
  const limits = limitsText(study.scenario);
  const where = `of ${n} problems ${withinText(study, costs)}${limits && `, with joint limits ${limits}`}`;
  if (cells.length === 1) return `${of(0)} solves ${share(0)} % ${where}.`;
  if (undecided.length === 1) {
    const another = isClose(verdict) ? ' Another seed may name more methods.' : '';
    return `${of(best)} solves most: ${share(best)} % ${where}.${another}`;
  }
  const all = undecided.length === cells.length && cells.length > 2;
  const who = all ? `All ${cells.length}${brought ? '' : ' methods'}` : listed(undecided.map(of));
  const each = undecided.map(share);
  const isRange = each.length > MOST_LISTED || new Set(each).size === 1;
  const shares = `${isRange ? rangeText(each) : listed(each)} % ${where}`;
  const verb = all ? 'solve' : 'solve most,';
  const apart = `do not differ significantly (at most ${pointsText(verdict.largestDifference)} between them)`;
  const another = isClose(verdict) ? ' Another seed may name more or fewer.' : '';
  return `${who} ${verb} ${shares}, and ${apart}.${another}${cheapest(verdict, costs, of)}`;
}

/**
 * Whether a method is so close to the cut-off for being named that other problems could change the
 * decision: the distance of its difference to the cut-off is less than half the uncertainty.
 */
const isClose = ({ comparisons }: StudyVerdict): boolean =>
  comparisons.some(({ shares: { interval } }) => {
    const { low, high } = interval;
    return Math.abs(low) < (high - low) / 4;
  });

/** The cheapest of the methods with equivalent success rates; unknown for external solvers. */
function cheapest(
  { cheapest: few, undecided }: StudyVerdict,
  costs: Costs,
  of: (cell: number) => string,
): string {
  const compared = undecided.filter((cell) => !Number.isNaN(costMean(costs, cell).mean));
  if (compared.length < 2) return '';
  const those = compared.length < undecided.length ? 'Of the built-in methods' : 'Of these';
  const time = costs.kind === 'time';
  if (few.length === undecided.length && undecided.length > 2)
    return ` The differences in mean ${COST_NAMES[costs.kind]}, ${spanText(few, costs)}, are not significant with this number of problems.`;
  const [one, many] = time ? ['takes', 'take'] : ['needs', 'need'];
  const what = time ? 'the least time' : `the fewest ${costs.kind}`;
  const verb = few.length === 1 ? one : many;
  const told = few.length === 1 ? '' : ', without a significant difference';
  const figures = few.map((cell) => costFigure(costs.kind, costMean(costs, cell).mean));
  return ` ${those} ${listed(few.map(of))} ${verb} ${what}${told}: ${listed(figures)} on average, ${countingText(costs)}.`;
}

/** The lowest and the highest of these formatted shares, sorted from the highest. */
const rangeText = (shares: readonly string[]): string =>
  shares[0] === shares.at(-1) ? `${shares[0]}` : `${shares.at(-1)} to ${shares[0]}`;

/** The lowest and the highest mean cost; `cells` are sorted by it. */
function spanText(cells: readonly number[], costs: Costs): string {
  const ends = [cells[0], cells.at(-1)].map((cell = 0) =>
    costFigure(costs.kind, costMean(costs, cell).mean),
  );
  return ends.join(' to ');
}

const listed = (names: readonly string[]): string =>
  names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
