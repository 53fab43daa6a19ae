/** Buss & Kim 2004, figure 3, second row: the share of updates in which SDLS is the nearer. */
import type { Engine } from '../../engine/engine.ts';
import { type Figure, type Part, type PublishedTable, whole } from './publishedTable.ts';
import { inLab } from './scenes.ts';

/** Percent of the updates in which SDLS is strictly nearer for 0 to 4 of the effectors. */
const OVER_CLAMPED = [9.3, 24.3, 32.9, 20.0, 13.6];
const WARM_UP = 400;
const WINDOW = 2000;
const WINDOWS = 20;
const EFFECTORS = 4;

/** Settings of both methods by variant: clamps of the text, or of the program. */
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

export function sharesDocument(variant: string): object {
  const { targetClamp, params } = SETTINGS[variant as VariantId];
  return {
    iklab: 1,
    preset: 'double-y',
    name: 'Buss & Kim, figure 3',
    note: `SDLS beside DLS′, one update a frame; variant ${variant}.`,
    methods: [
      { id: 'sdls', label: 'SDLS', params, targetClamp },
      { id: 'dls', label: 'DLS′', params: { lambda: 0.7 }, targetClamp },
    ],
  };
}

/** Windows of 2000 updates after the warm-up, each the count of updates by n. */
function work({ variant }: Part, engine: Engine): number[][] {
  return inLab(sharesDocument(variant), engine, (lab) => {
    const windows: number[][] = [];
    for (let frame = 1; frame <= WARM_UP + WINDOWS * WINDOW; ++frame) {
      lab.advance();
      if (frame <= WARM_UP) continue;
      if ((frame - WARM_UP - 1) % WINDOW === 0) windows.push(new Array(EFFECTORS + 1).fill(0));
      const [ours, other] = [lab.distances(0), lab.distances(1)];
      const nearer = ours.reduce((sum, d, i) => sum + (d < (other[i] as number) ? 1 : 0), 0);
      const window = windows.at(-1) as number[];
      window[nearer] = (window[nearer] as number) + 1;
    }
    return windows;
  });
}

function figures(variant: string, [windows]: readonly unknown[]): Figure[] {
  const shares = (windows as number[][]).map((counts) => counts.map((n) => (100 * n) / WINDOW));
  return OVER_CLAMPED.map((paper, n) => {
    const all = shares.map((window) => window[n] as number);
    return {
      row: `${n} of 4`,
      column: 'over DLS′',
      unit: '%',
      decimals: 1,
      paper,
      ours: all[0] as number,
      low: Math.min(...all),
      high: Math.max(...all),
      tolerance: 0.3,
      sample: WINDOW,
      opens: sharesDocument(variant),
    };
  });
}

export const bussKimShares: PublishedTable = {
  id: 'buss-kim-figure-3',
  title: 'Buss & Kim, figure 3',
  source: 'bussKim2005',
  about:
    'Share of the updates in which SDLS is strictly nearer than DLS′ for n of the four effectors: double Y, 400 updates to warm up and 2 000 that count.',
  known: [
    'λ 0.7, γ_max 45°, one update for each 0.005 of time',
    'the targets’ paths, read in the authors’ published program',
  ],
  recovered: [
    'the figure was made with the program’s clamps and not with the text’s: variant “published”',
  ],
  assumed: ['the zero pose before the warm-up', '“nearer” means by any amount'],
  lost: [
    'the row of SDLS over DLS; the text says: all four in over 19 %, three or four in 76 %, DLS better in less than 5 %',
  ],
  slips: ['25 joints move, so J has 12 × 25 numbers; the printed 12 × 16 counts links'],
  spread: 'lowest to highest of 20 windows of 2 000 updates',
  variants: [
    {
      id: 'published',
      label: 'Published',
      about: 'As the authors’ program computes it: soft clamps, its own adaptive rule, 0.4 m.',
    },
    { id: 'paper', label: 'Paper', about: 'As the text prints it: hard clamps, half a link.' },
    {
      id: 'repaired',
      label: 'Repaired',
      about: 'The program with the index of its adaptive rule put right.',
    },
  ],
  sample: { full: 0, quick: 0 },
  parts: whole,
  work,
  figures,
};
