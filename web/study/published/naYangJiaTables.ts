/** Na, Yang and Jia, tables II, III and IV: a human arm by DLS and by their damping for each joint. */
import type { Engine } from '../../engine/engine.ts';
import { naClamp, tableTwo, toPrinted, toRadians } from '../../scenario/naYangJia.ts';
import { scenarioPreset } from '../../scenario/presets.ts';
import { naYangJiaDrawings } from './naYangJiaDrawings.ts';
import {
  COMFORT,
  discomfort,
  outside,
  type PrintedPair,
  tableFour,
  tableThree,
  tableTwoDls,
  tableTwoImproved,
} from './naYangJiaRows.ts';
import { comfortRounding, naYangJiaSlips } from './naYangJiaSlips.ts';
import { type Figure, type Part, type PublishedTable, whole } from './publishedTable.ts';
import { inLab } from './scenes.ts';

type Jacobian = 'parent-frame' | 'true';
const asJacobian = (variant: string): Jacobian => (variant === 'true' ? 'true' : 'parent-frame');

/** Case 1 to 6 of table II by one method. */
function caseOfTwo(i: number, method: object): object {
  const preset = scenarioPreset(`na-human-${i + 1}`)?.document as { run: object };
  return { ...preset, methods: [method], run: { ...preset.run, tolerance: 1e-3 } };
}

const dls = (jacobian: Jacobian) => ({ id: 'na-dls', params: { jacobian } });
const improved = (jacobian: Jacobian, params: object = {}) => ({
  id: 'na-idls',
  params: { jacobian, ...params },
});

/** From the comfort pose to the target of a pair. */
const pairDocument = ({ target }: PrintedPair, tree: string, method: object): object => ({
  ...scenarioPreset('na-human-1')?.document,
  name: 'Human arm, tables III and IV',
  note: 'Na, Yang and Jia: from the comfort pose to a target that both printed rows reach.',
  tree: { preset: tree },
  start: toRadians(COMFORT),
  targets: [{ effector: 'fingertip', position: target }],
  methods: [method],
});

/** θ1 to θ7 where the scene ends, degrees. */
const end = (document: object, engine: Engine): number[] =>
  inLab(document, engine, (lab) => {
    while (!lab.finished) lab.advance();
    return toPrinted([...lab.angles(0)]);
  });

/** The documents behind a pair's two rows. */
const pairOfThree = (printed: PrintedPair, jacobian: Jacobian) =>
  ['comfort', 'mean'].map((centre) =>
    pairDocument(printed, 'human-arm-equal', improved(jacobian, { centre })),
  );
const pairOfFour = (printed: PrintedPair, jacobian: Jacobian) =>
  ['human-arm', 'human-arm-equal'].map((tree) => pairDocument(printed, tree, improved(jacobian)));

interface Ends {
  readonly dls: readonly (readonly number[])[];
  readonly improved: readonly (readonly number[])[];
  readonly three: readonly (readonly (readonly number[])[])[];
  readonly four: readonly (readonly (readonly number[])[])[];
}

function work({ variant }: Part, engine: Engine): Ends {
  const jacobian = asJacobian(variant);
  const ends = (documents: readonly object[]) => documents.map((each) => end(each, engine));
  return {
    dls: ends(tableTwo.map((_, i) => caseOfTwo(i, dls(jacobian)))),
    improved: ends(tableTwo.map((_, i) => caseOfTwo(i, improved(jacobian)))),
    three: tableThree.map((printed) => ends(pairOfThree(printed, jacobian))),
    four: tableFour.map((printed) => ends(pairOfFour(printed, jacobian))),
  };
}

const degrees = { unit: '°', decimals: 1, sample: 1 } as const;

