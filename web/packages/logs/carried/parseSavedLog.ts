import type { InlineTree, Result } from '@iklab/core/scenario';
import {
  type DocumentPathKey,
  FaultCollector,
  isRecord,
  listWords,
  MAX_EFFECTORS,
  receivedValueText,
} from '@iklab/core/scenario/checks';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { TIME_UNITS, type TimeUnit } from '../course/readRowTimes.ts';
import type { LogAngleUnit } from '../joints/findLogValueUnits.ts';
import { MAX_COLUMN_NAME_LENGTH, MAX_LOG_ROWS } from '../tables/logBounds.ts';
import { LOG_FORMATS, type LogFormat } from '../tables/logTable.ts';
import {
  MAX_LOG_NAME_LENGTH,
  MAX_SAVED_LOG_BYTES,
  MAX_UNPACKED_LOG_BYTES,
  type SavedLogShape,
  unpackedLogSize,
} from './savedLogLimits.ts';

export interface SavedLogNumbers extends SavedLogShape {
  readonly format: LogFormat;
  /** Names of the log's time columns; empty if the rows are at equal intervals. */
  readonly time: readonly string[];
  /** Packed numbers as raw DEFLATE in base64: see `packLogNumbers`. */
  readonly data: string;
}

export interface SavedLog {
  readonly name: string;
  /** FNV-1a hash of the bytes of the log's file, 64 bits. */
  readonly hash: string;
  /**
   * Independent joints in tree order, each with the name of its column in the log; null if the log
   * has no column for it.
   */
  readonly joints: readonly { readonly joint: string; readonly column: string | null }[];
  readonly angles: LogAngleUnit;
  /** By default the unit of time that the import determines. */
  readonly timeUnit?: TimeUnit;
  /** Source of the goals that the targets follow. */
  readonly targets: 'log' | 'scene';
  readonly fitted: boolean;
  /** Absent if the numbers are too large for the scene's file. */
  readonly numbers?: SavedLogNumbers;
}

const NO_KEYS = {};
const MAX_DATA = 4 * Math.ceil(MAX_SAVED_LOG_BYTES / 3); // Characters.

export function parseSavedLog(written: unknown, tree: InlineTree): Result<SavedLog> {
  const faults = new FaultCollector();
  const card = new ObjectReader(written, ['log'], faults);
  const keys = ['name', 'hash', 'joints', 'angles', 'timeUnit', 'targets', 'fitted', 'numbers'];
  if (!card.hasOnlyKeys(keys)) return { ok: false, faults: faults.list() };
  const moving = tree.joints.filter(isIndependentJoint).map(({ id }) => id);
  const value = {
    name: card.text('name', 1, MAX_LOG_NAME_LENGTH),
    hash: card.hash('hash'),
    joints: parseJoints(card, moving),
    angles: card.oneOf('angles', ['radians', 'degrees']),
    ...(card.isGiven('timeUnit') && { timeUnit: card.oneOf('timeUnit', TIME_UNITS) }),
    targets: card.oneOf('targets', ['log', 'scene']),
    fitted: card.flag('fitted'),
    ...(card.isGiven('numbers') && { numbers: parseNumbers(card, moving.length, tree) }),
  };
  return faults.any ? { ok: false, faults: faults.list() } : { ok: true, value };
}

/** Parses the joints of a saved log, which must be the scene's independent joints in tree order. */
function parseJoints(card: ObjectReader, moving: readonly string[]): SavedLog['joints'] {
  const parts = card.objects('joints', moving.length, ['joint', 'column']);
  if (parts && parts.length < moving.length)
    card.refuse('joints', `must have the ${moving.length} movable joints; got ${parts.length}`);
  return (parts ?? []).map((part, i) => ({
    joint: part.oneOf('joint', [moving[i] as string]),
    column: part.value('column') === null ? null : part.text('column', 0, MAX_COLUMN_NAME_LENGTH),
  }));
}

function parseNumbers(card: ObjectReader, joints: number, tree: InlineTree): SavedLogNumbers {
  const part = card.object('numbers');
  part.hasOnlyKeys(['format', 'rows', 'time', 'goals', 'data']);
  const effectors = tree.effectors.map(({ id }) => id);
  const goals = part.objects('goals', MAX_EFFECTORS, ['effector', 'turned']) ?? [];
  const numbers = {
    format: part.oneOf('format', LOG_FORMATS),
    rows: part.integer('rows', 1, MAX_LOG_ROWS),
    time: part.texts('time', 4, MAX_COLUMN_NAME_LENGTH),
    goals: goals.map((goal) => ({
      effector: goal.oneOf('effector', effectors),
      turned: goal.flag('turned'),
    })),
    data: part.base64('data'),
  };
  const named = new Set(numbers.goals.map(({ effector }) => effector));
  if (named.size < numbers.goals.length)
    part.refuse('goals', 'must be of different effectors; one occurs twice');
  const size = unpackedLogSize(numbers, joints);
  if (size > MAX_UNPACKED_LOG_BYTES)
    part.refuse(
      'rows',
      `must have at most ${MAX_UNPACKED_LOG_BYTES} bytes of numbers; got ${size}`,
    );
  return numbers;
}

