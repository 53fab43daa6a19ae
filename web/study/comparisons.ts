/** What a study's rows allow one to say: the one that solves most, beside each of the others. */
import { cellName } from './cellName.ts';
import { LIMITS, meansSentence, sharesSentence } from './conclusion.ts';
import { pairedMeans, pairedShares } from './pairing.ts';
import type { Study } from './study.ts';
import type { Columns } from './studyRows.ts';

export function comparisons(study: Study, columns: Columns): string[] {
  const { cells } = study;
  const none = cells.every(({ index }) => columns(index, 'solved').length === 0);
  if (cells.length < 2 || none) return [];
  const solved = cells.map(({ index }) => columns(index, 'solved').reduce((sum, x) => sum + x, 0));
  const best = solved.indexOf(Math.max(...solved));
  const others = cells.filter(({ index }) => index !== best);
  return [...others.flatMap(({ index }) => besideBest(study, columns, best, index)), LIMITS];
}

function besideBest(study: Study, columns: Columns, best: number, other: number): string[] {
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
