/** Which case of table 4.4 each of Tabaczynski's figures 1 to 13 shows. */
import type { Drawings } from './publishedTable.ts';

/** Case, method, figure of its poses, and figure of its joint motion. */
const PRINTED_FIGURES = [
  ['2 links, too close', 'Truncated', 'figure 1', ''],
  ['5 links', 'Truncated', 'figure 2', 'figure 3'],
  ['2 links', 'Transpose', 'figure 4', 'figure 5'],
  ['2 links, too far', 'DLS', 'figure 6', 'figure 7'],
  ['2 links, too close', 'DLS', 'figure 8', 'figure 9'],
  ['2 links', 'DLS', 'figure 10', 'figure 11'],
  ['5 links', 'DLS', 'figure 12', 'figure 13'],
] as const;

const MAX_UPDATES = 2000; // Updates; all of his runs end earlier.
const UNREACHABLE_UPDATES = 120; // Updates drawn for a goal out of reach.

export const tabaczynskiDrawings: Drawings = {
  about: [
    'Figures 2, 4, 6, 8, 10 and 12 show poses; 3, 5, 7, 9, 11 and 13 the joint motion of the preceding figure; 1 only shows poses. Their captions name chain, method and reach; otherwise the 2 links of table 4.4 are used.',
    'The tolerance used for each figure is not printed, nor the last update for goals out of reach: 120 updates are drawn here, as his goals are not printed.',
    'As in his program, poses change from red to green and the goal is a small square. “Joint motion” is the path of every joint in the plane: the printed line 115 plots y over x, although the text says “versus time”. Plots of angles over updates are ours.',
  ],
  of: ({ row, column }) => {
    const chain = row.replace(/ to .*/, '');
    const [, , poses = '', motion = ''] =
      PRINTED_FIGURES.find(([name, method]) => name === chain && method === column) ?? [];
    const most = chain.includes('too') ? UNREACHABLE_UPDATES : MAX_UPDATES;
    return { name: `${row}, ${column}`, poses, motion, most };
  },
  printed: (angles) => angles.map((angle) => (angle * 180) / Math.PI),
};
