/** Solves rows of problems of one task. With equal options, a result depends only on the row and its index. */
import type { PoseSolver } from 'iklab/engine';
import { ANSWER, TARGET_STRIDE } from 'iklab/engine/protocol';
import { normalizeQuaternion } from './askedGoals.ts';
import { copyNumbers, copyStart, numberOr, placeOf } from './checkedValues.ts';
import { IklabError } from './iklabError.ts';
import type { Goal, ManyOptions, ManySolutions, Numbers, ThreadedOptions } from './packageTypes.ts';
import { refusalOf, wrongType } from './refusals.ts';
import type { RobotThreads } from './robotThreads.ts';
import { unsendable } from './sendable.ts';
import type { TaskSolvers } from './taskSolvers.ts';

const OWN = ['asks', 'effectors', 'starts', 'first'] as const;
const SIZES = { pose: 7, position: 3 };
const ASKS = ['pose', 'position'] as const;

/** A checked call: the goals of each row, the numbers per goal and the number of rows. */
interface AskedRows {
  readonly asked: readonly Goal[];
  readonly size: number;
  readonly rows: number;
  readonly first: number;
  readonly starts: Float64Array;
  readonly solver: PoseSolver;
}

function askedRows(
  room: TaskSolvers,
  goals: Numbers,
  options: ManyOptions,
  known: readonly string[],
): AskedRows {
  if (typeof options !== 'object' || options === null)
    throw wrongType('options', 'an object', options);
  const size = SIZES[ASKS[placeOf(options.asks, ASKS, 'pose', 'asks')] as (typeof ASKS)[number]];
  const asked = askedOf(room, options, size === 7);
  const rows = rowsIn(goals, size * asked.length);
  const first = wholeNumber(options.first, 'first');
  const solver = room.ready(asked, options, [...known, ...OWN]);
  return { asked, size, rows, first, solver, starts: startsOf(options, room.scene.start, rows) };
}

/** `known`: names of the options of a single solve; `before`: number of earlier rows of the call, for errors. */
export function solvedMany(
  room: TaskSolvers,
  goals: Numbers,
  options: ManyOptions,
  known: readonly string[],
  before = 0,
): ManySolutions {
  const { asked, size, rows, first, starts, solver } = askedRows(room, goals, options, known);
  const n = room.scene.start.length;
  const made = emptyRows(rows, n);
  for (let row = 0; row < rows; row++) {
    solver.numbers('start').set(starts.subarray(row * n, (row + 1) * n));
    const room = solver.numbers('goals');
    for (let i = 0; i < asked.length; i++) {
      for (let k = 0; k < size; k++)
        room[i * TARGET_STRIDE + k] = goals[(row * asked.length + i) * size + k] as number;
      if (size === SIZES.pose) normalizeQuaternion(room, i * TARGET_STRIDE + 3);
    }
    try {
      solver.solve(first + row);
    } catch (error) {
      throw refusalOf(error, { row: before + row });
    }
    const outcome = solver.numbers('outcome');
    made.q.set(solver.numbers('answer'), row * n);
    made.reached[row] = outcome[ANSWER.within] as number;
    made.updates[row] = outcome[ANSWER.updates] as number;
    made.error[row] = outcome[ANSWER.error] as number;
  }
  return made;
}

const emptyRows = (rows: number, n: number): ManySolutions => ({
  q: new Float64Array(rows * n),
  reached: new Uint8Array(rows),
  updates: new Int32Array(rows),
  error: new Float64Array(rows),
});

const PIECES = 8; // Per thread: other threads take over work of a delayed one.
const MOST_ROWS = 256; // Per piece.
const MOST_THREADS = 256;

/** Solves in workers of the robot, with the bits and the error messages of a single thread. */
export async function solvedInThreads(
  room: TaskSolvers,
  pool: RobotThreads,
  goals: Numbers,
  { threads, ...options }: ThreadedOptions,
  known: readonly string[],
): Promise<ManySolutions> {
  if (!Number.isInteger(threads) || threads < 1 || threads > MOST_THREADS)
    throw wrongType('threads', `a whole number from 1 to ${MOST_THREADS}`, threads);
  const { asked, size, rows, first, starts } = askedRows(room, goals, options, known);
  const fault = unsendable({ ...options, start: undefined, starts: undefined }, '');
  if (fault) throw fault;
  const n = room.scene.start.length;
  const each = Math.min(MOST_ROWS, Math.max(1, Math.ceil(rows / (threads * PIECES))));
  const all = Float64Array.from(goals);
  const pieces = Array.from({ length: Math.ceil(rows / each) }, (_, i) => {
    const [from, to] = [i * each, Math.min(rows, (i + 1) * each)];
    const own = starts.slice(from * n, to * n);
    return {
      goals: all.slice(from * size * asked.length, to * size * asked.length),
      options: { ...options, start: undefined, starts: own, first: first + from },
      before: from,
    };
  });
  const made = emptyRows(rows, n);
  for (const [i, piece] of (await pool.solve(pieces, threads)).entries()) {
    made.q.set(piece.q, i * each * n);
    made.reached.set(piece.reached, i * each);
    made.updates.set(piece.updates, i * each);
    made.error.set(piece.error, i * each);
  }
  return made;
}

/** Returns the goals of a row with placeholders for the numbers. */
function askedOf(room: TaskSolvers, { effectors }: ManyOptions, oriented: boolean): Goal[] {
  const asked = effectors ?? room.effectors.slice(0, 1);
  if (!Array.isArray(asked)) throw wrongType('effectors', 'a list of names', asked);
  return asked.map((effector) => ({
    effector,
    position: [0, 0, 0],
    ...(oriented && { quaternion: [0, 0, 0, 1] }),
  }));
}

function rowsIn(goals: Numbers, stride: number): number {
  if (typeof goals !== 'object' || goals === null || typeof goals.length !== 'number')
    throw wrongType('goals', 'a list of numbers', goals);
  const rows = goals.length / stride;
  if (Number.isInteger(rows)) {
    checkNumbers(goals);
    return rows;
  }
  const allowed = `a multiple of ${stride} values`;
  const message = `goals must have ${allowed}; got ${goals.length}`;
  throw new IklabError('size', message, { path: 'goals', value: goals.length, allowed });
}

/** Rejects entries that a typed array would convert to numbers, such as strings. */
function checkNumbers(goals: Numbers): void {
  if (typeof goals[0] === 'bigint') throw wrongType('goals', 'a list of numbers', goals);
  if (ArrayBuffer.isView(goals)) return;
  for (let i = 0; i < goals.length; i++)
    if (typeof goals[i] !== 'number') throw wrongType(`goals[${i}]`, 'a number', goals[i]);
}

/** Returns the start poses of all rows; without `starts`, all rows have the same. */
function startsOf({ start, starts }: ManyOptions, usual: readonly number[], rows: number) {
  const n = usual.length;
  const all = new Float64Array(rows * n);
  if (starts) {
    copyNumbers(starts, all, 0, rows * n, 'starts');
    return all;
  }
  const one = new Float64Array(n);
  copyStart(start, usual, one);
  for (let row = 0; row < rows; row++) all.set(one, row * n);
  return all;
}

function wholeNumber(value: number | undefined, path: string): number {
  const number = numberOr(value, 0, path);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw wrongType(path, 'a whole number from 0', value);
}