/** The 42 joint values of DLS, and by how much each method's end leaves the limits. */
function figuresOfTwo(jacobian: Jacobian, ends: Ends): Figure[] {
  return tableTwoDls.flatMap((printed, i) => {
    const row = `II, case ${i + 1}`;
    const values = printed.map(
      (paper, j): Figure => ({
        ...degrees,
        row,
        column: `DLS θ${j + 1}`,
        paper,
        ours: ends.dls[i]?.[j] as number,
        tolerance: 0.3,
        opens: caseOfTwo(i, dls(jacobian)),
      }),
    );
    const limits: Figure = {
      ...degrees,
      row,
      column: 'IDLS, beyond the limits',
      paper: outside(tableTwoImproved[i] as readonly number[]),
      ours: outside(ends.improved[i] as readonly number[]),
      tolerance: 0.05,
      opens: caseOfTwo(i, improved(jacobian)),
    };
    return [...values, limits];
  });
}

type Documents = (printed: PrintedPair, jacobian: Jacobian) => object[];

/** Printed l_comf of both rows of a pair: of the joint values printed beside it, and of our run. */
const figuresOfPairs =
  (table: string, pairs: readonly PrintedPair[], names: readonly string[], documents: Documents) =>
  (jacobian: Jacobian, ends: Ends['three']): Figure[] =>
    pairs.flatMap((printed, i) => {
      const opened = documents(printed, jacobian);
      const rows = [
        [printed.first, printed.firstComfort],
        [printed.second, printed.secondComfort],
      ] as const;
      return rows.flatMap(([angles, paper], k): Figure[] => {
        const common = {
          ...degrees,
          row: `${table}, target ${i + 1}, ${names[k]}`,
          paper,
          opens: opened[k] as object,
        };
        return [
          {
            ...common,
            column: 'l_comf of the printed angles',
            ours: discomfort(angles),
            tolerance: comfortRounding(angles),
          },
          {
            ...common,
            column: 'l_comf of our run',
            ours: discomfort(ends[i]?.[k] as readonly number[]),
            tolerance: null,
          },
        ];
      });
    });

const ofThree = figuresOfPairs('III', tableThree, ['comfort', 'mean'], pairOfThree);
const ofFour = figuresOfPairs('IV', tableFour, ['own weights', 'same weights'], pairOfFour);

function figures(variant: string, [result]: readonly unknown[]): Figure[] {
  const ends = result as Ends;
  const jacobian = asJacobian(variant);
  return [
    ...figuresOfTwo(jacobian, ends),
    ...ofThree(jacobian, ends.three),
    ...ofFour(jacobian, ends.four),
  ];
}

export const naYangJiaTables: PublishedTable = {
  id: 'na-yang-jia-tables',
  title: 'Na, Yang & Jia, tables II to IV',
  source: 'naYangJia',
  about:
    'Where DLS and DLS with a damping for each joint end on a human arm of seven joints, and how far from comfort.',
  known: ['limits and comfort pose (table I)', 'starts of table II'],
  recovered: [
    'the order of the columns, the lengths 10.86, 11.06 and 7.14 (their ratio follows from the tables) and the targets: both rows of a pair meet at one point, to 0.25',
    'their Jacobian takes the axes of the parent bone for every rotation of a joint: it is not the derivative of their forward kinematics',
    `DLS: λ → 0 and |e| clamped to ${naClamp.distance} (0.00686 of the length)`,
  ],
  assumed: [
    'c 30, p 8 and w 3 of their method are not printed: so limits and comfort are compared, not its joint values',
    'tables III and IV start from the comfort pose',
  ],
  lost: ['lengths, targets, the constants of both methods, the view of figures 3 and 4'],
  slips: naYangJiaSlips(),
  spread: '',
  variants: [
    {
      id: 'their-jacobian',
      label: 'Jacobian of the paper',
      about: 'Axes of the parent bone, as the printed numbers were made.',
    },
    {
      id: 'true',
      label: 'True Jacobian',
      about: 'The derivative of the forward kinematics: three of six cases end elsewhere.',
    },
  ],
  sample: { full: 0, quick: 0 },
  parts: whole,
  work,
  figures,
  drawings: naYangJiaDrawings,
};
