import { listWords, nearestWordSuggestion, quoteInOneLine } from '../../scenario/checks/words.ts';
import { isIndependentJoint } from '../../scenario/robot/trees.ts';
import type { Joint } from '../../scenario/types.ts';
import {
  type AngleUnit,
  isPrismatic,
  jointValueNotation,
  type PoseUnits,
} from '../jointQuantity.ts';

/**
 * Result of reading a pose: a value for each independent joint, in radians or metres, or faults as
 * sentences.
 */
export type PoseReadingResult =
  | { readonly ok: true; readonly values: readonly number[] }
  | { readonly ok: false; readonly faults: readonly string[] };

interface PoseContext extends PoseUnits {
  readonly limited: boolean;
  /** Current pose: joints that the text does not name keep their values. */
  readonly currentPose: readonly number[];
}

const refuse = (...faults: string[]): PoseReadingResult => ({ ok: false, faults });
const MAX_FAULTS = 3;
const MAX_LENGTH = 100_000; // Characters.

/**
 * Reads the joint values of a pasted pose: `[1, 2]`, `1 2`, `q = np.array([1, 2])`, `[1; 2]`,
 * `{"a": 1}`, the `--q` of `iklab pose`, numbers with units, and multiples of pi, which are
 * radians.
 */
export function readPoseText(
  text: string,
  joints: readonly Joint[],
  context: PoseContext,
): PoseReadingResult {
  if (text.length > MAX_LENGTH)
    return refuse(`A pose has at most ${MAX_LENGTH} characters; got ${text.length}.`);
  const { given: content, angle } = unwrapPose(text, context.angle);
  if (content === '') return refuse('Nothing to paste.');
  const movingJoints = joints.filter(isIndependentJoint);
  const read = content.startsWith('{') && content.includes(':') ? readNamed : readOrdered;
  const values = read(content, joints, { ...context, angle });
  if (!values.ok || !context.limited) return values;
  return checkLimits(values.values, movingJoints, { ...context, angle });
}

