/** The part of a running table that can be shown already. */
import type { Figure, PublishedTable } from './publishedTable.ts';
import { verdictOf } from './verdict.ts';

/**
 * Numbers whose verdict is what it was a part of the work before; `results`: of the parts that are
 * done,
 * in their order.
 */
export function settledFigures(
  table: PublishedTable,
  variant: string,
  results: readonly unknown[],
): readonly Figure[] {
  if (results.length < 2) return [];
  const [now, before] = [results, results.slice(0, -1)].map((some) => table.figures(variant, some));
  return (now ?? []).filter((figure, i) => {
    const last = before?.[i];
    return last !== undefined && isThere(figure) && verdictOf(figure) === verdictOf(last);
  });
}

/** Without runs there is no number. */
const isThere = ({ paper, ours }: Figure): boolean =>
  !Number.isNaN(ours) || (paper !== null && Number.isNaN(paper));
