import type { InlineTree } from '@iklab/core/scenario';
import { listWords, quoteInOneLine } from '@iklab/core/scenario/checks';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { LogError } from '../tables/logError.ts';
import type { LogTable } from '../tables/logTable.ts';
import { findOrderedJointColumns } from './findOrderedJointColumns.ts';
import { normalizeColumnName } from './splitNameWords.ts';

/**
 * How a joint's column was found: by exact name, similar name or place among numbered columns, or
 * by the user's choice.
 */
export type JointColumnMatchKind = 'name' | 'likeness' | 'order' | 'choice';

export interface JointColumn {
  readonly joint: string;
  /** Index of the joint's column in the table; -1 if there is none. */
  readonly place: number;
  readonly column: string | null;
  readonly by: JointColumnMatchKind | null;
}

export interface JointColumnMatch {
  readonly kind: 'match';
  readonly joints: readonly JointColumn[];
  /** Index of the time column that was found along with joint columns; -1 if there is none. */
  readonly time: number;
  readonly report: readonly string[];
}

/** Question to the user which columns hold the joints. It is asked if too few were found. */
export interface JointColumnQuestion {
  readonly kind: 'question';
  readonly joints: readonly JointColumn[];
  readonly columns: readonly string[];
  readonly sentence: string;
}

/**
 * Columns chosen by the user: name by joint id, null for no column. Columns of other joints are
 * searched for.
 */
export type JointColumnChoice = Readonly<Record<string, string | null>>;

export function matchJointColumns(
  table: LogTable,
  { joints }: Pick<InlineTree, 'joints'>,
  chosen: JointColumnChoice = {},
): JointColumnMatch | JointColumnQuestion {
  const ids = joints.filter(isIndependentJoint).map(({ id }) => id);
  const report: string[] = [];
  const hasChoice = Object.keys(chosen).some((id) => ids.includes(id));
  const named = matchByName(table, ids, chosen, report);
  const found = named.filter(({ place: index }) => index >= 0).length;
  if (hasChoice || areEnough(found, ids.length))
    return {
      kind: 'match',
      joints: named,
      time: -1,
      report: [...report, ...missingJointsReport(named)],
    };
  const ordered = findOrderedJointColumns(table, ids.length);
  if (ordered && areEnough(ordered.indices.length, ids.length)) {
    const inOrder = ids.map((id, i) =>
      makeJointColumn(table, id, ordered.indices[i] ?? -1, 'order'),
    );
    return {
      kind: 'match',
      joints: inOrder,
      time: ordered.time,
      report: [...ordered.report, ...missingJointsReport(inOrder)],
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

const areEnough = (found: number, total: number): boolean => found > 0 && 2 * found >= total;

function makeJointColumn(
  table: LogTable,
  joint: string,
  index: number,
  matchedBy: JointColumnMatchKind,
): JointColumn {
  const column = table.columns[index]?.name ?? null;
  return { joint, place: index, column, by: index < 0 ? null : matchedBy };
}

/**
 * Finds the column of each joint: the user's choice, otherwise the joint's exact name, otherwise a
 * similar name that fits no other joint.
 */
function matchByName(
  table: LogTable,
  ids: readonly string[],
  chosen: JointColumnChoice,
  report: string[],
): JointColumn[] {
  const exact = indicesByKey(table, (name) => name);
  const alike = indicesByKey(table, normalizeColumnName);
  const plain = ids.map(normalizeColumnName);
  return ids.map((id, i) => {
    if (Object.hasOwn(chosen, id)) return chosenColumn(table, id, chosen[id] ?? null, exact);
    const exactIndices = exact.get(id);
    const unique = plain.indexOf(plain[i] as string) === plain.lastIndexOf(plain[i] as string);
    const like = unique ? alike.get(plain[i] as string) : undefined;
    const indices = exactIndices ?? like ?? [];
    const first = makeJointColumn(table, id, indices[0] ?? -1, exactIndices ? 'name' : 'likeness');
    if (indices.length > 1) report.push(severalColumnsText(table, id, indices));
    return first;
  });
}

function chosenColumn(
  table: LogTable,
  id: string,
  name: string | null,
  exact: ReadonlyMap<string, readonly number[]>,
): JointColumn {
  if (name === null) return makeJointColumn(table, id, -1, 'choice');
  const index = exact.get(name)?.[0];
  if (index === undefined)
    throw new LogError(
      `no column ${quoteInOneLine(name)}, which was chosen for joint ${quoteInOneLine(id)}`,
    );
  return makeJointColumn(table, id, index, 'choice');
}

function indicesByKey(table: LogTable, key: (name: string) => string): Map<string, number[]> {
  const byKey = new Map<string, number[]>();
  table.columns.forEach(({ name, missing }, index) => {
    if (missing === table.rows) return;
    const indices = byKey.get(key(name));
    if (indices) indices.push(index);
    else byKey.set(key(name), [index]);
  });
  return byKey;
}

const severalColumnsText = (table: LogTable, id: string, indices: readonly number[]): string => {
  const [first = '', ...rest] = indices.map((place) => table.columns[place]?.name ?? '');
  return `Several columns match joint ${quoteInOneLine(id)}: ${listWords([first, ...rest])}. The first one is used.`;
};

function missingJointsReport(joints: readonly JointColumn[]): string[] {
  const missingJoints = joints.filter(({ place }) => place < 0).map(({ joint }) => joint);
  return missingJoints.length === 0
    ? []
    : [`Without a column, fixed at their start values: ${listWords(missingJoints)}.`];
}
