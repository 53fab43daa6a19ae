/** A method written out, to start from. */
import type { ParamValue } from 'iklab/scenario';

export interface ShelfText {
  readonly id: string;
  readonly title: string;
  /** In a sentence. */
  readonly line: string;
  /** The method of the table that it restates; null: there is none. */
  readonly builtIn: string | null;
  /** Of that method, where they are not the table's own. */
  readonly params?: Readonly<Record<string, ParamValue>>;
  readonly text: string;
}

/** Texts of one kind. */
export interface ShelfGroup {
  readonly id: string;
  readonly name: string;
  readonly texts: readonly ShelfText[];
}

/** Lines that do something: neither empty nor a comment. */
export const linesOf = ({ text }: Pick<ShelfText, 'text'>): number =>
  text.split('\n').filter((line) => /^\s*[^\s#]/.test(line)).length;
