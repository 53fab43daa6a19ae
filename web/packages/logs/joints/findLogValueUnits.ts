import { significantDigitsText } from '@iklab/core/format';
import type { Joint } from '@iklab/core/scenario';
import { RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';
import { valueUnitInName } from './splitNameWords.ts';

export type LogAngleUnit = 'degrees' | 'radians';

export interface LogJointValues {
  readonly joint: Pick<Joint, 'type' | 'limits'>;
  readonly column: { readonly name: string; readonly values: Float64Array } | null;
}

export interface LogValueUnits {
  readonly angles: LogAngleUnit;
  /** True if the evidence excludes other units. */
  readonly sure: boolean;
  /** Factor per joint that converts values of the log to radians or metres. */
  readonly factors: readonly number[];
  readonly report: readonly string[];
}

/**
 * Returns the mean distance of end effectors from their targets, metres; NaN without targets. Each
 * joint's values are multiplied by its factor.
 */
export type TargetDistanceFunction = (factors: readonly number[]) => number;

const SLACK = 0.1; // Relative to the range of the limits.
const TURN = 2 * Math.PI;
// Values that exceed the limits of a prismatic joint this many times are millimetres.
const MILLIMETRE_RATIO = 20;
const CLEAR_RATIO = 0.5; // Relative to the distance with the other unit.

/** `knownUnit`: unit of the angles that the user has chosen; null if none. */
export function findLogValueUnits(
  joints: readonly LogJointValues[],
  knownUnit: LogAngleUnit | null,
  miss: TargetDistanceFunction,
): LogValueUnits {
  const slides = joints.map((each) => (isPrismatic(each) ? slideFactor(each) : 1));
  const named = joints.map((each) => (isPrismatic(each) ? null : namedAngles(each)));
  const factorsAs = (angles: LogAngleUnit) =>
    joints.map((each, i) =>
      isPrismatic(each) ? (slides[i] as number) : angleFactor(knownUnit ?? named[i] ?? angles),
    );
  const { angles, sentence, sure } = findAngleUnit(joints, knownUnit, named, (unit) =>
    miss(factorsAs(unit)),
  );
  const millimetres = slides.filter((factor) => factor !== 1).length;
  const report = [
    ...(joints.some((each) => !isPrismatic(each) && each.column) ? [sentence] : []),
    ...(millimetres > 0
      ? [
          `Millimetres: ${millimetres === 1 ? 'a prismatic joint' : `${millimetres} prismatic joints`}.`,
        ]
      : []),
  ];
  return { angles, sure, factors: factorsAs(angles), report };
}

const angleFactor = (angles: LogAngleUnit): number =>
  angles === 'degrees' ? RADIANS_PER_DEGREE : 1;
const isPrismatic = ({ joint }: LogJointValues): boolean => joint.type === 'prismatic';

function namedAngles({ column }: LogJointValues): LogAngleUnit | null {
  const unit = valueUnitInName(column?.name ?? '');
  return unit === 'degrees' || unit === 'radians' ? unit : null;
}

function findAngleUnit(
  joints: readonly LogJointValues[],
  knownUnit: LogAngleUnit | null,
  named: readonly (LogAngleUnit | null)[],
  miss: (angles: LogAngleUnit) => number,
): { angles: LogAngleUnit; sentence: string; sure: boolean } {
  if (knownUnit)
    return { angles: knownUnit, sure: true, sentence: `${unitName(knownUnit)}: as chosen.` };
  const namedUnit = named.find((each) => each !== null);
  if (namedUnit) {
    const both = named.includes(namedUnit === 'degrees' ? 'radians' : 'degrees');
    const words = both ? 'Degrees and radians' : unitName(namedUnit);
    return { angles: namedUnit, sure: true, sentence: `${words}: from the column names.` };
  }
  const turning = joints.filter((each) => each.column && !isPrismatic(each));
  const widest = Math.max(0, ...turning.map(valueSpan));
  const fitsRadians = turning.every((each) => isInsideLimits(each, 1));
  const wide = !fitsRadians && widest > 2 * TURN;
  const likelier = fitsRadians ? 'radians' : wide ? 'degrees' : null;
  const nearer = unitByTips(likelier, miss);
  if (wide && nearer?.angles !== 'radians')
    return {
      angles: 'degrees',
      sure: true,
      sentence: `Degrees: a column has a range of ${significantDigitsText(widest, 3)}.`,
    };
  return (
    nearer ??
    unitBySize(
      fitsRadians,
      widest,
      turning.every((each) => isInsideLimits(each, RADIANS_PER_DEGREE)),
    )
  );
}

const unitName = (angles: LogAngleUnit): string => (angles === 'degrees' ? 'Degrees' : 'Radians');

/**
 * Chooses radians or degrees by the distances of end effectors from targets. The likelier unit is
 * replaced only if the other gives clearly smaller distances. Returns null if undecided.
 */
function unitByTips(likelier: LogAngleUnit | null, miss: (angles: LogAngleUnit) => number) {
  const misses = { radians: miss('radians'), degrees: miss('degrees') };
  const nearest = misses.degrees < misses.radians ? 'degrees' : 'radians';
  const farther = nearest === 'degrees' ? 'radians' : 'degrees';
  const share = likelier === farther ? CLEAR_RATIO : 1;
  if (!(misses[nearest] < share * misses[farther])) return null;
  const sentence = `${unitName(nearest)}: the effectors are then ${metres(misses[nearest])} from their targets; as ${farther}, ${metres(misses[farther])}.`;
  return { angles: nearest as LogAngleUnit, sure: true, sentence };
}

const metres = (length: number): string => `${significantDigitsText(length, 2)} m`;

function unitBySize(fitsRadians: boolean, widest: number, fitsDegrees: boolean) {
  if (fitsRadians)
    return {
      angles: 'radians' as const,
      sure: true,
      sentence:
        widest > 0
          ? `Radians: the largest range of a column is ${significantDigitsText(widest, 3)}; in degrees, the joints would hardly move.`
          : 'Radians: all values are within the joint limits.',
    };
  if (fitsDegrees)
    return {
      angles: 'degrees' as const,
      sure: true,
      sentence: 'Degrees: in radians, joints would be far outside their limits.',
    };
  return {
    angles: 'radians' as const,
    sure: false,
    sentence:
      'Radians, although joints are far outside their limits; in degrees they would be too.',
  };
}

function isInsideLimits({ joint, column }: LogJointValues, factor: number): boolean {
  const [low, high] = joint.limits ?? [-TURN, TURN];
  const slack = SLACK * (high - low);
  const [least, most] = valueRange(column?.values ?? new Float64Array());
  return least * factor >= low - slack && most * factor <= high + slack;
}

function valueSpan({ column }: LogJointValues): number {
  const [least, most] = valueRange(column?.values ?? new Float64Array());
  return most - least;
}

function valueRange(values: Float64Array): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least <= most ? [least, most] : [0, 0];
}

/**
 * Returns metres per unit of a prismatic joint's column. The column's name decides, otherwise
 * values and limits.
 */
function slideFactor({ joint, column }: LogJointValues): number {
  const unit = valueUnitInName(column?.name ?? '');
  if (unit === 'millimetres') return 1e-3;
  if (unit === 'metres' || !column || !joint.limits) return 1;
  const [least, most] = valueRange(column.values);
  const [low, high] = joint.limits;
  const far = Math.max(most - least, Math.abs(least), Math.abs(most));
  return far > MILLIMETRE_RATIO * Math.max(high - low, Math.abs(low), Math.abs(high)) ? 1e-3 : 1;
}
