/** Arrays beside an array of names, as in joint states of ROS: one column per name. */
import type { LogTableBuilder } from './logTable.ts';

/**
 * Pattern of the keys of arrays that name the elements of another array: `name` belongs to
 * `position`, `joint_names` to `positions`.
 */
export const ARRAY_OF_NAMES_PATTERN = /^(joint_?)?names?$/i;
export const NAMED_VALUES_PATTERN = /^(positions?|velocit(y|ies)|efforts?|accelerations?)$/i;

interface NameCell {
  readonly cell: number;
  readonly group: string;
  readonly index: string;
}

interface ValueCell {
  readonly cell: number;
  /** Index of the value's name among the cells with names; -1 if there is none. */
  readonly name: number;
  readonly field: string;
}

/** Cells of a CSV row that contain names, and cells with the named values, as in rosbag exports. */
export class NamedArrayCells {
  readonly #table: LogTableBuilder;
  readonly #names: readonly NameCell[];
  readonly #values: readonly ValueCell[];
  readonly #layouts = new Map<string, readonly number[]>();

  constructor(table: LogTableBuilder, headers: readonly string[]) {
    this.#table = table;
    const parts = headers.map((header) => /^(.*?)([a-z_]*[a-z])[[_.]?(\d+)\]?$/i.exec(header));
    const parsed = parts.flatMap((found, cell) => {
      const [, group = '', word = '', index = ''] = found ?? [];
      return found ? [{ cell, group, word, index }] : [];
    });
    this.#names = parsed.filter(({ word }) => ARRAY_OF_NAMES_PATTERN.test(word));
    const groups = new Set(this.#names.map(({ group }) => group));
    this.#values = parsed
      .filter(({ word, group }) => groups.has(group) && NAMED_VALUES_PATTERN.test(word))
      .map(({ cell, group, index, word }) => ({
        cell,
        name: this.#names.findIndex((each) => each.group === group && each.index === index),
        field: group + word,
      }));
    if (this.#values.length === 0) this.#names = [];
  }

  /** Indices of cells with names or named values. They have no column of their own. */
  get cells(): readonly number[] {
    return [...this.#names, ...this.#values].map(({ cell }) => cell);
  }

  get nameCells(): readonly number[] {
    return this.#names.map(({ cell }) => cell);
  }

  /**
   * Sets the named values of a row in the table. `names`: texts of the `nameCells`; `numbers`:
   * numbers of all cells.
   */
  setRow(names: readonly string[], numbers: Float64Array): void {
    const key = names.join('\n');
    let columnIndices = this.#layouts.get(key);
    if (!columnIndices) {
      columnIndices = this.#findColumns(names);
      if (this.#layouts.size < 100) this.#layouts.set(key, columnIndices);
    }
    this.#values.forEach(({ cell }, i) => {
      const index = (columnIndices as readonly number[])[i] as number;
      if (index >= 0) this.#table.setValue(index, numbers[cell] as number);
    });
  }

  #findColumns(names: readonly string[]): number[] {
    return this.#values.map(({ name, field }) =>
      names[name] ? this.#table.columnIndex(`${field}.${names[name]}`) : -1,
    );
  }
}
