/**
 * Na, Yang and Jia, tables II, III and IV: a human arm with DLS, and with their damping per joint.
 */
import { naYangJiaDrawings } from './naYangJiaDrawings.ts';
import {
  about,
  degreesOutside,
  discomfort,
  type PrintedPair,
  tableFour,
  tableThree,
  tableTwoCause,
  tableTwoDls,
  tableTwoImproved,
} from './naYangJiaRows.ts';
import {
  asJacobian,
  caseOfTwo,
  dls,
  type Ends,
  improved,
  type Jacobian,
  pairOfFour,
  pairOfThree,
  work,
} from './naYangJiaRuns.ts';
import { comfortRounding, naYangJiaSlips } from './naYangJiaSlips.ts';
import { type Figure, type Place, type PublishedTable, wholeTable } from './publishedTable.ts';

/** Degrees beyond a limit that are ignored, because printed values are rounded. */
const KEPT = 0.05;

const degrees = { unit: '°', decimals: 1, sample: 1 } as const;

/**
 * The 42 joint values of DLS, and by how much the final poses of both methods violate the limits.
 */
function figuresOfTwo(jacobian: Jacobian, ends: Ends): Figure[] {
  return tableTwoDls.flatMap((printed, i) => {
    const row = `II, case ${i + 1}`;
    const place = (over: string, at: string): Place => ({
      ...{ group: 'Table II: final pose of each case', line: `case ${i + 1}`, over, at },
    });
    const values = printed.map(
      (paper, j): Figure => ({
        ...degrees,
        row,
        column: `DLS θ${j + 1}`,
        place: place('DLS', `θ${j + 1}`),
        paper,
        ours: ends.dls[i]?.[j] as number,
        ...(tableTwoCause && { cause: tableTwoCause }),
        opens: caseOfTwo(i, dls(jacobian)),
      }),
    );
    const limits: Figure = {
      ...degrees,
      row,
      column: 'IDLS, beyond the limits',
      place: place('IDLS, beyond the limits', 'at its end'),
      paper: degreesOutside(tableTwoImproved[i] as readonly number[]),
      ours: degreesOutside(ends.improved[i] as readonly number[]),
      opens: caseOfTwo(i, improved(jacobian)),
    };
    const way: Figure = {
      ...limits,
      column: 'IDLS, beyond the limits on its way',
      place: place('IDLS, beyond the limits', 'on its way'),
      paper: null,
      ours: ends.beyond[i] as number,
    };
    return [...values, limits, way];
  });
}

const breaks = (rows: readonly (readonly number[])[]): number =>
  rows.filter((row) => degreesOutside(row) > KEPT).length;
const nearer = (pairs: Ends['three']): number =>
  pairs.filter(([a = [], b = []]) => discomfort(a) < discomfort(b)).length;
const nearerInPrint = (pairs: readonly PrintedPair[]): number =>
  pairs.filter(({ firstComfort, secondComfort }) => firstComfort < secondComfort).length;

type Property = Pick<Figure, 'row' | 'column' | 'paper' | 'ours'> & { opens: object | undefined };

/**
 * Properties that do not depend on constants that are not printed: in how many of six cases they
 * hold.
 */
function properties(jacobian: Jacobian, ends: Ends): Figure[] {
  const [three] = tableThree.map((each) => pairOfThree(each, jacobian)[0]);
  const [four] = tableFour.map((each) => pairOfFour(each, jacobian)[0]);
  const rows: readonly Property[] = [
    {
      ...{ row: 'II, of 6 cases', column: 'DLS ends beyond the limits' },
      ...{ paper: breaks(tableTwoDls), ours: breaks(ends.dls) },
      opens: caseOfTwo(0, dls(jacobian)),
    },
    {
      ...{ row: 'II, of 6 cases', column: 'IDLS ends within them' },
      ...{ paper: 6 - breaks(tableTwoImproved), ours: 6 - breaks(ends.improved) },
      opens: caseOfTwo(0, improved(jacobian)),
    },
    {
      ...{ row: 'III, of 6 targets', column: 'nearer to comfort by eq. (13)' },
      ...{ paper: nearerInPrint(tableThree), ours: nearer(ends.three), opens: three },
    },
    {
      ...{ row: 'IV, of 6 targets', column: 'nearer to comfort by own weights' },
      ...{ paper: nearerInPrint(tableFour), ours: nearer(ends.four), opens: four },
    },
  ];
  return rows.map(({ opens = {}, ...each }) => ({
    ...{ ...each, opens, unit: '', decimals: 0, sample: 6 },
    // The weights are not printed.
    ...(each.row.startsWith('IV') && { unjudged: true }),
  }));
}

type Documents = (printed: PrintedPair, jacobian: Jacobian) => object[];

/**
 * Printed l_comf of both rows of a pair, compared with that of the printed joint values and that of
 * our run.
 */
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
        const place = {
          group: `Table ${table}: l_comf, distance from comfort`,
          line: `target ${i + 1}`,
          over: names[k] ?? '',
        };
        const common = {
          ...degrees,
          row: `${table}, target ${i + 1}, ${names[k]}`,
          paper,
          opens: opened[k] as object,
        };
        const cause = printed.causes[k];
        return [
          {
            ...common,
            ...(cause && { cause }),
            column: 'l_comf of the printed angles',
            place: { ...place, at: 'printed angles' },
            ours: discomfort(angles),
            rounding: comfortRounding(angles),
          },
          {
            ...common,
            column: 'l_comf of our run',
            place: { ...place, at: 'our run' },
            ours: discomfort(ends[i]?.[k] as readonly number[]),
            unjudged: true,
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
    ...properties(jacobian, ends),
  ];
}

export const naYangJiaTables: PublishedTable = {
  ...about,
  slips: naYangJiaSlips(),
  parts: wholeTable,
  work,
  figures,
  drawings: naYangJiaDrawings,
};
