export interface SourceSpan {
  readonly line: number;
  /** Offsets of the expression's text in the code. */
  readonly from: number;
  readonly to: number;
}

export interface CallArgument {
  readonly name: string | null;
  readonly value: CodeExpression;
}

export type CodeExpression = SourceSpan &
  (
    | { readonly kind: 'number'; readonly value: number; readonly isReal: boolean }
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'member'; readonly of: CodeExpression; readonly name: string }
    /** A call; in MATLAB also an index. */
    | { readonly kind: 'call'; readonly of: CodeExpression; readonly args: readonly CallArgument[] }
    | {
        readonly kind: 'index';
        readonly of: CodeExpression;
        readonly args: readonly CallArgument[];
      }
    /** A list of rows; `matrix`: MATLAB joins the elements. Other languages have one row. */
    | {
        readonly kind: 'list';
        readonly rows: readonly (readonly CodeExpression[])[];
        readonly matrix: boolean;
      }
    | {
        readonly kind: 'dict';
        readonly entries: readonly (readonly [CodeExpression, CodeExpression])[];
      }
    | { readonly kind: 'unary'; readonly mark: string; readonly of: CodeExpression }
    | {
        readonly kind: 'binary';
        readonly mark: string;
        readonly left: CodeExpression;
        readonly right: CodeExpression;
      }
    /** A range `1:n`, or a slice; a missing end is null. */
    | { readonly kind: 'range'; readonly ends: readonly (CodeExpression | null)[] }
    | {
        readonly kind: 'choice';
        readonly condition: CodeExpression;
        readonly whenTrue: CodeExpression;
        readonly whenFalse: CodeExpression;
      }
    /** A comprehension. */
    | {
        readonly kind: 'each';
        readonly item: CodeExpression;
        readonly target: CodeExpression;
        readonly over: CodeExpression;
      }
    | {
        readonly kind: 'function';
        readonly params: readonly string[];
        readonly body: CodeExpression;
      }
  );

export interface Parameter {
  readonly name: string;
  readonly value: CodeExpression | null;
}

export type CodeStatement = { readonly line: number } & (
  | {
      readonly kind: 'assign';
      readonly targets: readonly CodeExpression[];
      readonly mark: string;
      readonly value: CodeExpression;
      /** Set for a declaration in C++. */
      readonly declares?: CodeDeclaration;
    }
  | { readonly kind: 'value'; readonly value: CodeExpression }
  | { readonly kind: 'return'; readonly value: CodeExpression | null }
  /** A `break` or `continue` statement. */
  | { readonly kind: 'jump'; readonly word: string }
  | {
      readonly kind: 'for';
      readonly target: CodeExpression;
      readonly over: CodeExpression;
      readonly body: readonly CodeStatement[];
      readonly declares?: CodeDeclaration;
    }
  /** A body that runs not at all, once or several times: of `while`, `try` or `except`. */
  | { readonly kind: 'maybe'; readonly word: string; readonly body: readonly CodeStatement[] }
  /** The last branch may lack a condition. */
  | { readonly kind: 'if'; readonly branches: readonly Branch[] }
  | {
      readonly kind: 'define';
      readonly name: string;
      readonly params: readonly Parameter[];
      readonly body: readonly CodeStatement[];
      /** Decorator in Python, if it may change what the function returns. */
      readonly decorator?: string | null;
    }
  | { readonly kind: 'class'; readonly name: string; readonly body: readonly CodeStatement[] }
  | { readonly kind: 'block'; readonly body: readonly CodeStatement[] }
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

export interface CodeDeclaration {
  readonly kind: 'value' | 'reference';
  readonly isConstant: boolean;
  readonly isInteger: boolean;
}

export interface Branch {
  readonly condition: CodeExpression | null;
  readonly body: readonly CodeStatement[];
}

/** Returns the names that an assignment gives a value. */
export const getAssignedNames = (target: CodeExpression): string[] =>
  target.kind === 'list'
    ? target.rows.flat().flatMap(getAssignedNames)
    : target.kind === 'name'
      ? [target.name]
      : [];

/** Returns the name whose value an assignment changes. */
export function getRoot(target: CodeExpression): CodeExpression {
  return 'of' in target ? getRoot(target.of) : target;
}
