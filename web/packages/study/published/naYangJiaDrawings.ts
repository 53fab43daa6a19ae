/** The poses that Na, Yang and Jia draw: their figures 3 and 4 show the first case of table II. */
import { toPrinted } from 'iklab/scenario';
import type { Drawings } from './publishedTable.ts';

const MAX_UPDATES = 2000; // Updates; all runs end earlier.

export const naYangJiaDrawings: Drawings = {
  about: [
    'Figure 3 shows the first case of table II: the start (a), and the final poses of DLS (b) and of their method (c). Figure 4 shows the updates in between, of DLS (a) and of their method (b). The paper does not say that figure 4 shows the same case, but the preceding sentence implies it.',
    'The viewing direction and the up axis are not printed: all three planes are available.',
    'The constants of their method are not printed; its path here uses c = 30, p = 8 and w = 3.',
  ],
  of: ({ row, column }) => {
    const two = /^II, case/.test(row);
    const method = column.startsWith('IDLS') ? 'IDLS' : 'DLS';
    const printed = { DLS: 'figures 3 (b) and 4 (a)', IDLS: 'figures 3 (c) and 4 (b)' }[method];
    return {
      name: two ? `${row}, ${method}` : row,
      poses: row === 'II, case 1' ? printed : '',
      motion: '',
      most: MAX_UPDATES,
    };
  },
  printed: toPrinted,
};
