/** The table of the scene at work, and edits of it as edits of the document. */

import {
  type AngleUnit,
  type ChainTable,
  type DhConvention,
  sceneWithTree,
  tableOfTree,
  treeOfTable,
} from '@iklab/robots';
import { signal } from '@preact/signals';
import { type Fault, full, type InlineTree, resolve } from 'iklab/scenario';
import type { Page } from '../page.ts';

/** By the trees that were made of them: undo and redo find the cells as they were typed. */
const known = new Map<string, ChainTable>();
const MOST = 500;

/** As it was last chosen. */
const convention = signal<DhConvention>('standard');
export const angles = signal<AngleUnit>('degrees');

const keyOf = (tree: InlineTree): string => JSON.stringify(tree);

export function tableOf(tree: InlineTree): ChainTable {
  const key = keyOf(tree);
  const table = known.get(key) ?? tableOfTree(tree, convention.value);
  keep(key, table);
  return table;
}

function keep(key: string, table: ChainTable): void {
  known.delete(key);
  known.set(key, table);
  const [oldest] = known.keys();
  if (known.size > MOST && oldest !== undefined) known.delete(oldest);
}

/** The same mechanism, said otherwise: no edit of the document. */
export function showAs(tree: InlineTree, table: ChainTable): void {
  convention.value = table.convention;
  keep(keyOf(tree), table);
}

/** Faults: the edit is refused. */
export function editTable(
  { desk }: Page,
  what: string,
  table: ChainTable,
  merge?: string,
): readonly Fault[] {
  const now = desk.editor.scenario.peek();
  const next = sceneWithTree(now, treeOfTable(table), desk.catalogue);
  if (!next.ok) return next.faults;
  keep(keyOf(resolve(next.value).tree), table);
  return desk.edit(what, (draft) => Object.assign(draft, full(next.value)), merge);
}
