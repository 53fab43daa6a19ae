export interface SourceSpan {
  readonly line: number;
  /** Offsets of the expression's text in the code. */
  readonly from: number;
  readonly to: number;
}

export interface Argument {
  readonly name: string | null;
  readonly value: Expression;
}

export type Expression = SourceSpan &
  (
    | { readonly kind: 'number'; readonly value: number; readonly isReal: boolean }
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'member'; readonly of: Expression; readonly name: string }
    /** A call; in MATLAB also an index. */
    | { readonly kind: 'call'; readonly of: Expression; readonly args: readonly Argument[] }
    | { readonly kind: 'index'; readonly of: Expression; readonly args: readonly Argument[] }
    /** A list of rows; `matrix`: MATLAB joins the elements. Other languages have one row. */
    | {
        readonly kind: 'list';
        readonly rows: readonly (readonly Expression[])[];
        readonly matrix: boolean;
      }
    | { readonly kind: 'dict'; readonly entries: readonly (readonly [Expression, Expression])[] }
    | { readonly kind: 'unary'; readonly mark: string; readonly of: Expression }
    | {
        readonly kind: 'binary';
        readonly mark: string;
        readonly left: Expression;
        readonly right: Expression;
      }
    /** A range `1:n`, or a slice; a missing end is null. */
    | { readonly kind: 'range'; readonly ends: readonly (Expression | null)[] }
    | {
        readonly kind: 'choice';
        readonly condition: Expression;
        readonly whenTrue: Expression;
        readonly whenFalse: Expression;
      }
    /** A comprehension. */
    | {
        readonly kind: 'each';
        readonly item: Expression;
        readonly target: Expression;
        readonly over: Expression;
      }
    | { readonly kind: 'function'; readonly params: readonly string[]; readonly body: Expression }
  );

export interface Parameter {
  readonly name: string;
  readonly value: Expression | null;
}

export type Statement = { readonly line: number } & (
  | {
      readonly kind: 'assign';
      readonly targets: readonly Expression[];
      readonly mark: string;
      readonly value: Expression;
      /** Set for a declaration in C++. */
      readonly declares?: Declaration;
    }
  | { readonly kind: 'value'; readonly value: Expression }
  | { readonly kind: 'return'; readonly value: Expression | null }
  /** A `break` or `continue` statement. */
  | { readonly kind: 'jump'; readonly word: string }
  | {
      readonly kind: 'for';
      readonly target: Expression;
      readonly over: Expression;
      readonly body: readonly Statement[];
      readonly declares?: Declaration;
    }
  /** A body that runs not at all, once or several times: of `while`, `try` or `except`. */
  | { readonly kind: 'maybe'; readonly word: string; readonly body: readonly Statement[] }
  /** The last branch may lack a condition. */
  | { readonly kind: 'if'; readonly branches: readonly Branch[] }
  | {
      readonly kind: 'define';
      readonly name: string;
      readonly params: readonly Parameter[];
      readonly body: readonly Statement[];
      /** Decorator in Python, if it may change what the function returns. */
      readonly decorator?: string | null;
    }
  | { readonly kind: 'class'; readonly name: string; readonly body: readonly Statement[] }
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  /** Declares names without a value. */
  | { readonly kind: 'forget'; readonly names: readonly string[] }
  /** Names of variables outside of a function. */
  | { readonly kind: 'outer'; readonly names: readonly string[] }
  /** Names with a value from elsewhere, such as another file. */
  | { readonly kind: 'import'; readonly names: readonly string[]; readonly text: string }
  /** Cannot be parsed, or deletes elements. */
  | {
      readonly kind: 'broken';
      readonly text: string;
      readonly target: string | null;
      readonly calls: readonly string[];
      /** All names in the statement. */
      readonly names: readonly string[];
      /** True if the statement may change numbers, such as `a++` or `in >> a`. */
      readonly changes: boolean;
    }
);

export interface Declaration {
  readonly kind: 'value' | 'reference';
  readonly isConstant: boolean;
  readonly isInteger: boolean;
}

export interface Branch {
  readonly condition: Expression | null;
  readonly body: readonly Statement[];
}

/** Returns the names that an assignment gives a value. */
export const getAssignedNames = (target: Expression): string[] =>
  target.kind === 'list'
    ? target.rows.flat().flatMap(getAssignedNames)
    : target.kind === 'name'
      ? [target.name]
      : [];

/** Returns the name whose value an assignment changes. */
export function getRoot(target: Expression): Expression {
  return 'of' in target ? getRoot(target.of) : target;
}
