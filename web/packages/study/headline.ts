/** Which method for this robot: the shortest that a study's rows allow one to say. */
import { cellName } from './cellName.ts';
import { pointsText } from './conclusion.ts';
import { type Costs, costMean } from './costs.ts';
import { costFigure, countedText, withinText } from './costWords.ts';
import { looksOf } from './enough.ts';
import { limitsText } from './problemWords.ts';
import { FEW, rankingOf, type Verdict } from './standing.ts';
import type { Study } from './study.ts';

/** Who solves most, all those with him that cannot be told from him, and who costs least of them. */
export function headline(study: Study, costs: Costs): string {
  const { cells } = study;
  const n = costs.until(0).length;
  if (n === 0) return '';
  if (n < FEW) return `${n} problems are too few to say which method solves most.`;
  const verdict = rankingOf(study, costs, looksOf(study).length);
  if (!verdict) return `No method solves any of the ${n} problems ${withinText(costs)}.`;
  const { solved, even, best } = verdict;
  const of = (cell: number): string => {
    const found = cells[cell];
    return found ? cellName(study, found) : '';
  };
  const share = (cell: number) => ((100 * (solved[cell] ?? 0)) / n).toFixed(1);
  const limits = limitsText(study.scenario);
  const where = `of ${n} problems ${withinText(costs)}${limits && `, with joint limits ${limits}`}`;
  if (cells.length === 1) return `${of(0)} solves ${share(0)} % ${where}.`;
  if (even.length === 1) return `${of(best)} solves most: ${share(best)} % ${where}.`;
  const all = even.length === cells.length && cells.length > 2;
  const who = all ? `All ${cells.length} methods` : listed(even.map(of));
  const [low, high] = [share(even.at(-1) ?? 0), share(even[0] ?? 0)];
  const shares = `${low === high ? low : `${low} to ${high}`} % ${where}`;
  const verb = all ? 'solve' : 'solve most,';
  const apart = `cannot be told apart (at most ${pointsText(verdict.apart)} between them)`;
  return `${who} ${verb} ${shares}, and ${apart}. ${cheapest(verdict, costs, of)}`;
}

/** Of methods that solve alike. */
function cheapest(
  { cheapest: few, even }: Verdict,
  costs: Costs,
  of: (cell: number) => string,
): string {
  const time = costs.kind === 'time';
  if (few.length === even.length && even.length > 2)
    return `Nor can they be told apart in ${costs.kind}.`;
  const [one, many] = time ? ['takes', 'take'] : ['needs', 'need'];
  const what = time ? 'the least time' : `the fewest ${costs.kind}`;
  const verb = few.length === 1 ? one : many;
  const told = few.length === 1 ? '' : ', as far as can be told';
  const figures = few.map((cell) => costFigure(costs.kind, costMean(costs, cell).mean));
  return `Of these ${listed(few.map(of))} ${verb} ${what}${told}: ${listed(figures)} on average, ${countedText(costs)}.`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
