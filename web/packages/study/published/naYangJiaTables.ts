/**
 * Na, Yang and Jia, tables II, III and IV: a human arm with DLS, and with their damping per joint.
 */

import { naPoseToDegrees } from '@iklab/core/scenario/presets';
import { comfortRoundingBound, naYangJiaMisprints } from './naYangJiaMisprints.ts';
import {
  about,
  distanceFromComfortPose,
  largestLimitViolation,
  naYangJiaTableFourPairs,
  naYangJiaTableThreePairs,
  naYangJiaTableTwoCause,
  naYangJiaTableTwoDls,
  naYangJiaTableTwoImproved,
  type PrintedRowPair,
} from './naYangJiaRows.ts';
import {
  computeNaYangJiaFinalAngles,
  jacobianKindOfVariant,
  makeNaYangJiaDlsMethod,
  makeNaYangJiaImprovedMethod,
  type NaYangJiaFinalAngles,
  type NaYangJiaJacobianKind,
  naYangJiaTableFourDocuments,
  naYangJiaTableThreeDocuments,
  naYangJiaTableTwoDocument,
} from './naYangJiaRuns.ts';
import {
  makeSingleTablePart,
  type PaperDrawings,
  type PublishedFigure,
  type PublishedFigurePosition,
  type PublishedTable,
} from './publishedTable.ts';

const MAX_UPDATES = 2000; // Updates; all runs end earlier.

const naYangJiaDrawings: PaperDrawings = {
  about: [
    'Figure 3 shows the first case of table II: the start (a), and the final poses of DLS (b) and of their method (c). Figure 4 shows the updates in between, of DLS (a) and of their method (b). The paper does not say that figure 4 shows the same case, but the preceding sentence implies it.',
    'The viewing direction and the up axis are not printed: all three planes are available.',
    'The constants of their method are not printed; its path here uses c = 30, p = 8 and w = 3.',
  ],
  of: ({ row, column }) => {
    const two = /^II, case/.test(row);
    const method = column.startsWith('IDLS') ? 'IDLS' : 'DLS';
    const printed = { DLS: 'figures 3 (b) and 4 (a)', IDLS: 'figures 3 (c) and 4 (b)' }[method];
    return {
      name: two ? `${row}, ${method}` : row,
      poses: row === 'II, case 1' ? printed : '',
      motion: '',
      most: MAX_UPDATES,
    };
  },
  printed: naPoseToDegrees,
};

/** Largest ignored limit violation, due to rounded values, degrees. */
const IGNORED_VIOLATION = 0.05;

const degrees = { unit: '°', decimals: 1, sample: 1 } as const;

function tableTwoFigures(
  jacobian: NaYangJiaJacobianKind,
  ends: NaYangJiaFinalAngles,
): PublishedFigure[] {
  return naYangJiaTableTwoDls.flatMap((printed, i) => {
    const row = `II, case ${i + 1}`;
    const makePlace = (over: string, heading: string): PublishedFigurePosition => ({
      ...{ group: 'Table II: final pose of each case', line: `case ${i + 1}`, over, at: heading },
    });
    const values = printed.map(
      (paper, j): PublishedFigure => ({
        ...degrees,
        row,
        column: `DLS θ${j + 1}`,
        place: makePlace('DLS', `θ${j + 1}`),
        paper,
        ours: ends.dls[i]?.[j] as number,
        ...(naYangJiaTableTwoCause && { cause: naYangJiaTableTwoCause }),
        opens: naYangJiaTableTwoDocument(i, makeNaYangJiaDlsMethod(jacobian)),
      }),
    );
    const limits: PublishedFigure = {
      ...degrees,
      row,
      column: 'IDLS, beyond the limits',
      place: makePlace('IDLS, beyond the limits', 'at its end'),
      paper: largestLimitViolation(naYangJiaTableTwoImproved[i] as readonly number[]),
      ours: largestLimitViolation(ends.improved[i] as readonly number[]),
      opens: naYangJiaTableTwoDocument(i, makeNaYangJiaImprovedMethod(jacobian)),
    };
    const limitsDuringRun: PublishedFigure = {
      ...limits,
      column: 'IDLS, beyond the limits on its way',
      place: makePlace('IDLS, beyond the limits', 'on its way'),
      paper: null,
      ours: ends.beyond[i] as number,
    };
    return [...values, limits, limitsDuringRun];
  });
}

const countViolations = (rows: readonly (readonly number[])[]): number =>
  rows.filter((row) => largestLimitViolation(row) > IGNORED_VIOLATION).length;
const countNearer = (pairs: NaYangJiaFinalAngles['three']): number =>
  pairs.filter(([a = [], b = []]) => distanceFromComfortPose(a) < distanceFromComfortPose(b))
    .length;
const countNearerInPrint = (pairs: readonly PrintedRowPair[]): number =>
  pairs.filter(({ firstComfort, secondComfort }) => firstComfort < secondComfort).length;

