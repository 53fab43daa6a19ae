/**
 * Buss & Kim 2004, figure 4: 10 000 jumps of the targets, five methods, until none improves
 * further.
 */

import { proportionInterval } from '../results/proportionInterval.ts';
import { type ConfidenceInterval, NORMAL_QUANTILE_95 } from '../results/statistics.ts';
import { parsePrintedPaper, printedValues } from './parsePrintedPaper.ts';
import file from './printed/bussKimJumps.json' with { type: 'json' };
import {
  type PublishedFigure,
  type PublishedTable,
  splitRunsIntoTableParts,
} from './publishedTable.ts';
import {
  mergeTargetJumpSums,
  solveTargetJumps,
  type TargetJumpResults,
  type TargetJumpSums,
} from './solveTargetJumps.ts';

const { about, grids } = parsePrintedPaper(file, ['reached', 'missed']);
type Rows = (typeof grids)['reached'];
const [reachedPrint, missedPrint] = [printedValues(grids.reached), printedValues(grids.missed)];

const JUMPS = 10_000;
const unjudged = true;

const caseDocument = (parts: readonly TargetJumpResults[], group: number): object => {
  const part = parts.find(({ groups }) => groups[group]?.first !== null) ?? parts[0];
  return part?.cases[group] as object;
};

interface Estimate extends ConfidenceInterval {
  readonly ours: number;
}

function estimateMean(sum: number, squares: number, n: number): Estimate {
  const mean = sum / n;
  const half = NORMAL_QUANTILE_95 * Math.sqrt(Math.max(0, squares / n - mean * mean) / n);
  return { ours: mean, low: mean - half, high: mean + half };
}

function estimateShare(some: number, n: number, scale: number): Estimate {
  const { low, high } = proportionInterval(some, n);
  return { ours: (scale * some) / n, low: scale * low, high: scale * high };
}

function estimateRatio(
  { within: updateSums, squares, crosses, jumps }: TargetJumpSums,
  m: number,
): Estimate {
  const mean = (k: number) => (updateSums[k]?.[3] as number) / jumps;
  const [a, b] = [mean(m), mean(m - 1)];
  const spread = (k: number) => (squares[k]?.[3] as number) / jumps / mean(k) ** 2 - 1;
  const shared = (crosses[m] as number) / jumps / (a * b) - 1;
  const variance = Math.max(0, spread(m) + spread(m - 1) - 2 * shared) / jumps;
  const half = (a / b) * NORMAL_QUANTILE_95 * Math.sqrt(variance);
  return { ours: a / b, low: a / b - half, high: a / b + half };
}

function estimateMethod(sums: TargetJumpSums, m: number, all: number): Estimate[] {
  const { within: updateSums, squares, jumps } = sums;
  return [
    estimateShare(sums.wins[m] as number, all, JUMPS),
    estimateMean(sums.excess[m] as number, sums.excessSquares[m] as number, jumps),
    ...(updateSums[m] ?? []).map((sum, l) => estimateMean(sum, squares[m]?.[l] as number, jumps)),
  ];
}

function groupFigures(
  group: number,
  rows: Rows,
  parts: readonly TargetJumpResults[],
): PublishedFigure[] {
  const sums = mergeTargetJumpSums(parts, group);
  const all = sums.jumps + mergeTargetJumpSums(parts, 1 - group).jumps;
  const opens = caseDocument(parts, group);
  return rows.flatMap(({ numbers }, m) => {
    const estimates = estimateMethod(sums, m, all);
    return numbers.map(({ row, ...number }, i) => ({
      ...{ row, unjudged, sample: sums.jumps, opens, ...number },
      ...(estimates[i] as Estimate),
    }));
  });
}

/** Makes figures that hold for any distribution of jumps: orders and shares. */
function comparisonFigures(parts: readonly TargetJumpResults[]): PublishedFigure[] {
  const last = (m: number) => reachedPrint[m]?.[5] as number;
  const lost = missedPrint.slice(0, 3).map(([wins = 0]) => wins);
  const [reached, missed] = [mergeTargetJumpSums(parts, 0), mergeTargetJumpSums(parts, 1)];
  const common = { unit: '', sample: reached.jumps, opens: caseDocument(parts, 0) };
  const share = ({ wins }: TargetJumpSums, m: number) =>
    estimateShare(
      wins[m] as number,
      wins.reduce((sum, each) => sum + each, 0),
      100,
    );
  return [
    {
      ...common,
      row: 'reached',
      column: 'share of the wins, SDLS',
      unit: '%',
      decimals: 1,
      paper: 100,
      ...share(reached, 0),
    },
    {
      ...common,
      row: 'both',
      column: 'wins of Jᵀ',
      decimals: 0,
      paper: 0,
      ours: (reached.wins[4] as number) + (missed.wins[4] as number),
    },
    {
      ...common,
      row: 'reached',
      column: 'updates to 0.0001, DLS over SDLS',
      decimals: 1,
      paper: last(1) / last(0),
      ...estimateRatio(reached, 1),
      unjudged,
    },
    {
      ...common,
      row: 'reached',
      column: 'updates to 0.0001, DLS′ over DLS',
      decimals: 2,
      paper: last(2) / last(1),
      ...estimateRatio(reached, 2),
      unjudged,
    },
    {
      ...common,
      row: 'not reached',
      column: 'share of the wins, DLS′',
      unit: '%',
      decimals: 1,
      paper: (100 * (lost[2] ?? 0)) / lost.reduce((sum, wins) => sum + wins),
      ...share(missed, 2),
      unjudged,
    },
  ];
}

const figures = (_variant: string, results: readonly unknown[]): PublishedFigure[] => {
  const parts = results as TargetJumpResults[];
  return [
    ...comparisonFigures(parts),
    ...groupFigures(0, grids.reached, parts),
    ...groupFigures(1, grids.missed, parts),
  ];
};

export const bussKimJumpsTable: PublishedTable = {
  ...about,
  parts: (variant, sample) => splitRunsIntoTableParts(variant, sample, 40),
  work: solveTargetJumps,
  figures,
};
