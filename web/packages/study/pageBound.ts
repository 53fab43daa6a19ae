/** What a page takes of a study: its rows stand in memory, and its figures are made of all of them. */
import { groupedText } from 'iklab/format';
import { rowStride } from './rowLayout.ts';
import type { Study } from './study.ts';
import { MAX_PAGE_ROWS } from './studyBounds.ts';

type Extent = Pick<Study, 'cells' | 'count' | 'shown'>;

/** Whether a page runs a study of so many rows. */
export const fitsPage = ({ cells, count }: Omit<Extent, 'shown'>): boolean =>
  cells.length * count <= MAX_PAGE_ROWS;

/** Why the page cannot run it; '': it can. */
export function pageFault({ cells, count, shown }: Extent): string {
  if (fitsPage({ cells, count })) return '';
  const of = cells.length === 1 ? '' : ` × ${groupedText(cells.length)} methods and values`;
  return `${groupedText(count)} problems${of} make ${groupedText(count * cells.length)} rows of ${rowStride({ shown })} numbers; the maximum in the browser is ${groupedText(MAX_PAGE_ROWS)}. Use “iklab study” on the command line.`;
}