function unwrapPose(text: string, defaultUnit: AngleUnit) {
  const command = /--q[ =]+(?:'([^']*)'|"((?:[^"\\]|\\.)*)")/s.exec(text);
  const quoted = command && (command[1] ?? command[2]?.replace(/\\(.)/g, '$1'));
  const plain = (quoted ?? text).replaceAll('−', '-').replaceAll('π', 'pi');
  const degrees = /deg2rad\(|radians\(/i.test(plain);
  const radians = quoted != null || /\bpi\b/.test(plain);
  const content = plain
    .replace(/\.\.\.\s*\n/g, ' ')
    .replace(/^\s*[\w.]+\s*=(?!=)/, '')
    .replace(/\b(?:np|numpy|torch|math)\./g, '')
    .replace(/\b(?:array|asarray|tensor|matrix|deg2rad|radians)\s*\(/gi, '(')
    .replace(/\bdtype\s*=\s*[\w.]+/g, '')
    .replace(/;\s*$/, '')
    .trim();
  const angle: AngleUnit = degrees ? 'degrees' : radians ? 'radians' : defaultUnit;
  return { given: content, angle };
}

type PoseReader = (
  content: string,
  joints: readonly Joint[],
  context: PoseContext,
) => PoseReadingResult;

const readOrdered: PoseReader = (content, joints, { angle }) => {
  const movingJoints = joints.filter(isIndependentJoint);
  const words = content
    .replace(/[[\](){}]/g, ' ')
    .replace(/(\d)\s+(?=(?:°|deg|rad)\w*)/gi, '$1')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
  if (words.length !== movingJoints.length) return refuse(countFaultText(words, movingJoints));
  const numbers = words.map((word, i) => readNumber(word, movingJoints[i] as Joint, angle));
  const wrong = numbers.findIndex(Number.isNaN);
  if (wrong < 0) return { ok: true, values: numbers };
  return refuse(
    `${movingJoints[wrong]?.id} must be a number; got ${quoteInOneLine(words[wrong] ?? '')}.`,
  );
};

function countFaultText(words: readonly string[], movingJoints: readonly Joint[]): string {
  const { length } = words;
  const numbers =
    movingJoints.length === 1 ? 'Expected one number' : `Expected ${movingJoints.length} numbers`;
  const each =
    movingJoints.length === 1 ? `, for ${movingJoints[0]?.id}` : ', one per independent joint';
  const were = `got ${length}`;
  const missing = movingJoints.slice(length).map(({ id }) => id);
  const which =
    length < movingJoints.length
      ? `none for ${listWords(missing, 3)}`
      : `no joint after ${movingJoints.at(-1)?.id} for ${quoteInOneLine(words[movingJoints.length] ?? '')}`;
  return `${numbers}${each}; ${were}: ${which}.`;
}

const readNamed: PoseReader = (content, joints, { angle, currentPose }) => {
  const entries = readEntries(content);
  if (!entries) return refuse('Invalid JSON; expected {"joint": number, …}.');
  const movingJoints = joints.filter(isIndependentJoint);
  const values = [...currentPose];
  const faults: string[] = [];
  for (const [name, value] of entries) {
    const index = movingJoints.findIndex(({ id }) => id === name);
    const joint = movingJoints[index];
    if (!joint) {
      // A fixed or mimic joint has no value of its own, and is skipped.
      if (!joints.some(({ id }) => id === name)) faults.push(unknownJointText(name, movingJoints));
      continue;
    }
    const number = typeof value === 'number' ? toRadians(value, joint, angle) : Number.NaN;
    if (Number.isFinite(number)) values[index] = number;
    else faults.push(`${name} must be a number; got ${quoteInOneLine(JSON.stringify(value))}.`);
  }
  return faults.length > 0 ? refuse(...firstFaults(faults)) : { ok: true, values };
};

function unknownJointText(name: string, movingJoints: readonly Joint[]): string {
  const names = movingJoints.map(({ id }) => id);
  const meant = nearestWordSuggestion(name, names) || `; joints: ${listWords(names, 6)}`;
  return `No independent joint ${quoteInOneLine(name)}${meant}.`;
}

function readEntries(content: string): [string, unknown][] | null {
  for (const text of [content, content.replaceAll("'", '"').replace(/,\s*}/g, '}')]) {
    try {
      return Object.entries(JSON.parse(text) as object);
    } catch {}
  }
  return null;
}

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(°|deg\w*|rad\w*|m)?$/i;
const OF_PI = /^([+-]?)(?:(\d+\.?\d*|\.\d+)\*?)?pi(?:\*(\d+\.?\d*))?(?:\/(\d+\.?\d*))?$/i;

function readNumber(word: string, joint: Joint, angle: AngleUnit): number {
  const [, sign, times = '1', more = '1', parts = '1'] = OF_PI.exec(word) ?? [];
  if (sign !== undefined)
    return (Number(`${sign}1`) * Number(times) * Number(more) * Math.PI) / Number(parts);
  const [, digits = '', unitText = ''] = NUMBER.exec(word) ?? [];
  if (digits === '' || (isPrismatic(joint) ? /[^m]/i : /m/i).test(unitText)) return Number.NaN;
  const unit = /^r/i.test(unitText) ? 'radians' : unitText === '' ? angle : 'degrees';
  const value = toRadians(Number(digits), joint, unit);
  return Number.isFinite(value) ? value + 0 : Number.NaN;
}

const toRadians = (value: number, joint: Joint, angle: AngleUnit): number =>
  isPrismatic(joint) || angle === 'radians' ? value : (value * Math.PI) / 180;

const ROUNDING = 1e-6; // Tolerance for limits that were written with few digits.

function checkLimits(
  values: readonly number[],
  movingJoints: readonly Joint[],
  units: PoseUnits,
): PoseReadingResult {
  const faults: string[] = [];
  const adjusted = values.map((value, i) => {
    const { limits, id, type } = movingJoints[i] as Joint;
    if (!limits) return value;
    const near = Math.min(Math.max(value, limits[0]), limits[1]);
    if (Math.abs(near - value) <= ROUNDING) return near;
    faults.push(jointLimitFaultText({ id, limits, type }, value, units));
    return value;
  });
  return faults.length > 0 ? refuse(...firstFaults(faults)) : { ok: true, values: adjusted };
}

const INPUT_DIGITS = 9; // Digits, so that typed values are repeated exactly.

/**
 * Returns the fault of a value beyond a joint's limits, such as `elbow must be from -180 to 180
 * degrees (its limits); got 400 degrees.`
 */
export function jointLimitFaultText(
  { id, limits, type }: Pick<Joint, 'id' | 'limits' | 'type'>,
  value: number,
  units: PoseUnits,
): string {
  const { textWithUnit, toShown, unit } = jointValueNotation({ type }, units);
  const [least, most] = limits ?? [0, 0];
  const shownValue = Number(toShown(value).toPrecision(INPUT_DIGITS));
  const is = `${shownValue}${unit === '°' || unit === '' ? '' : ' '}${unit}`;
  return `${id} must be from ${textWithUnit(least)} to ${textWithUnit(most)} (its limits); got ${is}.`;
}

function firstFaults(faults: readonly string[]): string[] {
  const more = faults.length - MAX_FAULTS;
  return more > 0 ? [...faults.slice(0, MAX_FAULTS), `And ${more} more.`] : [...faults];
}
