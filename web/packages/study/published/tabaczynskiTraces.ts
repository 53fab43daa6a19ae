/**
 * Numbers that Tabaczynski 2005 prints in section 4; each line of a trace has the error and Δθ1 to
 * Δθ5. A value that is wrapped in print is Δθ5 of the line before.
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
