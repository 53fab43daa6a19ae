/** The tree of a Python expression. */
import type { Value } from './pythonValues.ts';

export interface Clause {
  readonly targets: readonly string[];
  readonly over: Expression;
  readonly conditions: readonly Expression[];
}

export interface Argument {
  /** null: by its place. */
  readonly name: string | null;
  readonly value: Expression;
  /** `*list`, `**dict`. */
  readonly spread: '' | '*' | '**';
}

export type Expression =
  | { readonly kind: 'constant'; readonly value: Value }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list' | 'tuple'; readonly items: readonly Expression[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Expression }
  | {
      readonly kind: 'binary' | 'logic';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'compare';
      readonly first: Expression;
      readonly rest: readonly (readonly [string, Expression])[];
    }
  | {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  | { readonly kind: 'attribute'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly index: Expression }
  | {
      readonly kind: 'slice';
      readonly of: Expression;
      readonly parts: readonly (Expression | null)[];
    }
  | { readonly kind: 'call'; readonly of: Expression; readonly args: readonly Argument[] }
  | {
      readonly kind: 'comprehension';
      readonly makes: 'list' | 'dict';
      readonly item: Expression;
      readonly value: Expression | null;
      readonly clauses: readonly Clause[];
    };
