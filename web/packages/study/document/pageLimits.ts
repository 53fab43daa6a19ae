import { groupedCountText } from '@iklab/core/format';
import { rowStride } from '../rows/rowLayout.ts';
import type { Study } from './study.ts';
import { MAX_PAGE_ROWS } from './studyLimits.ts';

type Extent = Pick<Study, 'cells' | 'count' | 'shown'>;

export const studyFitsInPage = ({ cells, count }: Omit<Extent, 'shown'>): boolean =>
  cells.length * count <= MAX_PAGE_ROWS;

/** Returns why a page cannot hold the rows of a study; '' if it can. */
export function studySizeFault({ cells, count, shown }: Extent): string {
  if (studyFitsInPage({ cells, count })) return '';
  const perCell =
    cells.length === 1 ? '' : ` × ${groupedCountText(cells.length)} methods and values`;
  return `${groupedCountText(count)} problems${perCell} make ${groupedCountText(count * cells.length)} rows of ${rowStride({ shown })} numbers; the maximum in the browser is ${groupedCountText(MAX_PAGE_ROWS)}. Use “iklab study” on the command line.`;
}
