import {
  type AngleUnit,
  type ChainTable,
  type DhConvention,
  sceneWithTree,
  tableOfTree,
  treeOfTable,
} from '@iklab/robots';
import { signal } from '@preact/signals';
import { type Fault, fullDocument, type InlineTree, resolve } from 'iklab/scenario';
import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';

const MOST = 500;

class DhTables {
  /** The last chosen display options. */
  readonly convention = signal<DhConvention>('standard');
  readonly angles = signal<AngleUnit>('degrees');
  /** By the tree created from the table, so that undo and redo restore the cells as typed. */
  readonly #known = new Map<string, ChainTable>();

  of(tree: InlineTree): ChainTable {
    const table = this.#known.get(keyOf(tree)) ?? tableOfTree(tree, this.convention.value);
    this.keep(tree, table);
    return table;
  }

  keep(tree: InlineTree, table: ChainTable): void {
    const [key, known] = [keyOf(tree), this.#known];
    known.delete(key);
    known.set(key, table);
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
  }

  /** Shows the same mechanism in another convention, without an edit of the document. */
  showAs(tree: InlineTree, table: ChainTable): void {
    this.convention.value = table.convention;
    this.keep(tree, table);
  }
}

export const dhTables = perLab(() => new DhTables());

const keyOf = (tree: InlineTree): string => JSON.stringify(tree);

/** Returns faults if the edit is refused. */
export function editTable(
  page: Page,
  what: string,
  table: ChainTable,
  merge?: string,
): readonly Fault[] {
  const { doc } = page;
  const now = doc.editor.scenario.peek();
  const next = sceneWithTree(now, treeOfTable(table), doc.catalogue);
  if (!next.ok) return next.faults;
  dhTables(page).keep(resolve(next.value).tree, table);
  return doc.edit(what, (draft) => Object.assign(draft, fullDocument(next.value)), merge);
}
