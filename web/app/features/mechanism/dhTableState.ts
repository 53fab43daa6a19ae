import { type Fault, fullDocument, type InlineTree, resolveScenario } from '@iklab/core/scenario';
import {
  type DhAngleUnit,
  type DhConvention,
  dhTableToTree,
  type EditableDhTable,
  treeToDhTable,
} from '@iklab/robots/dh';
import { replaceSceneTree } from '@iklab/robots/edit';
import { signal } from '@preact/signals';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';

const MAX_TABLES = 500;

class DhTables {
  readonly convention = signal<DhConvention>('standard');
  readonly angles = signal<DhAngleUnit>('degrees');
  /** Denavit-Hartenberg tables by the table's tree. Undo and redo restore cells as typed. */
  readonly #tables = new Map<string, EditableDhTable>();

  get(tree: InlineTree): EditableDhTable {
    const table = this.#tables.get(treeKey(tree)) ?? treeToDhTable(tree, this.convention.value);
    this.store(tree, table);
    return table;
  }

  store(tree: InlineTree, table: EditableDhTable): void {
    const [key, tables] = [treeKey(tree), this.#tables];
    tables.delete(key);
    tables.set(key, table);
    const [oldest] = tables.keys();
    if (tables.size > MAX_TABLES && oldest !== undefined) tables.delete(oldest);
  }

  /** Shows a table for a tree without editing the document. */
  showAs(tree: InlineTree, table: EditableDhTable): void {
    this.convention.value = table.convention;
    this.store(tree, table);
  }
}

export const dhTableState = memoizePerLab(() => new DhTables());

const treeKey = (tree: InlineTree): string => JSON.stringify(tree);

export function writeDhTable(
  page: Page,
  label: string,
  table: EditableDhTable,
  merge?: string,
): readonly Fault[] {
  const { doc } = page;
  const current = doc.editor.scenario.peek();
  const next = replaceSceneTree(current, dhTableToTree(table), doc.catalogue);
  if (!next.ok) return next.faults;
  dhTableState(page).store(resolveScenario(next.value).tree, table);
  return doc.edit(label, (draft) => Object.assign(draft, fullDocument(next.value)), merge);
}
