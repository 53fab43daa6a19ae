/** Every published table that is made anew, in the order of their papers. */
import { bussKimJumps } from './bussKimJumps.ts';
import { bussKimShares } from './bussKimShares.ts';
import { bussKimTimes } from './bussKimTimes.ts';
import { havilandCorke, havilandCorkeNullSpace } from './havilandCorke.ts';
import { kinematicDesign } from './kinematicDesign.ts';
import { naYangJiaTables } from './naYangJiaTables.ts';
import { withSides } from './oneSided.ts';
import type { PublishedTable } from './publishedTable.ts';
import { quikTables } from './quikTables.ts';
import { tabaczynskiCounts } from './tabaczynskiCounts.ts';

const tables: readonly PublishedTable[] = [
  bussKimShares,
  bussKimJumps,
  bussKimTimes,
  tabaczynskiCounts,
  naYangJiaTables,
  havilandCorke,
  havilandCorkeNullSpace,
  quikTables,
  kinematicDesign,
];

/** All tables of papers that are made anew, their numbers judged together where they are of one kind. */
export const publishedTables: readonly PublishedTable[] = tables.map((table) => ({
  ...table,
  figures: (variant, results) => withSides(table.figures(variant, results)),
}));
