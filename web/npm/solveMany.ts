/**
 * Solves rows of problems of one task. With equal options, a result depends only on the row and its
 * index.
 */
import type { PoseSolver } from '@iklab/core/engine';
import { ANSWER, POSE_ROWS, TARGET_STRIDE } from '@iklab/core/engine/protocol';
import { makeWrongTypeError, toIklabError } from './callErrors.ts';
import { copyNumbers, copyStartPose, findWordIndex, wholeOrDefault } from './checkedValues.ts';
import { findUnsendableValue } from './findUnsendableValue.ts';
import { normalizeQuaternionAt } from './goalKinds.ts';
import { IklabError } from './iklabError.ts';
import type { Goal, ManyOptions, ManySolutions, Numbers, ThreadedOptions } from './packageTypes.ts';
import type { RobotThreads } from './robotThreads.ts';
import type { TaskSolvers } from './taskSolvers.ts';

const OWN_OPTIONS = ['asks', 'effectors', 'starts', 'first'] as const;
const GOAL_SIZES = { pose: 7, position: 3 };
const GOAL_KINDS = ['pose', 'position'] as const;
const ANSWER_STRIDE = Object.keys(ANSWER).length;
const IDENTITY = [0, 0, 0, 1];

interface RowRequest {
  readonly goalTemplates: readonly Goal[];
  readonly size: number;
  readonly rows: number;
  readonly first: number;
  /** Null if no start is given. */
  readonly starts: Float64Array | null;
  readonly solver: PoseSolver;
}

function parseRows(
  solvers: TaskSolvers,
  goals: Numbers,
  options: ManyOptions,
  optionNames: readonly string[],
): RowRequest {
  if (typeof options !== 'object' || options === null)
    throw makeWrongTypeError('options', 'an object', options);
  const size =
    GOAL_SIZES[
      GOAL_KINDS[
        findWordIndex(options.asks, GOAL_KINDS, 'pose', 'asks')
      ] as (typeof GOAL_KINDS)[number]
    ];
  const goalTemplates = makeGoalTemplates(solvers, options, size === 7);
  const rows = countRows(goals, size * goalTemplates.length);
  const first = wholeOrDefault(options.first, 0, 'first');
  const solver = solvers.getSolver(goalTemplates, options, [...optionNames, ...OWN_OPTIONS]);
  return {
    goalTemplates,
    size,
    rows,
    first,
    solver,
    starts: makeStarts(options, solvers.scene.start, rows),
  };
}

/**
 * Solves rows in this thread. `optionNames` are the options of a single solve. `before` is the
 * number of earlier rows, for errors.
 */
export function solveMany(
  solvers: TaskSolvers,
  goals: Numbers,
  options: ManyOptions,
  optionNames: readonly string[],
  before = 0,
): ManySolutions {
  const { goalTemplates, size, rows, first, starts, solver } = parseRows(
    solvers,
    goals,
    options,
    optionNames,
  );
  const n = solvers.scene.start.length;
  const made = allocateRows(rows, n);
  const goalCount = goalTemplates.length;
  for (let from = 0; from < rows; from += POSE_ROWS) {
    const count = Math.min(POSE_ROWS, rows - from);
    if (starts) solver.numbers('rowStarts').set(starts.subarray(from * n, (from + count) * n));
    const goalNumbers = solver.numbers('rowGoals');
    for (let i = 0; i < count * goalCount; i++) {
      for (let k = 0; k < size; k++)
        goalNumbers[i * TARGET_STRIDE + k] = goals[(from * goalCount + i) * size + k] as number;
      if (size === GOAL_SIZES.pose) normalizeQuaternionAt(goalNumbers, i * TARGET_STRIDE + 3);
      else goalNumbers.set(IDENTITY, i * TARGET_STRIDE + 3);
    }
    solvePiece(solver, first + from, count, starts !== null, before + from);
    made.q.set(solver.numbers('rowAnswers').subarray(0, count * n), from * n);
    const outcomes = solver.numbers('rowOutcomes');
    for (let row = 0; row < count; row++) {
      const outcome = (field: number) => outcomes[row * ANSWER_STRIDE + field] as number;
      made.reached[from + row] = outcome(ANSWER.within);
      made.updates[from + row] = outcome(ANSWER.updates);
      made.error[from + row] = outcome(ANSWER.error);
    }
  }
  return made;
}

