/** Which poses Na, Yang and Jia draw: their figures 3 and 4 are of the first case of table II. */
import { toPrinted } from 'iklab/scenario';
import type { Drawings } from './publishedTable.ts';

const MOST = 2000; // updates; all end before

export const naYangJiaDrawings: Drawings = {
  about: [
    'Figure 3 shows the first case of table II at its start (a), where DLS ends (b) and where their method ends (c); figure 4 the updates between, of DLS (a) and of their method (b). That figure 4 is of the same case is not told, but follows from the sentence before it.',
    'From where the arm is looked at, and which axis is up, is not printed: all three planes are offered.',
    'Their method’s constants are not printed, so its way here is that of c 30, p 8 and w 3.',
  ],
  of: ({ row, column }) => {
    const two = /^II, case/.test(row);
    const method = column.startsWith('IDLS') ? 'IDLS' : 'DLS';
    const printed = { DLS: 'figures 3 (b) and 4 (a)', IDLS: 'figures 3 (c) and 4 (b)' }[method];
    return {
      name: two ? `${row}, ${method}` : row,
      poses: row === 'II, case 1' ? printed : '',
      motion: '',
      most: MOST,
    };
  },
  printed: toPrinted,
};
