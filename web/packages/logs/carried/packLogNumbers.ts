/**
 * Packs the numbers of a log for a scene's file: row times (64 bits), poses, then each goal's
 * positions and orientations (32 bits). Little-endian, DEFLATE, base64.
 */

import { MAX_LENGTH_OR_ANGLE } from '@iklab/core/scenario/checks';
import { Inflate } from 'fflate';
import type { LogGoal } from '../course/readLogGoals.ts';
import { selectRowsByTime } from '../course/selectRowsByTime.ts';
import type { JointLog } from '../readLog.ts';
import { LogError } from '../tables/logError.ts';
import type { SavedLog, SavedLogNumbers } from './parseSavedLog.ts';
import {
  MAX_SAVED_LOG_BYTES,
  MAX_UNPACKED_LOG_BYTES,
  type SavedLogShape,
  unpackedLogSize,
} from './savedLogLimits.ts';

const INFLATE_CHUNK = 16 * 1024;
const MAX_INFLATION = 1040; // Bytes that one compressed byte can expand to.

const savedShape = ({ rows, goals }: JointLog): SavedLogShape => ({
  rows,
  goals: (goals ?? []).map(({ effector, turns }) => ({ effector, turned: turns !== null })),
});

/**
 * Returns null if the numbers exceed `most` bytes compressed, or `MAX_UNPACKED_LOG_BYTES`
 * uncompressed.
 */
export async function packLogNumbers(
  log: JointLog,
  most = MAX_SAVED_LOG_BYTES,
): Promise<SavedLogNumbers | null> {
  const shape = savedShape(log);
  if (unpackedLogSize(shape, log.joints.length) > MAX_UNPACKED_LOG_BYTES) return null;
  const pieces = await deflate(encodeNumbers(log, shape), most);
  return pieces && { ...shape, format: log.format, time: log.timeColumns, data: toBase64(pieces) };
}

async function deflate(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array[] | null> {
  // The compression of fflate refers to zeros before the beginning if it is given pieces.
  const { readable, writable } = new CompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // The reader reports every fault.
  const ignore = () => {};
  writer.write(bytes).catch(ignore);
  writer.close().catch(ignore);
  const reader = readable.getReader();
  const pieces: Uint8Array[] = [];
  for (let length = 0; length <= most; ) {
    const { done, value } = await reader.read();
    if (done) return pieces;
    pieces.push(value);
    length += value.length;
  }
  reader.cancel().catch(ignore);
  return null;
}

function encodeNumbers(log: JointLog, shape: SavedLogShape): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(unpackedLogSize(shape, log.joints.length));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const time of log.times) {
    view.setFloat64(offset, time, true);
    offset += 8;
  }
  const single = (values: Float64Array): void => {
    for (const value of values) {
      view.setFloat32(offset, value, true);
      offset += 4;
    }
  };
  single(log.angles);
  for (const { positions, turns } of log.goals ?? []) {
    single(positions);
    if (turns) single(turns);
  }
  return bytes;
}

/**
 * Bytes converted to base64 per call, because a call's number of arguments is limited. Three bytes
 * become four characters.
 */
const BASE64_CHUNK = 3 * 4096;

function toBase64(pieces: readonly Uint8Array[]): string {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  let text = '';
  for (let offset = 0; offset < bytes.length; offset += BASE64_CHUNK)
    text += btoa(String.fromCharCode(...bytes.subarray(offset, offset + BASE64_CHUNK)));
  return text;
}

