/** Reads a pasted pose in any of several formats. */
import { isMovingJoint } from '../scenario/trees.ts';
import type { Joint } from '../scenario/types.ts';
import { didYouMean, listed, quote } from '../scenario/words.ts';
import { type AngleUnit, jointQuantity, type PoseUnits, slides } from './jointQuantity.ts';

/** A value for each independent joint, or faults as sentences. */
export type ReadPose =
  | { readonly ok: true; readonly values: readonly number[] }
  | { readonly ok: false; readonly faults: readonly string[] };

interface PoseContext extends PoseUnits {
  /** Refuses values outside the limits. */
  readonly limited: boolean;
  /** The current pose: joints that are not named keep their values. */
  readonly now: readonly number[];
}

const refused = (...faults: string[]): ReadPose => ({ ok: false, faults });
const MOST_FAULTS = 3;
const LONGEST = 100_000; // Characters.

/**
 * Reads `[1, 2]`, `1 2`, `q = np.array([1, 2])`, `[1; 2]`, `{"a": 1}`, the `--q` of `iklab pose`,
 * numbers with units, and multiples of pi, which are radians.
 */
export function readPose(text: string, joints: readonly Joint[], context: PoseContext): ReadPose {
  if (text.length > LONGEST)
    return refused(`A pose has at most ${LONGEST} characters; got ${text.length}.`);
  const { given, angle } = unwrapped(text, context.angle);
  if (given === '') return refused('Nothing to paste.');
  const own = joints.filter(isMovingJoint);
  const read = given.startsWith('{') && given.includes(':') ? byName : inOrder;
  const values = read(given, joints, { ...context, angle });
  if (!values.ok || !context.limited) return values;
  return withinLimits(values.values, own, { ...context, angle });
}

