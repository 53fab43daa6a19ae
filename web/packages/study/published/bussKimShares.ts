/** Buss & Kim 2004, figure 3: the share of updates in which SDLS is nearer than DLS, and than DLS′. */
import type { Engine } from 'iklab/engine';
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
    note: `SDLS beside DLS′ and DLS, one update a frame; variant ${variant}.`,
    methods: [
      { id: 'sdls', label: 'SDLS', params, targetClamp },
      { id: 'dls', label: 'DLS′', params: { lambda: 0.7 }, targetClamp },
      { id: 'dls', label: 'DLS', params: { lambda: 1.1 } },
    ],
  };
}

/** By window of 2000 updates after the warm-up, the count of updates by n. */
type Windows = readonly (readonly number[])[];

/** SDLS over DLS′ and over DLS. */
function work({ variant }: Part, engine: Engine): Windows[] {
  return inLab(sharesDocument(variant), engine, (lab) => {
    const over: number[][][] = [[], []];
    for (let frame = 1; frame <= WARM_UP + WINDOWS * WINDOW; ++frame) {
      lab.advance();
      if (frame <= WARM_UP) continue;
      const fresh = (frame - WARM_UP - 1) % WINDOW === 0;
      const ours = lab.distances(0).slice();
      over.forEach((windows, other) => {
        if (fresh) windows.push(new Array(EFFECTORS + 1).fill(0));
        const theirs = lab.distances(other + 1);
        const nearer = ours.reduce((sum, d, i) => sum + (d < (theirs[i] as number) ? 1 : 0), 0);
        const window = windows.at(-1) as number[];
        window[nearer] = (window[nearer] as number) + 1;
      });
    }
    return over;
  });
}

type Printed = Pick<Figure, 'row' | 'paper' | 'bound' | 'printed'>;

/** The share of the updates with one of these n: in the paper's window, and in all. */
function figureOf(windows: Windows, some: readonly number[], common: object, printed: Printed) {
  const shares = windows.map(
    (counts) => (100 * some.reduce((sum, n) => sum + (counts[n] as number), 0)) / WINDOW,
  );
  return {
    unit: '%',
    decimals: 1,
    ours: shares[0] as number,
    low: Math.min(...shares),
    high: Math.max(...shares),
    pieces: true,
    sample: WINDOW,
    ...common,
    ...printed,
  } as Figure;
}

const nearerAt = (tips: number | string): string => `SDLS nearer at ${tips} of 4 tips`;

/** Said of the lost row in the text, to the percent. */
const OVER_PLAIN: readonly (readonly [readonly number[], Printed])[] = [
  ...[0, 1, 2, 3].map((n) => [[n], { row: nearerAt(n), paper: null }] as const),
  [[4], { row: nearerAt(4), paper: 19, bound: 'over', printed: 0 }],
  [[3, 4], { row: nearerAt('3 or 4'), paper: 76, printed: 0 }],
  [[0, 1], { row: `${nearerAt('0 or 1')}: DLS is better`, paper: 5, bound: 'under', printed: 0 }],
];

function figures(variant: string, [result]: readonly unknown[]): Figure[] {
  const [clamped = [], plain = []] = result as Windows[];
  const opens = sharesDocument(variant);
  return [
    ...OVER_CLAMPED.map((paper, n) =>
      figureOf(clamped, [n], { column: 'against DLS′', opens }, { row: nearerAt(n), paper }),
    ),
    ...OVER_PLAIN.map(([some, printed]) =>
      figureOf(plain, some, { column: 'against DLS', opens }, printed),
    ),
  ];
}

export const bussKimShares: PublishedTable = {
  id: 'buss-kim-figure-3',
  title: 'Buss & Kim, figure 3',
  source: 'bussKim2005',
  about:
    'Share of the updates in which SDLS is strictly nearer than DLS′, and than DLS, for n of the four effectors: double Y, 400 updates to warm up and 2 000 that count.',
  known: [
    'λ 0.7 (DLS′) and 1.1 (DLS), γ_max 45°, one update for each 0.005 of time',
    'the targets’ paths, read in the authors’ published program',
  ],
  recovered: [
    'the figure was made with the program’s clamps and not with the text’s: variant “published”',
  ],
  assumed: [
    'the zero pose before the warm-up',
    '“nearer” means by any amount; DLS is “better” where SDLS is nearer for fewer than two',
    'DLS does not clamp its targets',
  ],
  lost: [
    'the row of SDLS over DLS: the text alone tells of it, all four in over 19 %, three or four in 76 %, DLS better in less than 5 %',
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
  seconds: 1,
  form: 2,
  parts: whole,
  work,
  figures,
};
