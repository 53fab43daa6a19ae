/**
 * Printed traces of Tabaczynski 2005, section 4. Each line has the error and Δθ1 to Δθ5; a wrapped
 * Δθ5 belongs to the line before.
 */

import { parsePrintedPaper } from './parsePrintedPaper.ts';
import file from './printed/tabaczynskiCounts.json' with { type: 'json' };

export const { about, grids, traces } = parsePrintedPaper(file, [
  'reachable',
  'unreachable',
  'long',
  'truncated',
  'DLS',
]);
export const { truncated: printedTruncatedTrace = [], DLS: printedDlsTrace = [] } = traces;
