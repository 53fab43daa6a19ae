/**
 * The numbers of a log in a scene's file, little-endian: the times of the rows (64 bits), their
 * poses, then the positions and orientations of each goal (32 bits), row by row; DEFLATE, base64.
 */
import { Inflate } from 'fflate';
import { MAX_MAGNITUDE } from 'iklab/scenario';
import type { LogGoal } from '../course/logGoals.ts';
import { logTime } from '../course/logTime.ts';
import type { Log } from '../readLog.ts';
import { LogMistake } from '../tables/logMistake.ts';
import {
  type CarriedShape,
  MAX_CARRIED_BYTES,
  MAX_INFLATED_BYTES,
  sizeOf,
} from './carriedBounds.ts';
import type { CarriedCard, CarriedNumbers } from './carriedCard.ts';

/** Compressed bytes per step: decompression expands them at most a thousandfold. */
const DEFLATED_PIECE = 16 * 1024;
const MOST_INFLATED = 1040; // Bytes that one compressed byte can expand to.

const shapeOf = ({ rows, goals }: Log): CarriedShape => ({
  rows,
  goals: (goals ?? []).map(({ effector, turns }) => ({ effector, turned: turns !== null })),
});

/** Returns null if the numbers are too large for a scene's file. */
export async function packedNumbers(
  log: Log,
  most = MAX_CARRIED_BYTES,
): Promise<CarriedNumbers | null> {
  const shape = shapeOf(log);
  if (sizeOf(shape, log.joints.length) > MAX_INFLATED_BYTES) return null;
  const pieces = await deflated(bytesOf(log, shape), most);
  return pieces && { ...shape, format: log.format, time: log.timeColumns, data: toBase64(pieces) };
}

/** Returns null if they exceed `most` bytes. */
async function deflated(
  bytes: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<Uint8Array[] | null> {
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

function bytesOf(log: Log, shape: CarriedShape): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeOf(shape, log.joints.length));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const time of log.times) {
    view.setFloat64(at, time, true);
    at += 8;
  }
  const single = (values: Float64Array): void => {
    for (const value of values) {
      view.setFloat32(at, value, true);
      at += 4;
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
 * Characters per call, because the number of arguments is limited; a multiple of four, which encode
 * three bytes.
 */
const ENCODED = 3 * 4096;

function toBase64(pieces: readonly Uint8Array[]): string {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.length;
  }
  let text = '';
  for (let at = 0; at < whole.length; at += ENCODED)
    text += btoa(String.fromCharCode(...whole.subarray(at, at + ENCODED)));
  return text;
}

/** Decodes `data`, still compressed. */
export function deflatedBytes({ data }: CarriedNumbers): Uint8Array<ArrayBuffer> {
  const binary = atob(data);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Reads the log of a validated entry with numbers; throws a `LogMistake`. */
export function* carriedLog(deflated: Uint8Array, card: CarriedCard): Generator<void, Log> {
  const { name, joints, angles: readAs, numbers } = card;
  if (!numbers) throw new LogMistake('log.numbers is missing');
  const bytes = yield* inflated(deflated, sizeOf(numbers, joints.length));
  const read = new NumberReader(bytes);
  const { rows, format, time } = numbers;
  const times = read.times(rows);
  yield;
  const angles = read.singles(rows * joints.length, 'poses');
  yield;
  const goals: LogGoal[] = [];
  for (const { effector, turned } of numbers.goals) {
    const positions = read.singles(3 * rows, `goals of ${effector}`);
    goals.push({ effector, positions, turns: turned ? read.turns(rows, effector) : null });
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
    gaps: logTime(times).gaps,
    unclear: [],
    goals: goals.length > 0 ? goals : null,
    unused: [],
    report: [
      'From the scene file, with poses as 32-bit numbers. The import notes of the original log are not included.',
    ],
  };
}

/** Stops as soon as the size exceeds the declared one. */
function* inflated(deflated: Uint8Array, size: number): Generator<void, Uint8Array> {
  // Before memory is allocated for data that cannot follow.
  if (size > MOST_INFLATED * deflated.length) throw new LogMistake(sizeText(size, 'less'));
  const bytes = new Uint8Array(size);
  let [length, ended] = [0, false];
  const stream = new Inflate((piece, last) => {
    if (length + piece.length > size) throw new LogMistake(sizeText(size, 'more'));
    bytes.set(piece, length);
    length += piece.length;
    ended = last;
  });
  for (let at = 0; at < deflated.length; at += DEFLATED_PIECE) {
    try {
      const last = at + DEFLATED_PIECE >= deflated.length;
      stream.push(deflated.subarray(at, at + DEFLATED_PIECE), last);
    } catch (error) {
      if (error instanceof LogMistake) throw error;
      throw new LogMistake(DAMAGED);
    }
    yield;
  }
  if (!ended) throw new LogMistake(DAMAGED);
  if (length < size) throw new LogMistake(sizeText(size, String(length)));
  return bytes;
}

const DAMAGED = 'log.numbers.data is truncated or damaged; expected deflated numbers';
const sizeText = (size: number, has: string): string =>
  `log.numbers.data must inflate to ${size} bytes, given its rows, joints and goals; got ${has}`;

const UNIT_SLACK = 1e-3; // Tolerance of a quaternion's norm.

/** Reads numbers in sequence; throws if a number is invalid. */
class NumberReader {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  times(rows: number): Float64Array {
    const times = new Float64Array(rows);
    for (let row = 0; row < rows; row++, this.#at += 8) {
      const time = this.#view.getFloat64(this.#at, true);
      const rises = row === 0 ? time === 0 : time > (times[row - 1] as number);
      if (!rises || !(time <= MAX_MAGNITUDE))
        throw new LogMistake(
          `log.numbers.data: times must increase from 0 to at most ${MAX_MAGNITUDE} s; row ${row + 1} has ${time}`,
        );
      times[row] = time;
    }
    return times;
  }

  singles(count: number, of: string): Float64Array {
    const values = new Float64Array(count);
    for (let i = 0; i < count; i++, this.#at += 4) {
      const value = this.#view.getFloat32(this.#at, true);
      if (!(Math.abs(value) <= MOST))
        throw new LogMistake(
          `log.numbers.data: ${of} must be numbers of at most ${MAX_MAGNITUDE}; got ${value}`,
        );
      values[i] = value;
    }
    return values;
  }

  /** Normalised in 64 bits. */
  turns(rows: number, effector: string): Float64Array {
    const turns = this.singles(4 * rows, `orientations of ${effector}`);
    for (let row = 0; row < rows; row++) {
      const turn = turns.subarray(4 * row, 4 * row + 4);
      const length = Math.hypot(...turn);
      if (!(Math.abs(length - 1) <= UNIT_SLACK))
        throw new LogMistake(
          `log.numbers.data: orientations of ${effector} must be quaternions of length 1; row ${row + 1} has ${length}`,
        );
      for (let i = 0; i < 4; i++) turn[i] = (turn[i] as number) / length;
    }
    return turns;
  }
}

/** `MAX_MAGNITUDE` rounded to 32 bits, as stored values are. */
const MOST = Math.fround(MAX_MAGNITUDE);
