/**
 * Buss & Kim 2004, figure 3: the share of updates in which SDLS is nearer than DLS, and than DLS′.
 */
import type { Engine } from '@iklab/core/engine';
import { parsePrintedPaper } from './parsePrintedPaper.ts';
import file from './printed/bussKimShares.json' with { type: 'json' };
import {
  makeSingleTablePart,
  type PublishedFigure,
  type PublishedTable,
  type PublishedTablePart,
} from './publishedTable.ts';
import { withLabOnDocument } from './tableScenes.ts';

const { about, grids } = parsePrintedPaper(file, ['clamped', 'plain']);

/**
 * Rows of the table: numbers of effectors at which SDLS is nearer than DLS′. `OVER_PLAIN`: nearer
 * than DLS.
 */
const OVER_CLAMPED = [[0], [1], [2], [3], [4]];
const OVER_PLAIN = [...OVER_CLAMPED, [3, 4], [0, 1]];
const WARM_UP = 400;
const WINDOW = 2000;
const WINDOWS = 20;
const EFFECTORS = 4;

const SETTINGS = {
  published: {
    targetClamp: { mode: 'adaptive', distance: 0.4, rule: 'published' },
    params: { clampForm: 'soft', cutoffIs: 'absolute' },
  },
  paper: { targetClamp: { mode: 'adaptive' }, params: {} },
  repaired: {
    targetClamp: { mode: 'adaptive', distance: 0.4, rule: 'repaired' },
    params: { clampForm: 'soft' },
  },
} as const;
type VariantId = keyof typeof SETTINGS;

export function makeSolvedSharesDocument(variant: string): object {
  const { targetClamp, params } = SETTINGS[variant as VariantId];
  return {
    iklab: 1,
    preset: 'double-y',
    name: 'Buss & Kim, figure 3',
    note: `SDLS, DLS′ and DLS, one update per frame; variant ${variant}.`,
    methods: [
      { id: 'sdls', label: 'SDLS', params, targetClamp },
      { id: 'dls', label: 'DLS′', params: { lambda: 0.7 }, targetClamp },
      { id: 'dls', label: 'DLS', params: { lambda: 1.1 } },
    ],
  };
}

/**
 * Counts per window of 2000 updates. Entry n counts the updates in which SDLS is nearer at n
 * effectors.
 */
type Windows = readonly (readonly number[])[];

function work({ variant }: PublishedTablePart, engine: Engine): Windows[] {
  return withLabOnDocument(makeSolvedSharesDocument(variant), engine, (lab) => {
    const over: number[][][] = [[], []];
    for (let frame = 1; frame <= WARM_UP + WINDOWS * WINDOW; ++frame) {
      lab.advance();
      if (frame <= WARM_UP) continue;
      const fresh = (frame - WARM_UP - 1) % WINDOW === 0;
      const ours = lab.distances(0).slice();
      over.forEach((windows, method) => {
        if (fresh) windows.push(new Array(EFFECTORS + 1).fill(0));
        const theirs = lab.distances(method + 1);
        const nearer = ours.reduce((sum, d, i) => sum + (d < (theirs[i] as number) ? 1 : 0), 0);
        const window = windows.at(-1) as number[];
        window[nearer] = (window[nearer] as number) + 1;
      });
    }
    return over;
  });
}

const rowFigures = (
  windows: Windows,
  rows: (typeof grids)['plain'],
  nearer: readonly (readonly number[])[],
  opens: object,
): PublishedFigure[] =>
  rows.flatMap(({ numbers }, r) => {
    const some = nearer[r] ?? [];
    const shares = windows.map(
      (counts) => (100 * some.reduce((sum, n) => sum + (counts[n] as number), 0)) / WINDOW,
    );
    return numbers.map(({ unit, decimals, column, ...number }) => ({
      ...{ unit, decimals },
      ours: shares[0] as number,
      low: Math.min(...shares),
      high: Math.max(...shares),
      pieces: true,
      sample: WINDOW,
      ...{ column, opens, ...number },
    }));
  });

function figures(variant: string, [result]: readonly unknown[]): PublishedFigure[] {
  const [clamped = [], plain = []] = result as Windows[];
  const opens = makeSolvedSharesDocument(variant);
  return [
    ...rowFigures(clamped, grids.clamped, OVER_CLAMPED, opens),
    ...rowFigures(plain, grids.plain, OVER_PLAIN, opens),
  ];
}

export const bussKimSharesTable: PublishedTable = {
  ...about,
  parts: makeSingleTablePart,
  work,
  figures,
};
