/** What the solver's reader finds in a method that is written as text. Places are offsets in UTF-16. */

/** Of what kind a token is: a token names one by its place here. */
export const TOKEN_KINDS = [
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
/** The kind of a token or of a name. */
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** An edit of the text that a button makes. */
export interface FormulaFix {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What is wrong in a text: where, and why. */
export interface FormulaFault {
  readonly from: number;
  readonly to: number;
  /** From 1, as `column`. */
  readonly line: number;
  readonly column: number;
  /** A sentence; `**name**` is a name of the text. */
  readonly message: string;
  readonly fixes: readonly FormulaFix[];
}

/** A name that the text may use. */
export interface FormulaName {
  readonly name: string;
  readonly kind: TokenKind;
  readonly shape: string;
  /** What it is, of a given one: “the Jacobian”; '': not said. */
  readonly help?: string;
}

/** What is found in a text, and in a scene, where one is given. */
export interface FormulaFindings {
  readonly faults: readonly FormulaFault[];
  readonly tokens: readonly (readonly [from: number, to: number, kind: number])[];
  /** What each line sets: “number per joint”, and its size in the scene, “12 × 25”; '': no scene. */
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
  /** `curve`: a filter, over σ. */
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
  /** Operations of an update, at most, in the scene; null: no scene. */
  readonly cost: { readonly operations: string; readonly allowed: string } | null;
}

/** A line that calculates, as it would be printed. */
export interface PrintedLine {
  readonly line: number;
  /** How many blocks it stands in. */
  readonly depth: number;
  readonly mathml: string;
}
