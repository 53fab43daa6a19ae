/** Assigns columns of a log to joints. */
import { type InlineTree, isMovingJoint, listed, quote } from 'iklab/scenario';
import { LogMistake } from '../tables/logMistake.ts';
import type { LogTable } from '../tables/logTable.ts';
import { columnsInOrder } from './columnsInOrder.ts';
import { plainName } from './columnWords.ts';

/**
 * How a column was found: exact name, similar name, position among numbered columns, or chosen by
 * the user.
 */
export type FoundBy = 'name' | 'likeness' | 'order' | 'choice';

export interface JointColumn {
  readonly joint: string;
  /** Index of the column in the table; -1 if there is none. */
  readonly place: number;
  /** Name of the column; null if there is none. */
  readonly column: string | null;
  readonly by: FoundBy | null;
}

export interface ColumnMatch {
  readonly kind: 'match';
  readonly joints: readonly JointColumn[];
  /** Time column found with them; -1 if none. */
  readonly time: number;
  readonly report: readonly string[];
}

/** Too few joints were found, so the user must assign the columns. */
export interface ColumnQuestion {
  readonly kind: 'question';
  readonly joints: readonly JointColumn[];
  /** Names of the numeric columns. */
  readonly columns: readonly string[];
  readonly sentence: string;
}

/** Column name per joint; null: none. Columns of other joints are searched for. */
export type ColumnChoice = Readonly<Record<string, string | null>>;

export function jointColumns(
  table: LogTable,
  { joints }: Pick<InlineTree, 'joints'>,
  chosen: ColumnChoice = {},
): ColumnMatch | ColumnQuestion {
  const ids = joints.filter(isMovingJoint).map(({ id }) => id);
  const report: string[] = [];
  const asked = Object.keys(chosen).some((id) => ids.includes(id));
  const named = byNames(table, ids, chosen, report);
  const found = named.filter(({ place }) => place >= 0).length;
  if (asked || enough(found, ids.length))
    return { kind: 'match', joints: named, time: -1, report: [...report, ...lacking(named)] };
  const ordered = columnsInOrder(table, ids.length);
  if (ordered && enough(ordered.places.length, ids.length)) {
    const inOrder = ids.map((id, i) => columnFor(table, id, ordered.places[i] ?? -1, 'order'));
    return {
      kind: 'match',
      joints: inOrder,
      time: ordered.time,
      report: [...ordered.report, ...lacking(inOrder)],
    };
  }
  const columns = table.columns.filter(({ missing }) => missing < table.rows);
  return {
    kind: 'question',
    joints: named,
    columns: columns.map(({ name }) => name),
    sentence: `${found} of ${ids.length} joints ${found === 1 ? 'has' : 'have'} a column with a matching name. Choose the columns.`,
  };
}

/** Half of the joints, and at least one. */
const enough = (found: number, of: number): boolean => found > 0 && 2 * found >= of;

function columnFor(table: LogTable, joint: string, place: number, by: FoundBy): JointColumn {
  const column = table.columns[place]?.name ?? null;
  return { joint, place, column, by: place < 0 ? null : by };
}

/** Chosen by the user, by exact name, or by a similar name that matches no other joint. */
function byNames(
  table: LogTable,
  ids: readonly string[],
  chosen: ColumnChoice,
  report: string[],
): JointColumn[] {
  const exact = placesBy(table, (name) => name);
  const alike = placesBy(table, plainName);
  const plain = ids.map(plainName);
  return ids.map((id, i) => {
    if (Object.hasOwn(chosen, id)) return chosenColumn(table, id, chosen[id] ?? null, exact);
    const same = exact.get(id);
    const unique = plain.indexOf(plain[i] as string) === plain.lastIndexOf(plain[i] as string);
    const like = unique ? alike.get(plain[i] as string) : undefined;
    const places = same ?? like ?? [];
    const first = columnFor(table, id, places[0] ?? -1, same ? 'name' : 'likeness');
    if (places.length > 1) report.push(severalFor(table, id, places));
    return first;
  });
}

function chosenColumn(
  table: LogTable,
  id: string,
  name: string | null,
  exact: ReadonlyMap<string, readonly number[]>,
): JointColumn {
  if (name === null) return columnFor(table, id, -1, 'choice');
  const place = exact.get(name)?.[0];
  if (place === undefined)
    throw new LogMistake(`no column ${quote(name)}, which was chosen for joint ${quote(id)}`);
  return columnFor(table, id, place, 'choice');
}

function placesBy(table: LogTable, key: (name: string) => string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  table.columns.forEach(({ name, missing }, place) => {
    if (missing === table.rows) return;
    const known = places.get(key(name));
    if (known) known.push(place);
    else places.set(key(name), [place]);
  });
  return places;
}

const severalFor = (table: LogTable, id: string, places: readonly number[]): string => {
  const [first = '', ...others] = places.map((place) => table.columns[place]?.name ?? '');
  return `Several columns match joint ${quote(id)}: ${listed([first, ...others])}. The first one is used.`;
};

function lacking(joints: readonly JointColumn[]): string[] {
  const without = joints.filter(({ place }) => place < 0).map(({ joint }) => joint);
  return without.length === 0
    ? []
    : [`Without a column, fixed at their start values: ${listed(without)}.`];
}
