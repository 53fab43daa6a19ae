/** Which method for this robot: the shortest that a study's rows allow one to say. */
import { cellName } from './cellName.ts';
import { FEW } from './conclusion.ts';
import { pairedMeans, pairedShares } from './pairing.ts';
import type { Interval } from './statistics.ts';
import type { Study } from './study.ts';
import type { Columns } from './studyRows.ts';

const apart = ({ low, high }: Interval): boolean => low > 0 || high < 0;

/** Who solves most, all those with him that cannot be told from him, and who is quickest of them. */
export function headline(study: Study, columns: Columns): string {
  const { cells } = study;
  const n = columns(0, 'solved').length;
  if (n === 0) return '';
  if (n < FEW) return `${n} problems are too few to say which method solves most.`;
  const solved = cells.map(({ index }) => count(columns(index, 'solved')));
  const best = solved.indexOf(Math.max(...solved));
  if (solved[best] === 0) return `No method solves any of the ${n} problems.`;
  const even = cells.flatMap(({ index }) =>
    apart(pairedShares(columns(best, 'solved'), columns(index, 'solved')).interval) ? [] : [index],
  );
  const of = (cell: number) => {
    const found = cells[cell];
    return found ? cellName(study, found) : '';
  };
  const share = (cell: number) => ((100 * (solved[cell] ?? 0)) / n).toFixed(1);
  if (cells.length === 1) return `${of(0)} solves ${share(0)} % of ${n} problems.`;
  const ordered = [...even].sort((a, b) => (solved[b] ?? 0) - (solved[a] ?? 0) || a - b);
  if (ordered.length === 1) {
    return `${of(best)} solves most: ${share(best)} % of ${n} problems.`;
  }
  const all = ordered.length === cells.length && cells.length > 2;
  const who = all ? `All ${cells.length} methods` : listed(ordered.map(of));
  const [low, high] = [share(ordered.at(-1) ?? 0), share(ordered[0] ?? 0)];
  const shares = `${low === high ? low : `${low} to ${high}`} % of ${n} problems`;
  const verb = all ? 'solve' : 'solve most,';
  return `${who} ${verb} ${shares}, and do not differ in that. ${quickest(ordered, columns, of)}`;
}

/** Of methods that solve alike: in updates, on the problems that both have solved. */
function quickest(
  cells: readonly number[],
  columns: Columns,
  of: (cell: number) => string,
): string {
  const beside = (a: number, b: number) => {
    const [x, y] = [columns(a, 'solved'), columns(b, 'solved')];
    const both = (i: number) => x[i] === 1 && y[i] === 1;
    return pairedMeans(columns(a, 'updates'), columns(b, 'updates'), both);
  };
  const [first = 0, ...rest] = cells;
  const best = rest.reduce((a, b) => (beside(b, a).difference < 0 ? b : a), first);
  const others = cells.filter((cell) => cell !== best);
  const even = others.filter((cell) => !(beside(best, cell).interval.high < 0));
  if (even.length === 0) return `Of these ${of(best)} needs the fewest updates.`;
  return `Of these ${listed([best, ...even].map(of))} need the fewest updates, as far as can be told.`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;

const count = (flags: Float64Array): number => flags.reduce((sum, x) => sum + (x === 1 ? 1 : 0), 0);