/** The decoded bytes are still compressed. */
export function decodeBase64({ data }: SavedLogNumbers): Uint8Array<ArrayBuffer> {
  const binary = atob(data);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/**
 * Unpacks a saved log; throws a `LogError` if the numbers are damaged. `deflated`: compressed
 * numbers; `card`: validated entry in the scene's file.
 */
export function* unpackSavedLog(deflated: Uint8Array, card: SavedLog): Generator<void, JointLog> {
  const { name, joints, angles: readAs, numbers } = card;
  if (!numbers) throw new LogError('log.numbers is missing');
  const bytes = yield* inflate(deflated, unpackedLogSize(numbers, joints.length));
  const read = new NumberReader(bytes);
  const { rows, format, time } = numbers;
  const times = read.times(rows);
  yield;
  const angles = read.singles(rows * joints.length, 'poses');
  yield;
  const goals: LogGoal[] = [];
  for (const { effector, turned } of numbers.goals) {
    const positions = read.singles(3 * rows, `goals of ${effector}`);
    goals.push({ effector, positions, turns: turned ? read.quaternions(rows, effector) : null });
    yield;
  }
  return {
    name,
    format,
    rows,
    times,
    angles,
    joints: joints.map(({ joint, column }, i) => ({
      joint,
      column,
      place: column === null ? -1 : i,
      by: column === null ? null : 'choice',
    })),
    readAs,
    timeColumns: time,
    gaps: selectRowsByTime(times).gaps,
    unclear: [],
    goals: goals.length > 0 ? goals : null,
    unused: [],
    report: [
      'From the scene file, with poses as 32-bit numbers. The import notes of the original log are not included.',
    ],
  };
}

/** Decompresses bytes; throws a `LogError` unless the result has exactly `size` bytes. */
function* inflate(deflated: Uint8Array, size: number): Generator<void, Uint8Array> {
  // Before memory is allocated for data that cannot follow.
  if (size > MAX_INFLATION * deflated.length) throw new LogError(sizeFault(size, 'less'));
  const bytes = new Uint8Array(size);
  let [length, isEnded] = [0, false];
  const stream = new Inflate((piece, last) => {
    if (length + piece.length > size) throw new LogError(sizeFault(size, 'more'));
    bytes.set(piece, length);
    length += piece.length;
    isEnded = last;
  });
  for (let offset = 0; offset < deflated.length; offset += INFLATE_CHUNK) {
    try {
      const last = offset + INFLATE_CHUNK >= deflated.length;
      stream.push(deflated.subarray(offset, offset + INFLATE_CHUNK), last);
    } catch (error) {
      if (error instanceof LogError) throw error;
      throw new LogError(DAMAGED_FAULT);
    }
    yield;
  }
  if (!isEnded) throw new LogError(DAMAGED_FAULT);
  if (length < size) throw new LogError(sizeFault(size, String(length)));
  return bytes;
}

const DAMAGED_FAULT = 'log.numbers.data is truncated or damaged; expected deflated numbers';
const sizeFault = (size: number, has: string): string =>
  `log.numbers.data must inflate to ${size} bytes, given its rows, joints and goals; got ${has}`;

const UNIT_SLACK = 1e-3; // Tolerance of a quaternion's norm.

/** Reader of a saved log's uncompressed numbers in order; throws a `LogError` if one is invalid. */
class NumberReader {
  readonly #view: DataView;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  times(rows: number): Float64Array {
    const times = new Float64Array(rows);
    for (let row = 0; row < rows; row++, this.#offset += 8) {
      const time = this.#view.getFloat64(this.#offset, true);
      const rises = row === 0 ? time === 0 : time > (times[row - 1] as number);
      if (!rises || !(time <= MAX_LENGTH_OR_ANGLE))
        throw new LogError(
          `log.numbers.data: times must increase from 0 to at most ${MAX_LENGTH_OR_ANGLE} s; row ${row + 1} has ${time}`,
        );
      times[row] = time;
    }
    return times;
  }

  singles(count: number, label: string): Float64Array {
    const values = new Float64Array(count);
    for (let i = 0; i < count; i++, this.#offset += 4) {
      const value = this.#view.getFloat32(this.#offset, true);
      if (!(Math.abs(value) <= MAX_SINGLE))
        throw new LogError(
          `log.numbers.data: ${label} must be numbers of at most ${MAX_LENGTH_OR_ANGLE}; got ${value}`,
        );
      values[i] = value;
    }
    return values;
  }

  quaternions(rows: number, effector: string): Float64Array {
    const values = this.singles(4 * rows, `orientations of ${effector}`);
    for (let row = 0; row < rows; row++) {
      const quaternion = values.subarray(4 * row, 4 * row + 4);
      const length = Math.hypot(...quaternion);
      if (!(Math.abs(length - 1) <= UNIT_SLACK))
        throw new LogError(
          `log.numbers.data: orientations of ${effector} must be quaternions of length 1; row ${row + 1} has ${length}`,
        );
      for (let i = 0; i < 4; i++) quaternion[i] = (quaternion[i] as number) / length;
    }
    return values;
  }
}

/** Greatest magnitude of a stored number: `MAX_LENGTH_OR_ANGLE` rounded to 32 bits. */
const MAX_SINGLE = Math.fround(MAX_LENGTH_OR_ANGLE);
