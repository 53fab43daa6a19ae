/** Determines the units of a log: degrees or radians, millimetres or metres. */
import { digitsText } from 'iklab/format';
import { DEGREE, type Joint } from 'iklab/scenario';
import { unitInName } from './columnWords.ts';

export type LogAngles = 'degrees' | 'radians';

/** A joint and its column; null if the log has none. */
export interface JointValues {
  readonly joint: Pick<Joint, 'type' | 'limits'>;
  readonly column: { readonly name: string; readonly values: Float64Array } | null;
}

export interface ValueUnits {
  readonly angles: LogAngles;
  /** Whether the evidence supports only these units. */
  readonly sure: boolean;
  /** Factor of each joint from values of the log to radians or metres. */
  readonly factors: readonly number[];
  readonly report: readonly string[];
}

/**
 * Mean distance of the end effectors from their targets with these factors; NaN without targets.
 */
export type TipMiss = (factors: readonly number[]) => number;

const SLACK = 0.1; // Relative to the range of the limits.
const TURN = 2 * Math.PI;
// Values that exceed the limits of a prismatic joint this many times are millimetres.
const MANY_TIMES = 20;
const CLEARLY = 0.5; // Relative to the distance with the other unit.

/** `given`: the unit of angles, if it is known. */
export function valueUnits(
  joints: readonly JointValues[],
  given: LogAngles | null,
  miss: TipMiss,
): ValueUnits {
  const slides = joints.map((each) => (isSlide(each) ? slideFactor(each) : 1));
  const named = joints.map((each) => (isSlide(each) ? null : namedAngles(each)));
  const factorsAs = (angles: LogAngles) =>
    joints.map((each, i) =>
      isSlide(each) ? (slides[i] as number) : factorOf(given ?? named[i] ?? angles),
    );
  const { angles, sentence, sure } = anglesOf(joints, given, named, (as) => miss(factorsAs(as)));
  const millimetres = slides.filter((factor) => factor !== 1).length;
  const report = [
    ...(joints.some((each) => !isSlide(each) && each.column) ? [sentence] : []),
    ...(millimetres > 0
      ? [
          `Millimetres: ${millimetres === 1 ? 'a prismatic joint' : `${millimetres} prismatic joints`}.`,
        ]
      : []),
  ];
  return { angles, sure, factors: factorsAs(angles), report };
}

const factorOf = (angles: LogAngles): number => (angles === 'degrees' ? DEGREE : 1);
const isSlide = ({ joint }: JointValues): boolean => joint.type === 'prismatic';

function namedAngles({ column }: JointValues): LogAngles | null {
  const unit = unitInName(column?.name ?? '');
  return unit === 'degrees' || unit === 'radians' ? unit : null;
}

function anglesOf(
  joints: readonly JointValues[],
  given: LogAngles | null,
  named: readonly (LogAngles | null)[],
  miss: (angles: LogAngles) => number,
): { angles: LogAngles; sentence: string; sure: boolean } {
  if (given) return { angles: given, sure: true, sentence: `${called(given)}: as chosen.` };
  const said = named.find((each) => each !== null);
  if (said) {
    const both = named.includes(said === 'degrees' ? 'radians' : 'degrees');
    const words = both ? 'Degrees and radians' : called(said);
    return { angles: said, sure: true, sentence: `${words}: from the column names.` };
  }
  const turning = joints.filter((each) => each.column && !isSlide(each));
  const widest = Math.max(0, ...turning.map(spanOf));
  const fits = turning.every((each) => inside(each, 1));
  const wide = !fits && widest > 2 * TURN;
  const likelier = fits ? 'radians' : wide ? 'degrees' : null;
  const nearer = byTips(likelier, miss);
  if (wide && nearer?.angles !== 'radians')
    return {
      angles: 'degrees',
      sure: true,
      sentence: `Degrees: a column has a range of ${digitsText(widest, 3)}.`,
    };
  return (
    nearer ??
    bySize(
      fits,
      widest,
      turning.every((each) => inside(each, DEGREE)),
    )
  );
}

const called = (angles: LogAngles): string => (angles === 'degrees' ? 'Degrees' : 'Radians');

/**
 * Decides by the distances from targets. The likelier unit is replaced only if the other one is
 * clearly nearer; null if the distances do not decide.
 */
function byTips(likelier: LogAngles | null, miss: (angles: LogAngles) => number) {
  const misses = { radians: miss('radians'), degrees: miss('degrees') };
  const nearest = misses.degrees < misses.radians ? 'degrees' : 'radians';
  const other = nearest === 'degrees' ? 'radians' : 'degrees';
  const share = likelier === other ? CLEARLY : 1;
  if (!(misses[nearest] < share * misses[other])) return null;
  const sentence = `${called(nearest)}: the effectors are then ${metres(misses[nearest])} from their targets; as ${other}, ${metres(misses[other])}.`;
  return { angles: nearest as LogAngles, sure: true, sentence };
}

const metres = (length: number): string => `${digitsText(length, 2)} m`;

function bySize(fits: boolean, widest: number, fitsDegrees: boolean) {
  if (fits)
    return {
      angles: 'radians' as const,
      sure: true,
      sentence:
        widest > 0
          ? `Radians: the largest range of a column is ${digitsText(widest, 3)}; in degrees, the joints would hardly move.`
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

/**
 * Whether all values are within the limits plus `SLACK`; without limits, within a full rotation.
 */
function inside({ joint, column }: JointValues, factor: number): boolean {
  const [low, high] = joint.limits ?? [-TURN, TURN];
  const slack = SLACK * (high - low);
  const [least, most] = rangeOf(column?.values ?? new Float64Array());
  return least * factor >= low - slack && most * factor <= high + slack;
}

function spanOf({ column }: JointValues): number {
  const [least, most] = rangeOf(column?.values ?? new Float64Array());
  return most - least;
}

/** Ignores NaN; returns 0 and 0 if there is no number. */
function rangeOf(values: Float64Array): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least <= most ? [least, most] : [0, 0];
}

/** By the name of the column, otherwise by how far its values exceed the limits. */
function slideFactor({ joint, column }: JointValues): number {
  const unit = unitInName(column?.name ?? '');
  if (unit === 'millimetres') return 1e-3;
  if (unit === 'metres' || !column || !joint.limits) return 1;
  const [least, most] = rangeOf(column.values);
  const [low, high] = joint.limits;
  const far = Math.max(most - least, Math.abs(least), Math.abs(most));
  return far > MANY_TIMES * Math.max(high - low, Math.abs(low), Math.abs(high)) ? 1e-3 : 1;
}
