export interface SourceSpan {
  readonly line: number;
  /** Offset of the expression's start in the code; `to`: offset of its end, exclusive. */
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
    /** A call; in MATLAB also an element of an array, which looks the same. */
    | { readonly kind: 'call'; readonly of: CodeExpression; readonly args: readonly CallArgument[] }
    | {
        readonly kind: 'index';
        readonly of: CodeExpression;
        readonly args: readonly CallArgument[];
      }
    /** A list. Only MATLAB lists have several rows and join elements (`matrix`). */
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
    /** A range `1:n`, or a slice; an end that is left out is null. */
    | { readonly kind: 'range'; readonly ends: readonly (CodeExpression | null)[] }
    | {
        readonly kind: 'choice';
        readonly condition: CodeExpression;
        readonly whenTrue: CodeExpression;
        readonly whenFalse: CodeExpression;
      }
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

export interface CodeParameter {
  readonly name: string;
  readonly value: CodeExpression | null;
}

export type CodeStatement = { readonly line: number } & (
  | {
      readonly kind: 'assign';
      readonly targets: readonly CodeExpression[];
      readonly mark: string;
      readonly value: CodeExpression;
      /** Type information of a C++ declaration; absent for other assignments. */
      readonly declares?: CodeDeclaration;
    }
  | { readonly kind: 'value'; readonly value: CodeExpression }
  | { readonly kind: 'return'; readonly value: CodeExpression | null }
  | { readonly kind: 'jump'; readonly word: string }
  | {
      readonly kind: 'for';
      readonly target: CodeExpression;
      readonly over: CodeExpression;
      readonly body: readonly CodeStatement[];
      readonly declares?: CodeDeclaration;
    }
  /** A body that runs any number of times or not at all, as in `while`, `try` or `except`. */
  | { readonly kind: 'maybe'; readonly word: string; readonly body: readonly CodeStatement[] }
  /** An `if` with its branches; only the last may lack a condition (`else`). */
  | { readonly kind: 'if'; readonly branches: readonly ConditionalBranch[] }
  | {
      readonly kind: 'define';
      readonly name: string;
      readonly params: readonly CodeParameter[];
      readonly body: readonly CodeStatement[];
      /**
       * Python decorator that may change what the function returns; null or absent if there is
       * none.
       */
      readonly decorator?: string | null;
    }
  | { readonly kind: 'class'; readonly name: string; readonly body: readonly CodeStatement[] }
  | { readonly kind: 'block'; readonly body: readonly CodeStatement[] }
  /** A declaration without a value; the names lose their former values. */
  | { readonly kind: 'forget'; readonly names: readonly string[] }
  /** Names that a function takes from outside itself, as with `global`. */
  | { readonly kind: 'outer'; readonly names: readonly string[] }
  /** Names that get a value from elsewhere, such as another file. */
  | { readonly kind: 'import'; readonly names: readonly string[]; readonly text: string }
  /** A statement that could not be parsed, or that deletes elements. */
  | {
      readonly kind: 'broken';
      readonly text: string;
      readonly target: string | null;
      readonly calls: readonly string[];
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

export interface ConditionalBranch {
  readonly condition: CodeExpression | null;
  readonly body: readonly CodeStatement[];
}

/** Returns the names that an assignment target binds, without members and elements. */
export const getAssignedNames = (target: CodeExpression): string[] =>
  target.kind === 'list'
    ? target.rows.flat().flatMap(getAssignedNames)
    : target.kind === 'name'
      ? [target.name]
      : [];

/** Returns the innermost owner of an assignment target: `a` in `a.b[0]`. */
export function getAssignmentOwner(target: CodeExpression): CodeExpression {
  return 'of' in target ? getAssignmentOwner(target.of) : target;
}
