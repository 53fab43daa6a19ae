import type { PublishedFigure, PublishedTable } from './publishedTable.ts';
import { judgeFigure } from './replicationVerdict.ts';

/**
 * Returns the values of a published table whose verdict the last result did not change. `results`:
 * results of the completed parts of the computation, in order.
 */
export function findSettledFigures(
  table: PublishedTable,
  variant: string,
  results: readonly unknown[],
): readonly PublishedFigure[] {
  if (results.length < 2) return [];
  const [current, before] = [results, results.slice(0, -1)].map((some) =>
    table.figures(variant, some),
  );
  return (current ?? []).filter((figure, i) => {
    const last = before?.[i];
    return last !== undefined && hasResult(figure) && judgeFigure(figure) === judgeFigure(last);
  });
}

const hasResult = ({ paper, ours }: PublishedFigure): boolean =>
  !Number.isNaN(ours) || (paper !== null && Number.isNaN(paper));
