import type { PublishedFigure, PublishedTable } from './publishedTable.ts';
import { isFigurePrinted, judgeFigure } from './replicationVerdict.ts';

/**
 * States why numbers of a table are not reproduced, unknown reasons first; '' if all are
 * reproduced.
 */
export function tableDeviationReasons(
  table: Pick<PublishedTable, 'open'>,
  figures: readonly PublishedFigure[],
): string {
  const figuresWith = (kind: ReturnType<typeof judgeFigure>): readonly PublishedFigure[] =>
    figures.filter((figure) => isFigurePrinted(figure) && judgeFigure(figure) === kind);
  const [off, sided, caused, open] = [
    figuresWith('off'),
    figuresWith('one-sided'),
    figuresWith('caused'),
    figuresWith('unjudged'),
  ];
  const side =
    sided.length > 0 ? `${sided.length} close, but their group deviates to one side` : '';
  if (off.length > 0) {
    const hint = off.find((figure) => figure.hint)?.hint;
    const words = `${off.length} off for an unknown reason${hint ? `: ${hint}` : ''}`;
    return [words, side].filter(Boolean).join('; ');
  }
  if (side) return side;
  if (caused.length > 0) return `${caused.length} off: ${commonestCause(caused)}`;
  return open.length > 0 ? `${open.length} not judged${table.open && `: ${table.open}`}` : '';
}

function commonestCause(figures: readonly PublishedFigure[]): string {
  const counts = new Map<string, number>();
  for (const { cause } of figures)
    if (cause) counts.set(cause.words, (counts.get(cause.words) ?? 0) + 1);
  const [[words = ''] = []] = [...counts].toSorted(([, a], [, b]) => b - a);
  return words;
}