/** Removes the code around the numbers, and finds their unit. */
function unwrapped(text: string, asked: AngleUnit) {
  const command = /--q[ =]+(?:'([^']*)'|"((?:[^"\\]|\\.)*)")/s.exec(text);
  const quoted = command && (command[1] ?? command[2]?.replace(/\\(.)/g, '$1'));
  const plain = (quoted ?? text).replaceAll('−', '-').replaceAll('π', 'pi');
  const degrees = /deg2rad\(|radians\(/i.test(plain);
  const radians = quoted != null || /\bpi\b/.test(plain);
  const given = plain
    .replace(/\.\.\.\s*\n/g, ' ')
    .replace(/^\s*[\w.]+\s*=(?!=)/, '')
    .replace(/\b(?:np|numpy|torch|math)\./g, '')
    .replace(/\b(?:array|asarray|tensor|matrix|deg2rad|radians)\s*\(/gi, '(')
    .replace(/\bdtype\s*=\s*[\w.]+/g, '')
    .replace(/;\s*$/, '')
    .trim();
  const angle: AngleUnit = degrees ? 'degrees' : radians ? 'radians' : asked;
  return { given, angle };
}

type Reader = (given: string, joints: readonly Joint[], context: PoseContext) => ReadPose;

const inOrder: Reader = (given, joints, { angle }) => {
  const own = joints.filter(isMovingJoint);
  const words = given
    .replace(/[[\](){}]/g, ' ')
    .replace(/(\d)\s+(?=(?:°|deg|rad)\w*)/gi, '$1')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
  if (words.length !== own.length) return refused(countFault(words, own));
  const numbers = words.map((word, i) => numberOf(word, own[i] as Joint, angle));
  const wrong = numbers.findIndex(Number.isNaN);
  if (wrong < 0) return { ok: true, values: numbers };
  return refused(`${own[wrong]?.id} must be a number; got ${quote(words[wrong] ?? '')}.`);
};

function countFault(words: readonly string[], own: readonly Joint[]): string {
  const { length } = words;
  const numbers = own.length === 1 ? 'Expected one number' : `Expected ${own.length} numbers`;
  const each = own.length === 1 ? `, for ${own[0]?.id}` : ', one per independent joint';
  const were = `got ${length}`;
  const missing = own.slice(length).map(({ id }) => id);
  const which =
    length < own.length
      ? `none for ${listed(missing, 3)}`
      : `no joint after ${own.at(-1)?.id} for ${quote(words[own.length] ?? '')}`;
  return `${numbers}${each}; ${were}: ${which}.`;
}

const byName: Reader = (given, joints, { angle, now }) => {
  const entries = entriesOf(given);
  if (!entries) return refused('Invalid JSON; expected {"joint": number, …}.');
  const own = joints.filter(isMovingJoint);
  const values = [...now];
  const faults: string[] = [];
  for (const [name, value] of entries) {
    const at = own.findIndex(({ id }) => id === name);
    const joint = own[at];
    if (!joint) {
      // A fixed or mimic joint has no value of its own, and is skipped.
      if (!joints.some(({ id }) => id === name)) faults.push(unknownJoint(name, own));
      continue;
    }
    const number = typeof value === 'number' ? inRadians(value, joint, angle) : Number.NaN;
    if (Number.isFinite(number)) values[at] = number;
    else faults.push(`${name} must be a number; got ${quote(JSON.stringify(value))}.`);
  }
  return faults.length > 0 ? refused(...few(faults)) : { ok: true, values };
};

function unknownJoint(name: string, own: readonly Joint[]): string {
  const names = own.map(({ id }) => id);
  const meant = didYouMean(name, names) || `; joints: ${listed(names, 6)}`;
  return `No independent joint ${quote(name)}${meant}.`;
}

/** Entries of JSON or of a Python dictionary; null for other texts. */
function entriesOf(given: string): [string, unknown][] | null {
  for (const text of [given, given.replaceAll("'", '"').replace(/,\s*}/g, '}')]) {
    try {
      return Object.entries(JSON.parse(text) as object);
    } catch {}
  }
  return null;
}

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(°|deg\w*|rad\w*|m)?$/i;
const OF_PI = /^([+-]?)(?:(\d+\.?\d*|\.\d+)\*?)?pi(?:\*(\d+\.?\d*))?(?:\/(\d+\.?\d*))?$/i;

/** NaN if the word is not a number. */
function numberOf(word: string, joint: Joint, angle: AngleUnit): number {
  const [, sign, times = '1', more = '1', parts = '1'] = OF_PI.exec(word) ?? [];
  if (sign !== undefined)
    return (Number(`${sign}1`) * Number(times) * Number(more) * Math.PI) / Number(parts);
  const [, digits = '', own = ''] = NUMBER.exec(word) ?? [];
  if (digits === '' || (slides(joint) ? /[^m]/i : /m/i).test(own)) return Number.NaN;
  const unit = /^r/i.test(own) ? 'radians' : own === '' ? angle : 'degrees';
  const value = inRadians(Number(digits), joint, unit);
  return Number.isFinite(value) ? value + 0 : Number.NaN;
}

const inRadians = (value: number, joint: Joint, angle: AngleUnit): number =>
  slides(joint) || angle === 'radians' ? value : (value * Math.PI) / 180;

const ROUNDING = 1e-6; // Tolerance for limits that were written with few digits.

function withinLimits(
  values: readonly number[],
  own: readonly Joint[],
  units: PoseUnits,
): ReadPose {
  const faults: string[] = [];
  const kept = values.map((value, i) => {
    const { limits, id, type } = own[i] as Joint;
    if (!limits) return value;
    const near = Math.min(Math.max(value, limits[0]), limits[1]);
    if (Math.abs(near - value) <= ROUNDING) return near;
    faults.push(beyondLimits({ id, limits, type }, value, units));
    return value;
  });
  return faults.length > 0 ? refused(...few(faults)) : { ok: true, values: kept };
}

const TYPED = 9; // Digits, so that typed values are repeated exactly.

/** Such as `elbow must be from -180 to 180 degrees (its limits); got 400 degrees.` */
export function beyondLimits(
  { id, limits, type }: Pick<Joint, 'id' | 'limits' | 'type'>,
  value: number,
  units: PoseUnits,
): string {
  const { textWithUnit, toShown, unit } = jointQuantity({ type }, units);
  const [least, most] = limits ?? [0, 0];
  const typed = Number(toShown(value).toPrecision(TYPED));
  const is = `${typed}${unit === '°' || unit === '' ? '' : ' '}${unit}`;
  return `${id} must be from ${textWithUnit(least)} to ${textWithUnit(most)} (its limits); got ${is}.`;
}

function few(faults: readonly string[]): string[] {
  const more = faults.length - MOST_FAULTS;
  return more > 0 ? [...faults.slice(0, MOST_FAULTS), `And ${more} more.`] : [...faults];
}
