/** Reads the goals of end effectors from a log, row by row. */
import { listed, MAX_MAGNITUDE, quote } from 'iklab/scenario';
import { wordsOf } from '../joints/columnWords.ts';
import type { LogTable } from '../tables/logTable.ts';

export interface LogGoal {
  readonly effector: string;
  /**
   * x y z per row, metres, in the frame of the scene; a row without a goal repeats the previous
   * one.
   */
  readonly positions: Float64Array;
  /** x y z w per row, normalised; null if the log has no orientations. */
  readonly turns: Float64Array | null;
}

export interface LogGoals {
  readonly goals: readonly LogGoal[];
  /** The columns of the goal. */
  readonly columns: ReadonlySet<string>;
  readonly report: readonly string[];
}

const GOAL = /^(field_|msg_)*(goal_pose|target_pose|goal|target)_/;
const MIDDLE =
  /(^|_)(pose|position|orientation|transform|translation|rotation|pos|quat|quaternion)(?=_)/g;
const PARTS = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'] as const;
type Part = (typeof PARTS)[number];

interface GoalColumn {
  readonly place: number;
  readonly part: Part;
  /** The part of the name between prefix and component: the effector, or nothing. */
  readonly of: string;
  /** The prefix of the name; if there are several sets, the first is used. */
  readonly set: string;
}

/**
 * `effectors`: ids in the tree; a goal without a name belongs to the first. Returns null if the log
 * has no goals.
 */
export function logGoals(
  table: LogTable,
  effectors: readonly string[],
  rows: Int32Array | null,
): LogGoals | null {
  const columns = table.columns
    .map(({ name, missing }, place) => (missing < table.rows ? goalColumn(name, place) : null))
    .filter((column) => column !== null);
  const groups = new Map<string, GoalColumn[]>();
  for (const column of columns) {
    const key = `${column.set} ${column.of}`;
    groups.set(key, [...(groups.get(key) ?? []), column]);
  }
  const goals = new Map<string, LogGoal>();
  const used = new Set<string>();
  const report: string[] = [];
  for (const group of groups.values()) {
    const place = (part: Part) => group.find((column) => column.part === part)?.place;
    const at = PARTS.map(place);
    if (at.slice(0, 3).includes(undefined)) continue;
    const effector = effectorOf(group[0]?.of ?? '', effectors);
    const names = group.map((column) => table.columns[column.place]?.name ?? '');
    if (effector === null || goals.has(effector)) {
      report.push(`Unused goals: ${listed(names)}.`);
      continue;
    }
    for (const name of names) used.add(name);
    const turned = !at.includes(undefined);
    const values = at.map((column) => table.columns[column ?? -1]?.values ?? new Float64Array());
    goals.set(effector, {
      effector,
      positions: positionsOf(values.slice(0, 3), rows, table.rows),
      turns: turned ? turnsOf(values.slice(3), rows, table.rows) : null,
    });
    report.push(
      `Goals of ${quote(effector)} are from the log${turned ? '' : ', without orientation'}.`,
    );
  }
  return goals.size === 0 ? null : { goals: [...goals.values()], columns: used, report };
}

/**
 * Parses names like `goal_pose.pose.orientation.w` and `target.tip.qw`: the component and its
 * effector.
 */
function goalColumn(name: string, place: number): GoalColumn | null {
  const words = wordsOf(name).join('_');
  const found = GOAL.exec(words);
  if (!found) return null;
  const rest = words.slice(found[0].length);
  const last = rest.slice(rest.lastIndexOf('_') + 1);
  const turned = /(^|_)(orientation|rotation|quat|quaternion)_/.test(rest);
  const part = PARTS.find((each) => each === (turned && last.length === 1 ? `q${last}` : last));
  if (!part) return null;
  const of = rest.slice(0, -last.length).replace(MIDDLE, '').replaceAll('_', '');
  return { place, part, of, set: found[2] as string };
}

function effectorOf(of: string, effectors: readonly string[]): string | null {
  if (of === '') return effectors[0] ?? null;
  return effectors.find((id) => wordsOf(id).join('') === of) ?? null;
}

function positionsOf(
  values: readonly Float64Array[],
  rows: Int32Array | null,
  count: number,
): Float64Array {
  return held(values, rows, count, [0, 0, 0], (numbers) => numbers);
}

function turnsOf(
  values: readonly Float64Array[],
  rows: Int32Array | null,
  count: number,
): Float64Array {
  return held(values, rows, count, [0, 0, 0, 1], (numbers) => {
    const length = Math.hypot(...numbers);
    return length > 1e-6 && Number.isFinite(length) ? numbers.map((x) => x / length) : null;
  });
}

/** Values row by row; rows before the first complete one repeat it. */
function held(
  values: readonly Float64Array[],
  rows: Int32Array | null,
  count: number,
  otherwise: readonly number[],
  made: (numbers: number[]) => readonly number[] | null,
): Float64Array {
  const kept = rows?.length ?? count;
  const size = values.length;
  const all = new Float64Array(size * kept);
  let last: readonly number[] | null = null;
  for (let row = 0; row < kept; row++) {
    const numbers = values.map((column) => column[rows ? (rows[row] as number) : row] as number);
    const next = numbers.every((each) => Math.abs(each) <= MAX_MAGNITUDE) ? made(numbers) : null;
    if (next && last === null) for (let i = 0; i < row; i++) all.set(next, size * i);
    last = next ?? last;
    all.set(last ?? otherwise, size * row);
  }
  return all;
}
