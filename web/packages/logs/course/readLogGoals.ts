import { listWords, MAX_LENGTH_OR_ANGLE, quoteInOneLine } from '@iklab/core/scenario/checks';
import { splitNameWords } from '../joints/splitNameWords.ts';
import type { LogTable } from '../tables/logTable.ts';

export interface LogGoal {
  readonly effector: string;
  /**
   * Positions x y z per row, metres, in the frame of the scenario; a row without a goal repeats the
   * previous one.
   */
  readonly positions: Float64Array;
  /** Quaternions x y z w per row, normalised; null if the log has no orientations. */
  readonly turns: Float64Array | null;
}

export interface LogGoals {
  readonly goals: readonly LogGoal[];
  readonly columns: ReadonlySet<string>;
  readonly report: readonly string[];
}

const GOAL_PREFIX = /^(field_|msg_)*(goal_pose|target_pose|goal|target)_/;
const IGNORED_WORDS =
  /(^|_)(pose|position|orientation|transform|translation|rotation|pos|quat|quaternion)(?=_)/g;
const COMPONENTS = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'] as const;
type Component = (typeof COMPONENTS)[number];

interface GoalColumn {
  readonly index: number;
  readonly part: Component;
  /** Name of the effector in a column's name, between prefix and component; or ''. */
  readonly effectorWords: string;
  /**
   * Prefix of a column's name. Goals with the same prefix are a set. The first set of an effector
   * is used.
   */
  readonly set: string;
}

/**
 * Returns null if the log has no goals. `effectors`: ids; unnamed goals belong to the first
 * effector. `rows`: rows to read, null for all.
 */
export function readLogGoals(
  table: LogTable,
  effectors: readonly string[],
  rows: Int32Array | null,
): LogGoals | null {
  const columns = table.columns
    .map(({ name, missing }, index) => (missing < table.rows ? parseGoalColumn(name, index) : null))
    .filter((column) => column !== null);
  const groups = new Map<string, GoalColumn[]>();
  for (const column of columns) {
    const key = `${column.set} ${column.effectorWords}`;
    groups.set(key, [...(groups.get(key) ?? []), column]);
  }
  const goals = new Map<string, LogGoal>();
  const used = new Set<string>();
  const report: string[] = [];
  for (const group of groups.values()) {
    const columnOf = (part: Component) => group.find((column) => column.part === part)?.index;
    const columnIndices = COMPONENTS.map(columnOf);
    if (columnIndices.slice(0, 3).includes(undefined)) continue;
    const effector = findEffector(group[0]?.effectorWords ?? '', effectors);
    const names = group.map((column) => table.columns[column.index]?.name ?? '');
    if (effector === null || goals.has(effector)) {
      report.push(`Unused goals: ${listWords(names)}.`);
      continue;
    }
    for (const name of names) used.add(name);
    const hasOrientation = !columnIndices.includes(undefined);
    const values = columnIndices.map(
      (column) => table.columns[column ?? -1]?.values ?? new Float64Array(),
    );
    goals.set(effector, {
      effector,
      positions: readPositions(values.slice(0, 3), rows, table.rows),
      turns: hasOrientation ? readQuaternions(values.slice(3), rows, table.rows) : null,
    });
    report.push(
      `Goals of ${quoteInOneLine(effector)} are from the log${hasOrientation ? '' : ', without orientation'}.`,
    );
  }
  return goals.size === 0 ? null : { goals: [...goals.values()], columns: used, report };
}

function parseGoalColumn(name: string, index: number): GoalColumn | null {
  const words = splitNameWords(name).join('_');
  const found = GOAL_PREFIX.exec(words);
  if (!found) return null;
  const rest = words.slice(found[0].length);
  const last = rest.slice(rest.lastIndexOf('_') + 1);
  const isOrientation = /(^|_)(orientation|rotation|quat|quaternion)_/.test(rest);
  const part = COMPONENTS.find(
    (each) => each === (isOrientation && last.length === 1 ? `q${last}` : last),
  );
  if (!part) return null;
  const effectorWords = rest.slice(0, -last.length).replace(IGNORED_WORDS, '').replaceAll('_', '');
  return { index, part, effectorWords, set: found[2] as string };
}

function findEffector(words: string, effectors: readonly string[]): string | null {
  if (words === '') return effectors[0] ?? null;
  return effectors.find((id) => splitNameWords(id).join('') === words) ?? null;
}

function readPositions(
  values: readonly Float64Array[],
  rows: Int32Array | null,
  count: number,
): Float64Array {
  return fillRows(values, rows, count, [0, 0, 0], (numbers) => numbers);
}

function readQuaternions(
  values: readonly Float64Array[],
  rows: Int32Array | null,
  count: number,
): Float64Array {
  return fillRows(values, rows, count, [0, 0, 0, 1], (numbers) => {
    const length = Math.hypot(...numbers);
    return length > 1e-6 && Number.isFinite(length) ? numbers.map((x) => x / length) : null;
  });
}

/**
 * A row without a value repeats the previous row's value. Rows before the first value get the first
 * value.
 */
function fillRows(
  values: readonly Float64Array[],
  rows: Int32Array | null,
  count: number,
  otherwise: readonly number[],
  made: (numbers: number[]) => readonly number[] | null,
): Float64Array {
  const rowCount = rows?.length ?? count;
  const size = values.length;
  const all = new Float64Array(size * rowCount);
  let last: readonly number[] | null = null;
  for (let row = 0; row < rowCount; row++) {
    const numbers = values.map((column) => column[rows ? (rows[row] as number) : row] as number);
    const next = numbers.every((each) => Math.abs(each) <= MAX_LENGTH_OR_ANGLE)
      ? made(numbers)
      : null;
    if (next && last === null) for (let i = 0; i < row; i++) all.set(next, size * i);
    last = next ?? last;
    all.set(last ?? otherwise, size * row);
  }
  return all;
}