/**
 * Reads an object in a scene's file. Records a fault for an invalid value and returns a harmless
 * value instead.
 */
class ObjectReader {
  readonly #path: readonly DocumentPathKey[];
  readonly #faults: FaultCollector;
  readonly #keys: Readonly<Record<string, unknown>>;

  constructor(written: unknown, path: readonly DocumentPathKey[], faults: FaultCollector) {
    this.#path = path;
    this.#faults = faults;
    this.#keys = isRecord(written) ? written : NO_KEYS;
    if (!isRecord(written)) faults.add(path, `must be an object; ${receivedValueText(written)}`);
  }

  refuse(key: string, reason: string): void {
    this.#faults.add([...this.#path, key], reason);
  }

  value(key: string): unknown {
    return Object.hasOwn(this.#keys, key) ? this.#keys[key] : undefined;
  }

  isGiven(key: string): boolean {
    return this.value(key) !== undefined;
  }

  hasOnlyKeys(keys: readonly string[]): boolean {
    const stray = Object.keys(this.#keys).find((key) => !keys.includes(key));
    if (stray !== undefined) this.refuse(stray, `unknown key; known: ${listWords(keys)}`);
    return stray === undefined;
  }

  #expect<T>(key: string, sound: boolean, allowed: string, otherwise: T): T {
    const value = this.value(key);
    if (sound) return value as T;
    // If the value is no object, that is reported already.
    if (this.#keys !== NO_KEYS) this.refuse(key, `must be ${allowed}; ${receivedValueText(value)}`);
    return otherwise;
  }

  text(key: string, least: number, most: number): string {
    const value = this.value(key);
    const sound = typeof value === 'string' && value.length >= least && value.length <= most;
    return this.#expect(key, sound, `a text of ${least} to ${most} characters`, '');
  }

  hash(key: string): string {
    const value = this.value(key);
    const sound = typeof value === 'string' && /^[0-9a-f]{16}$/.test(value);
    return this.#expect(key, sound, 'a text of 16 digits 0 to 9 and a to f', '');
  }

  base64(key: string): string {
    const value = this.value(key);
    if (typeof value === 'string' && value.length > MAX_DATA) {
      this.refuse(key, `must be at most ${MAX_DATA} characters; got ${value.length}`);
      return '';
    }
    const sound =
      typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
    return this.#expect(key, sound, 'base64', '');
  }

  oneOf<const T extends string>(key: string, allowed: readonly T[]): T {
    const value = this.value(key);
    const sound = (allowed as readonly unknown[]).includes(value);
    const words = allowed.length === 1 ? listWords(allowed) : `one of ${listWords(allowed)}`;
    return this.#expect(key, sound, words, allowed[0] as T);
  }

  flag(key: string): boolean {
    return this.#expect(key, typeof this.value(key) === 'boolean', 'true or false', false);
  }

  integer(key: string, least: number, most: number): number {
    const value = this.value(key);
    const sound = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
    return this.#expect(key, sound, `a whole number from ${least} to ${most}`, least);
  }

  texts(key: string, most: number, longest: number): readonly string[] {
    const value = this.value(key);
    const isText = (each: unknown) => typeof each === 'string' && each.length <= longest;
    const sound = Array.isArray(value) && value.length <= most && value.every(isText);
    const allowed = `a list of at most ${most} texts of up to ${longest} characters`;
    return this.#expect(key, sound, allowed, []);
  }

  object(key: string): ObjectReader {
    return new ObjectReader(this.value(key), [...this.#path, key], this.#faults);
  }

  objects(key: string, most: number, keys: readonly string[]): readonly ObjectReader[] | null {
    const value = this.value(key);
    const sound = Array.isArray(value) && value.length <= most;
    const items = this.#expect<readonly unknown[] | null>(
      key,
      sound,
      `a list of at most ${most}`,
      null,
    );
    if (!items) return null;
    const parts = items.map(
      (item, i) => new ObjectReader(item, [...this.#path, key, i], this.#faults),
    );
    for (const part of parts) part.hasOnlyKeys(keys);
    return parts;
  }
}
