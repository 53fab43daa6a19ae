import type { ParamValue } from '@iklab/core/scenario';

export interface StartFormula {
  readonly id: string;
  readonly title: string;
  readonly line: string;
  /** Id of the built-in method that the formula restates; null if none. */
  readonly builtIn: string | null;
  readonly params?: Readonly<Record<string, ParamValue>>;
  readonly text: string;
}

export interface StartFormulaGroup {
  readonly id: string;
  readonly name: string;
  readonly texts: readonly StartFormula[];
}

/** Returns the number of lines of a formula without empty lines and comments. */
export const countFormulaLines = ({ text }: Pick<StartFormula, 'text'>): number =>
  text.split('\n').filter((line) => /^\s*[^\s#]/.test(line)).length;
