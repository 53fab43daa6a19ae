/** What a study's rows allow one to say: the one that solves most, beside each of the others. */
import { cellName } from '../../study/cellName.ts';
import { LIMITS, meansSentence, sharesSentence } from '../../study/conclusion.ts';
import { pairedMeans, pairedShares } from '../../study/pairing.ts';
import { columnsOf, type RowsSource } from './rowsSource.ts';

export function conclusions(source: RowsSource): string[] {
  const { cells } = source.study;
  if (cells.length < 2 || source.count === 0) return [];
  const columns = columnsOf(source);
  const solved = cells.map(({ index }) => columns(index, 'solved').reduce((sum, x) => sum + x, 0));
  const best = solved.indexOf(Math.max(...solved));
  const others = cells.filter(({ index }) => index !== best);
  return [...others.flatMap(({ index }) => besideBest(source, best, index)), LIMITS];
}

function besideBest(source: RowsSource, best: number, other: number): string[] {
  const { study } = source;
  const columns = columnsOf(source);
  const [a, b] = [best, other].map((cell) => columns(cell, 'solved'));
  const [first, second] = [best, other].map((cell) => {
    const found = study.cells[cell];
    return found ? cellName(study, found) : '';
  });
  if (!a || !b || first === undefined || second === undefined) return [];
  const both = (i: number) => a[i] === 1 && b[i] === 1;
  const updates = pairedMeans(columns(best, 'updates'), columns(other, 'updates'), both);
  return [
    sharesSentence(first, second, pairedShares(a, b)),
    meansSentence(first, second, 'updates', updates),
  ];
}