function solvePiece(
  solver: PoseSolver,
  first: number,
  count: number,
  hasStart: boolean,
  before: number,
): void {
  let invalid: ReturnType<PoseSolver['solveRows']>;
  try {
    invalid = solver.solveRows(first, count, hasStart);
  } catch (error) {
    throw toIklabError(error);
  }
  if (invalid) throw toIklabError(invalid.fault, { row: before + invalid.row });
}

const allocateRows = (rows: number, n: number): ManySolutions => ({
  q: new Float64Array(rows * n),
  reached: new Uint8Array(rows),
  updates: new Int32Array(rows),
  error: new Float64Array(rows),
});

const PIECES_PER_THREAD = 8; // Per thread: other threads take over work of a delayed one.
const MAX_ROWS_PER_PIECE = 256; // Per piece.
const MAX_THREADS = 256;

/**
 * Solves rows in workers of the robot. Results and errors equal those of one thread, bit for bit.
 */
export async function solveRowsInThreads(
  solvers: TaskSolvers,
  pool: RobotThreads,
  goals: Numbers,
  { threads, ...options }: ThreadedOptions,
  optionNames: readonly string[],
): Promise<ManySolutions> {
  if (!Number.isInteger(threads) || threads < 1 || threads > MAX_THREADS)
    throw makeWrongTypeError('threads', `a whole number from 1 to ${MAX_THREADS}`, threads);
  const { goalTemplates, size, rows, first, starts } = parseRows(
    solvers,
    goals,
    options,
    optionNames,
  );
  const fault = findUnsendableValue({ ...options, start: undefined, starts: undefined }, '');
  if (fault) throw fault;
  const n = solvers.scene.start.length;
  const each = Math.min(
    MAX_ROWS_PER_PIECE,
    Math.max(1, Math.ceil(rows / (threads * PIECES_PER_THREAD))),
  );
  const all = Float64Array.from(goals);
  const pieces = Array.from({ length: Math.ceil(rows / each) }, (_, i) => {
    const [from, to] = [i * each, Math.min(rows, (i + 1) * each)];
    const pieceStarts = starts?.slice(from * n, to * n);
    return {
      goals: all.slice(from * size * goalTemplates.length, to * size * goalTemplates.length),
      options: { ...options, start: undefined, starts: pieceStarts, first: first + from },
      before: from,
    };
  });
  const made = allocateRows(rows, n);
  for (const [i, piece] of (await pool.solve(pieces, threads)).entries()) {
    made.q.set(piece.q, i * each * n);
    made.reached.set(piece.reached, i * each);
    made.updates.set(piece.updates, i * each);
    made.error.set(piece.error, i * each);
  }
  return made;
}

function makeGoalTemplates(
  solvers: TaskSolvers,
  { effectors }: ManyOptions,
  oriented: boolean,
): Goal[] {
  const names = effectors ?? solvers.effectors.slice(0, 1);
  if (!Array.isArray(names)) throw makeWrongTypeError('effectors', 'a list of names', names);
  return names.map((effector) => ({
    effector,
    position: [0, 0, 0],
    ...(oriented && { quaternion: [0, 0, 0, 1] }),
  }));
}

function countRows(goals: Numbers, stride: number): number {
  if (typeof goals !== 'object' || goals === null || typeof goals.length !== 'number')
    throw makeWrongTypeError('goals', 'a list of numbers', goals);
  const rows = goals.length / stride;
  if (Number.isInteger(rows)) {
    checkNumbers(goals);
    return rows;
  }
  const allowed = `a multiple of ${stride} values`;
  const message = `goals must have ${allowed}; got ${goals.length}`;
  throw new IklabError('size', message, { path: 'goals', value: goals.length, allowed });
}

/** Rejects entries that are not numbers, such as strings, which a typed array would convert. */
function checkNumbers(goals: Numbers): void {
  if (typeof goals[0] === 'bigint') throw makeWrongTypeError('goals', 'a list of numbers', goals);
  if (ArrayBuffer.isView(goals)) return;
  for (let i = 0; i < goals.length; i++)
    if (typeof goals[i] !== 'number') throw makeWrongTypeError(`goals[${i}]`, 'a number', goals[i]);
}

/** Returns the start pose of each row; null if neither `start` nor `starts` is given. */
function makeStarts({ start, starts }: ManyOptions, usual: readonly number[], rows: number) {
  if (start === undefined && !starts) return null;
  const n = usual.length;
  const all = new Float64Array(rows * n);
  if (starts) {
    copyNumbers(starts, all, 0, rows * n, 'starts');
    return all;
  }
  const one = new Float64Array(n);
  copyStartPose(start, usual, one);
  for (let row = 0; row < rows; row++) all.set(one, row * n);
  return all;
}
