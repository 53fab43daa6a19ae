/** Findings of the solver's reader about a formula. Positions are UTF-16 offsets. */

export const FORMULA_TOKEN_KINDS = [
  'name',
  'given',
  'param',
  'kept',
  'function',
  'word',
  'number',
  'string',
  'comment',
  'sign',
  'unit',
] as const;
export type FormulaTokenKind = (typeof FORMULA_TOKEN_KINDS)[number];

export interface FormulaFix {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface FormulaFault {
  readonly from: number;
  readonly to: number;
  /** Line of the fault, which counts from 1, as `column` does. */
  readonly line: number;
  readonly column: number;
  /** Message of the fault, a sentence; `**name**` is a name in the formula. */
  readonly message: string;
  readonly fixes: readonly FormulaFix[];
}

export interface FormulaName {
  readonly name: string;
  readonly kind: FormulaTokenKind;
  readonly shape: string;
  readonly help?: string;
}

export interface FormulaFindings {
  readonly faults: readonly FormulaFault[];
  readonly tokens: readonly (readonly [from: number, to: number, kind: number])[];
  /** Type ("number per joint") and size in the scene ("12 x 25") of each assigned value. */
  readonly lines: readonly {
    readonly line: number;
    readonly shape: string;
    readonly size: string;
  }[];
  readonly names: readonly FormulaName[];
  readonly functions: readonly {
    readonly name: string;
    readonly signature: string;
    readonly gives: string;
  }[];
  /** Quantities that the formula shows. `curve`: a filter, as a function of sigma. */
  readonly shows: readonly {
    readonly line: number;
    readonly key: string;
    readonly curve: boolean;
  }[];
  readonly params: readonly {
    readonly key: string;
    readonly line: number;
    readonly from: number;
    readonly to: number;
  }[];
  /** Maximum operations per update in the scene; null without a scene. */
  readonly cost: { readonly operations: string; readonly allowed: string } | null;
}

export interface TypesetLine {
  readonly line: number;
  readonly depth: number;
  readonly mathml: string;
}
