/** Arrays beside an array of names, as in joint states of ROS: one column per name. */
import type { GrowingTable } from './logTable.ts';

/** `name` belongs to `position`, `joint_names` to `positions`. */
export const NAMES_KEY = /^(joint_?)?names?$/i;
export const NAMED_KEY = /^(positions?|velocit(y|ies)|efforts?|accelerations?)$/i;

interface NameCell {
  readonly cell: number;
  readonly group: string;
  readonly index: string;
}

interface ValueCell {
  readonly cell: number;
  /** Index of its name. */
  readonly name: number;
  readonly field: string;
}

/** Cells of a row that contain names, and cells with the named values, as rosbag exports them. */
export class NamedCells {
  readonly #table: GrowingTable;
  readonly #names: readonly NameCell[];
  readonly #values: readonly ValueCell[];
  readonly #layouts = new Map<string, readonly number[]>();

  /**
   * Parses headers such as `.name[0]`, `field.position0` and `joint_names_1`: path, word and index.
   */
  constructor(table: GrowingTable, headers: readonly string[]) {
    this.#table = table;
    const parts = headers.map((header) => /^(.*?)([a-z_]*[a-z])[[_.]?(\d+)\]?$/i.exec(header));
    const taken = parts.flatMap((found, cell) => {
      const [, group = '', word = '', index = ''] = found ?? [];
      return found ? [{ cell, group, word, index }] : [];
    });
    this.#names = taken.filter(({ word }) => NAMES_KEY.test(word));
    const groups = new Set(this.#names.map(({ group }) => group));
    this.#values = taken
      .filter(({ word, group }) => groups.has(group) && NAMED_KEY.test(word))
      .map(({ cell, group, index, word }) => ({
        cell,
        name: this.#names.findIndex((each) => each.group === group && each.index === index),
        field: group + word,
      }));
    if (this.#values.length === 0) this.#names = [];
  }

  /** Cells that have no column of their own. */
  get cells(): readonly number[] {
    return [...this.#names, ...this.#values].map(({ cell }) => cell);
  }

  get nameCells(): readonly number[] {
    return this.#names.map(({ cell }) => cell);
  }

  /** Sets the named values of a row. `names`: texts of `nameCells`; `numbers`: by cell. */
  set(names: readonly string[], numbers: Float64Array): void {
    const key = names.join('\n');
    let places = this.#layouts.get(key);
    if (!places) {
      places = this.#placesOf(names);
      if (this.#layouts.size < 100) this.#layouts.set(key, places);
    }
    this.#values.forEach(({ cell }, i) => {
      const place = (places as readonly number[])[i] as number;
      if (place >= 0) this.#table.set(place, numbers[cell] as number);
    });
  }

  #placesOf(names: readonly string[]): number[] {
    return this.#values.map(({ name, field }) =>
      names[name] ? this.#table.placeOf(`${field}.${names[name]}`) : -1,
    );
  }
}
