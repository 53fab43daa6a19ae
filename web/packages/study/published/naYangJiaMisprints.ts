import {
  distanceFromComfortPose,
  largestLimitViolation,
  naYangJiaTableFourPairs,
  naYangJiaTableThreePairs,
  naYangJiaTableTwoDls,
  PRINTED_COMFORT_POSE,
  PRINTED_LOWER_LIMITS,
  PRINTED_UPPER_LIMITS,
  type PrintedJointValues,
  type PrintedRowPair,
} from './naYangJiaRows.ts';

/** Returns half a unit of a printed angle's last digit, degrees. Two angles have no decimals. */
const halfDigit = (angle: number): number =>
  Math.abs(angle) > 100 && Number.isInteger(angle) ? 0.5 : 0.05;

/** Returns the greatest rounding error of a distance from the comfort pose, degrees. */
export function comfortRoundingBound(row: PrintedJointValues): number {
  const most = row.map(
    (angle, i) => Math.abs(angle - (PRINTED_COMFORT_POSE[i] as number)) + halfDigit(angle),
  );
  return Math.hypot(...most) - distanceFromComfortPose(row) + 0.05;
}

interface ComfortRow {
  readonly location: string;
  readonly row: PrintedJointValues;
  readonly printed: number;
}

const comfortRowsOf = (table: string, pairs: readonly PrintedRowPair[]): ComfortRow[] =>
  pairs.flatMap(({ first, firstComfort, second, secondComfort }, i) => [
    { location: `${table}, target ${i + 1}, first row`, row: first, printed: firstComfort },
    { location: `${table}, target ${i + 1}, second row`, row: second, printed: secondComfort },
  ]);
const comfortRows = [
  ...comfortRowsOf('III', naYangJiaTableThreePairs),
  ...comfortRowsOf('IV', naYangJiaTableFourPairs),
];

const comfortError = ({ row, printed }: ComfortRow): number =>
  Math.abs(distanceFromComfortPose(row) - printed);
const comfortText = (all: readonly ComfortRow[]): string =>
  all
    .map(
      ({ location, row, printed }) =>
        `${location}: ${printed}, with (15) ${distanceFromComfortPose(row).toFixed(1)}`,
    )
    .join('; ');

/** Rows whose printed distance contradicts eq. (15) for any rounding. */
export const unexplainedComfortRows = comfortRows.filter(
  (each) => comfortError(each) > comfortRoundingBound(each.row),
);
export const barelyExplainedComfortRows = comfortRows.filter(
  (each) => comfortError(each) > 0.05 * Math.sqrt(7) && !unexplainedComfortRows.includes(each),
);

export const printedRowsBeyondLimits = comfortRowsOf('IV', naYangJiaTableFourPairs).filter(
  ({ row }) => largestLimitViolation(row) > 0,
);

const violatedLimits = (row: PrintedJointValues): string[] =>
  row.flatMap((angle, i) => {
    const [low, high] = [PRINTED_LOWER_LIMITS[i] as number, PRINTED_UPPER_LIMITS[i] as number];
    if (angle > high) return [`θ${i + 1} ${angle} > ${high}`];
    return angle < low ? [`θ${i + 1} ${angle} < ${low}`] : [];
  });

/**
 * Returns λ / c of eq. (12) at the upper limit of a joint. `joint`: index from 0. `p`: the power.
 */
export function dampingAtUpperLimit(joint: number, p: number): number {
  const [low, high, comfort] = [
    PRINTED_LOWER_LIMITS,
    PRINTED_UPPER_LIMITS,
    PRINTED_COMFORT_POSE,
  ].map((row) => row[joint] as number) as JointTriple;
  return ((2 * (high - comfort)) / (high - low)) ** p;
}
type JointTriple = [number, number, number];

const violationsText = (rows: readonly ComfortRow[]): string =>
  rows.map(({ row }) => violatedLimits(row).join(', ')).join(', ');

export function naYangJiaMisprints(): string[] {
  const first = naYangJiaTableTwoDls[0] as PrintedJointValues;
  return [
    'eq. (14) adds a 3 × 3 to a 7 × 7 matrix: JJᵀ + D²; what (10) minimises is (JᵀJ + D²)⁻¹Jᵀe',
    `table IV breaks the limits of table I in ${printedRowsBeyondLimits.length} of ${2 * naYangJiaTableFourPairs.length} rows (${violationsText(printedRowsBeyondLimits)}), despite “guaranteeing joint limit avoidance”`,
    `l_comf does not match the printed angles, however they were rounded (${comfortText(unexplainedComfortRows)})`,
    `l_comf matches the printed angles only to 0.2, within their rounding (${comfortText(barelyExplainedComfortRows)}; θ5 of the latter is printed to the degree)`,
    `eq. (12) does not damp at a limit that is near the comfort pose: there λ of the shoulder’s flexion is ${dampingAtUpperLimit(1, 8).toPrecision(1)} c, of the elbow’s ${dampingAtUpperLimit(4, 8).toPrecision(1)} c (p 8), where (11) has c`,
    `the text on case 1 has “adduction of the shoulder and wrist joints” beyond its range; beyond it are ${violatedLimits(first).join(' and ')}, flexion and pivot, while abduction (θ3 ${first[2]}) is inside`,
    'eq. (13) adds 1/w, a number, to a damping that competes with singular values, a length: weights are meaningless without the unit of length, which is not printed',
    '§II: “in most cases, the Jacobian is rank deficient”; at all 36 printed poses of tables II to IV it has rank 3',
    'eq. (15) sums from i = 0; joints are counted from 1',
    'table I lists flexion before twist, tables II to IV twist first; only the limits above table II identify the columns',
    'the caption of table II says IDLIS instead of IDLS',
    'a joint of case 4 ends at 233.4° with DLS: more than 180°, which does not happen with the true J',
  ];
}
