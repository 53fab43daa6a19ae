import type { ParamValue } from '@iklab/core/scenario';

export interface ShelfText {
  readonly id: string;
  readonly title: string;
  readonly line: string;
  /** The built-in method that it restates; null if none. */
  readonly builtIn: string | null;
  /** Parameters that differ from the defaults. */
  readonly params?: Readonly<Record<string, ParamValue>>;
  readonly text: string;
}

export interface ShelfGroup {
  readonly id: string;
  readonly name: string;
  readonly texts: readonly ShelfText[];
}

/** Neither empty lines nor comments count. */
export const countLines = ({ text }: Pick<ShelfText, 'text'>): number =>
  text.split('\n').filter((line) => /^\s*[^\s#]/.test(line)).length;