type Property = Pick<PublishedFigure, 'row' | 'column' | 'paper' | 'ours'> & {
  opens: object | undefined;
};

/** Makes figures that hold for any unprinted constants: number of cases with a property. */
function propertyFigures(
  jacobian: NaYangJiaJacobianKind,
  ends: NaYangJiaFinalAngles,
): PublishedFigure[] {
  const [three] = naYangJiaTableThreePairs.map(
    (each) => naYangJiaTableThreeDocuments(each, jacobian)[0],
  );
  const [four] = naYangJiaTableFourPairs.map(
    (each) => naYangJiaTableFourDocuments(each, jacobian)[0],
  );
  const rows: readonly Property[] = [
    {
      ...{ row: 'II, of 6 cases', column: 'DLS ends beyond the limits' },
      ...{ paper: countViolations(naYangJiaTableTwoDls), ours: countViolations(ends.dls) },
      opens: naYangJiaTableTwoDocument(0, makeNaYangJiaDlsMethod(jacobian)),
    },
    {
      ...{ row: 'II, of 6 cases', column: 'IDLS ends within them' },
      ...{
        paper: 6 - countViolations(naYangJiaTableTwoImproved),
        ours: 6 - countViolations(ends.improved),
      },
      opens: naYangJiaTableTwoDocument(0, makeNaYangJiaImprovedMethod(jacobian)),
    },
    {
      ...{ row: 'III, of 6 targets', column: 'nearer to comfort by eq. (13)' },
      ...{
        paper: countNearerInPrint(naYangJiaTableThreePairs),
        ours: countNearer(ends.three),
        opens: three,
      },
    },
    {
      ...{ row: 'IV, of 6 targets', column: 'nearer to comfort by own weights' },
      ...{
        paper: countNearerInPrint(naYangJiaTableFourPairs),
        ours: countNearer(ends.four),
        opens: four,
      },
    },
  ];
  return rows.map(({ opens = {}, ...each }) => ({
    ...{ ...each, opens, unit: '', decimals: 0, sample: 6 },
    // The weights are not printed.
    ...(each.row.startsWith('IV') && { unjudged: true }),
  }));
}

type Documents = (printed: PrintedRowPair, jacobian: NaYangJiaJacobianKind) => object[];

const makePairFigures =
  (
    table: string,
    pairs: readonly PrintedRowPair[],
    names: readonly string[],
    documents: Documents,
  ) =>
  (jacobian: NaYangJiaJacobianKind, ends: NaYangJiaFinalAngles['three']): PublishedFigure[] =>
    pairs.flatMap((printed, i) => {
      const pairDocuments = documents(printed, jacobian);
      const rows = [
        [printed.first, printed.firstComfort],
        [printed.second, printed.secondComfort],
      ] as const;
      return rows.flatMap(([angles, paper], k): PublishedFigure[] => {
        const place = {
          group: `Table ${table}: l_comf, distance from comfort`,
          line: `target ${i + 1}`,
          over: names[k] ?? '',
        };
        const common = {
          ...degrees,
          row: `${table}, target ${i + 1}, ${names[k]}`,
          paper,
          opens: pairDocuments[k] as object,
        };
        const cause = printed.causes[k];
        return [
          {
            ...common,
            ...(cause && { cause }),
            column: 'l_comf of the printed angles',
            place: { ...place, at: 'printed angles' },
            ours: distanceFromComfortPose(angles),
            rounding: comfortRoundingBound(angles),
          },
          {
            ...common,
            column: 'l_comf of our run',
            place: { ...place, at: 'our run' },
            ours: distanceFromComfortPose(ends[i]?.[k] as readonly number[]),
            unjudged: true,
          },
        ];
      });
    });

const tableThreeFigures = makePairFigures(
  'III',
  naYangJiaTableThreePairs,
  ['comfort', 'mean'],
  naYangJiaTableThreeDocuments,
);
const tableFourFigures = makePairFigures(
  'IV',
  naYangJiaTableFourPairs,
  ['own weights', 'same weights'],
  naYangJiaTableFourDocuments,
);

function figures(variant: string, [result]: readonly unknown[]): PublishedFigure[] {
  const ends = result as NaYangJiaFinalAngles;
  const jacobian = jacobianKindOfVariant(variant);
  return [
    ...tableTwoFigures(jacobian, ends),
    ...tableThreeFigures(jacobian, ends.three),
    ...tableFourFigures(jacobian, ends.four),
    ...propertyFigures(jacobian, ends),
  ];
}

export const naYangJiaTables: PublishedTable = {
  ...about,
  slips: naYangJiaMisprints(),
  parts: makeSingleTablePart,
  work: computeNaYangJiaFinalAngles,
  figures,
  drawings: naYangJiaDrawings,
};
