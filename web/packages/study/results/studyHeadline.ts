import { joinNamesWithAnd } from '@iklab/core/format/words';
import { jointLimitPolicyText } from '../document/describeStudyProblems.ts';
import type { Study } from '../document/study.ts';
import { studyCellName } from '../document/studyCellName.ts';
import { isExternalSolverCell } from '../document/withExternalSolvers.ts';
import { percentagePointsText } from './conclusion.ts';
import { budgetAndLimitText, COST_NAMES, costNumberText, unsolvedCostText } from './costText.ts';
import { interimSampleSizes } from './earlyStop.ts';
import { type ProblemCosts, summarizeCellCost } from './problemCosts.ts';
import { MIN_COMPARABLE_PROBLEMS, rankMethods, type StudyVerdict } from './studyVerdict.ts';

const MAX_LISTED = 3;

/** States the methods with the highest success rates, and the cheapest of these methods. */
export function studyHeadline(study: Study, costs: ProblemCosts): string {
  const { cells } = study;
  const hasSolvers = cells.some(isExternalSolverCell);
  const n = costs.costToSolve(0).length;
  if (n === 0) return '';
  if (n < MIN_COMPARABLE_PROBLEMS)
    return `${n} problems are too few to say ${hasSolvers ? 'who' : 'which method'} solves most.`;
  const verdict = rankMethods(study, costs, interimSampleSizes(study).length);
  if (!verdict)
    return `${hasSolvers ? 'Nobody' : 'No method'} solves any of the ${n} problems ${budgetAndLimitText(study, costs)}.`;
  const { solved, undecided, best } = verdict;
  const nameOf = (cell: number): string => {
    const found = cells[cell];
    return found ? studyCellName(study, found) : '';
  };
  const share = (cell: number) => ((100 * (solved[cell] ?? 0)) / n).toFixed(1);
  const limits = jointLimitPolicyText(study.scenario);
  const scope = `of ${n} problems ${budgetAndLimitText(study, costs)}${limits && `, with joint limits ${limits}`}`;
  if (cells.length === 1) return `${nameOf(0)} solves ${share(0)} % ${scope}.`;
  if (undecided.length === 1) {
    const another = isNearCutoff(verdict) ? ' Another seed may name more methods.' : '';
    return `${nameOf(best)} solves most: ${share(best)} % ${scope}.${another}`;
  }
  const all = undecided.length === cells.length && cells.length > 2;
  const who = all
    ? `All ${cells.length}${hasSolvers ? '' : ' methods'}`
    : joinNamesWithAnd(undecided.map(nameOf));
  const each = undecided.map(share);
  const isRange = each.length > MAX_LISTED || new Set(each).size === 1;
  const shares = `${isRange ? shareRangeText(each) : joinNamesWithAnd(each)} % ${scope}`;
  const verb = all ? 'solve' : 'solve most,';
  const apart = `do not differ significantly (at most ${percentagePointsText(verdict.largestDifference)} between them)`;
  const another = isNearCutoff(verdict) ? ' Another seed may name more or fewer.' : '';
  return `${who} ${verb} ${shares}, and ${apart}.${another}${cheapestText(verdict, costs, nameOf)}`;
}

/**
 * Returns whether other random problems could change the named methods: a difference is near the
 * cut-off.
 */
const isNearCutoff = ({ comparisons }: StudyVerdict): boolean =>
  comparisons.some(({ shares: { interval } }) => {
    const { low, high } = interval;
    return Math.abs(low) < (high - low) / 4;
  });

function cheapestText(
  { cheapest: cheapestCells, undecided }: StudyVerdict,
  costs: ProblemCosts,
  nameOf: (cell: number) => string,
): string {
  const compared = undecided.filter((cell) => !Number.isNaN(summarizeCellCost(costs, cell).mean));
  if (compared.length < 2) return '';
  const subject = compared.length < undecided.length ? 'Of the built-in methods' : 'Of these';
  const time = costs.kind === 'time';
  if (cheapestCells.length === undecided.length && undecided.length > 2)
    return ` The differences in mean ${COST_NAMES[costs.kind]}, ${costRangeText(cheapestCells, costs)}, are not significant with this number of problems.`;
  const [one, plural] = time ? ['takes', 'take'] : ['needs', 'need'];
  const object = time ? 'the least time' : `the fewest ${costs.kind}`;
  const verb = cheapestCells.length === 1 ? one : plural;
  const caveat = cheapestCells.length === 1 ? '' : ', without a significant difference';
  const figures = cheapestCells.map((cell) =>
    costNumberText(costs.kind, summarizeCellCost(costs, cell).mean),
  );
  return ` ${subject} ${joinNamesWithAnd(cheapestCells.map(nameOf))} ${verb} ${object}${caveat}: ${joinNamesWithAnd(figures)} on average, ${unsolvedCostText(costs)}.`;
}

const shareRangeText = (shares: readonly string[]): string =>
  shares[0] === shares.at(-1) ? `${shares[0]}` : `${shares.at(-1)} to ${shares[0]}`;

function costRangeText(cells: readonly number[], costs: ProblemCosts): string {
  const ends = [cells[0], cells.at(-1)].map((cell = 0) =>
    costNumberText(costs.kind, summarizeCellCost(costs, cell).mean),
  );
  return ends.join(' to ');
}
