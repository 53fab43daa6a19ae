import { type CodeExpression, type CodeStatement, getAssignedNames } from './codeTree.ts';
import type { CodeLanguage } from './tokenizeCode.ts';

export interface CodeSideEffects {
  /** Names that are assigned both in a function and outside, with the line of the function. */
  readonly shared: ReadonlyMap<string, number>;
  /** By function name, the indices of parameters whose arguments the function may change. */
  readonly changes: ReadonlyMap<string, ReadonlySet<number>>;
  readonly defined: ReadonlySet<string>;
}

export const NON_MUTATING_METHODS =
  /^(dot|sum|max|min|mean|index|count|size|shape|rows|cols|length|at|item|any|all|empty)$/;
/** Matches methods that return the object itself, a copy or a conversion of the object. */
export const COPYING_METHODS =
  /^(copy|tolist|astype|evalf|to|cuda|numpy|float|double|deepcopy|T|A)$/;
export const RECORD_MUTATING_METHODS = /^(update|pop|popitem|setdefault|clear|set\w*|__set\w+__)$/;
const CHANGING_FUNCTIONS: Readonly<Record<CodeLanguage, RegExp>> = {
  python: /^(shuffle|put|putmask|place|copyto|fill_diagonal|setattr|delattr|heapify|insort\w*)$/,
  matlab: /^(set|setfield)$/,
  c: /^(swap\w*|iter_swap|memcpy|memset|memmove|fill\w*|copy\w*|sort|stable_sort|reverse|rotate|transform|shuffle|move|forward|exchange|s?scanf|fscanf|fread|getline)$/,
};
/** Matches Python functions whose result shares contents with the arguments. */
const VIEW_FUNCTIONS =
  /^(asarray|enumerate|zip|reversed|iter|ravel|squeeze|atleast_2d|list|tuple|ref)$/;

export const isArgumentMutatingFunction = (name: string, language: CodeLanguage): boolean =>
  CHANGING_FUNCTIONS[language].test(name);

type DefineStatement = CodeStatement & { readonly kind: 'define' };

interface FunctionBody {
  readonly line: number;
  readonly parents: readonly FunctionBody[];
  readonly assigned: Set<string>;
  readonly declared: Set<string>;
  readonly outer: Set<string>;
}

export function findCodeSideEffects(
  statements: readonly CodeStatement[],
  language: CodeLanguage,
): CodeSideEffects {
  const defines: DefineStatement[] = [];
  const defined = new Set<string>();
  const bodies: FunctionBody[] = [];
  const visit = (all: readonly CodeStatement[], body: FunctionBody): void => {
    for (const each of all) {
      if (each.kind === 'define' || each.kind === 'class') defined.add(each.name);
      if (each.kind === 'define') {
        defines.push(each);
        const inner = makeBody(each, [body, ...body.parents]);
        bodies.push(inner);
        visit(each.body, inner);
        continue;
      }
      addNames(each, body);
      for (const inner of getInnerBodies(each)) visit(inner, body);
    }
  };
  visit(statements, { ...makeBody(null, []), line: 1 });
  const changes = new Map<string, Set<number>>();
  // A second pass finds functions that call those of the first.
  for (let pass = 0; pass < 2; pass++)
    for (const each of defines) {
      const changed = changes.get(each.name) ?? new Set<number>();
      changes.set(
        each.name,
        new Set([...changed, ...new ParameterChanges(each, language, changes).find()]),
      );
    }
  return { shared: findSharedNames(bodies, language), changes, defined };
}

const makeBody = (
  define: DefineStatement | null,
  parents: readonly FunctionBody[],
): FunctionBody => ({
  ...{ line: define?.line ?? 1, parents, assigned: new Set(), outer: new Set() },
  declared: new Set(define?.params.map(({ name }) => name)),
});

const isEmptyValue = (value: CodeExpression): boolean =>
  (value.kind === 'name' && /^(None|nullptr)$/.test(value.name)) ||
  (value.kind === 'list' && value.rows.every((row) => row.length === 0));

function addNames(statement: CodeStatement, { assigned, declared, outer }: FunctionBody): void {
  if (statement.kind === 'assign') {
    const names = statement.declares ? declared : assigned;
    // An empty value only announces the name.
    if (!isEmptyValue(statement.value) || statement.declares)
      for (const name of statement.targets.flatMap(getAssignedNames)) names.add(name);
  } else if (statement.kind === 'for')
    for (const name of getAssignedNames(statement.target))
      (statement.declares ? declared : assigned).add(name);
  else if (statement.kind === 'broken' && statement.changes)
    for (const name of statement.names) assigned.add(name);
  else if (statement.kind === 'outer') for (const name of statement.names) outer.add(name);
}

function findSharedNames(
  bodies: readonly FunctionBody[],
  language: CodeLanguage,
): Map<string, number> {
  const counts = new Map<string, number>();
  const shared = new Map<string, number>();
  for (const body of bodies) {
    for (const name of findOuterNames(body, language)) {
      const isElsewhere = body.parents.some(
        ({ assigned, declared }) => assigned.has(name) || declared.has(name),
      );
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if ((isElsewhere || count > 1) && !shared.has(name)) shared.set(name, body.line);
    }
  }
  return shared;
}

function findOuterNames(
  { assigned, declared, outer, parents }: FunctionBody,
  language: CodeLanguage,
): string[] {
  const names = [...assigned];
  if (language === 'c') return names.filter((name) => !declared.has(name));
  const around = language === 'matlab' && parents.length > 1 ? parents[0] : null;
  return names.filter(
    (name) => outer.has(name) || (around?.assigned.has(name) && !declared.has(name)),
  );
}

class ParameterChanges {
  readonly #define: DefineStatement;
  readonly #language: CodeLanguage;
  readonly #knownChanges: ReadonlyMap<string, ReadonlySet<number>>;
  /** For each name, the indices of the parameters that may contain its value. */
  readonly #parts = new Map<string, readonly number[]>();
  readonly #found = new Set<number>();

  constructor(
    define: DefineStatement,
    language: CodeLanguage,
    knownChanges: ReadonlyMap<string, ReadonlySet<number>>,
  ) {
    this.#define = define;
    this.#language = language;
    this.#knownChanges = knownChanges;
    const params = define.params.filter(({ name }) => !isSelfName(name));
    params.forEach(({ name }, i) => {
      this.#parts.set(name, [i]);
    });
  }

  find(): ReadonlySet<number> {
    this.#visitStatements(this.#define.body);
    return this.#found;
  }

  #visitStatements(statements: readonly CodeStatement[]): void {
    for (const each of statements) {
      if (each.kind === 'assign') this.#visitAssignment(each);
      else if (each.kind === 'value' || each.kind === 'return') this.#visitCalls(each.value);
      else if (each.kind === 'for')
        for (const name of getAssignedNames(each.target))
          this.#parts.set(name, this.#findParameters(each.over));
      else if (each.kind === 'broken' && each.changes)
        for (const name of each.names) this.#addChanged(this.#parts.get(name) ?? []);
      for (const inner of getInnerBodies(each)) this.#visitStatements(inner);
      if (each.kind === 'define') this.#visitStatements(each.body);
    }
  }

  #addChanged(indices: readonly number[]): void {
    for (const i of indices) this.#found.add(i);
  }

  #visitAssignment({
    targets,
    mark,
    value,
    declares,
  }: CodeStatement & { readonly kind: 'assign' }): void {
    this.#visitCalls(value);
    for (const target of targets) {
      if (target.kind !== 'name') this.#addChanged(this.#findParameters(target));
      else if (mark !== '=' || (this.#language === 'c' && !declares))
        this.#addChanged(this.#findParameters(target));
      if (target.kind === 'name' && mark === '=')
        this.#parts.set(target.name, this.#findParameters(value));
    }
  }

  #visitCalls(value: CodeExpression | null): void {
    if (value?.kind !== 'call') return;
    const { of: callee, args } = value;
    const name = callee.kind === 'name' || callee.kind === 'member' ? callee.name : '';
    if (callee.kind === 'member' && !NON_MUTATING_METHODS.test(name) && !COPYING_METHODS.test(name))
      this.#addChanged(this.#findParameters(callee.of));
    args.forEach((arg, i) => {
      if (
        isArgumentMutatingFunction(name, this.#language) ||
        this.#knownChanges.get(name)?.has(i) ||
        arg.name === 'out'
      )
        this.#addChanged(this.#findParameters(arg.value));
      this.#visitCalls(arg.value);
    });
  }

  #findParameters(value: CodeExpression): readonly number[] {
    switch (value.kind) {
      case 'name':
        return this.#parts.get(value.name) ?? [];
      case 'member':
      case 'index':
      case 'unary':
        return this.#findParameters(value.of);
      case 'list':
        return value.rows.flat().flatMap((each) => this.#findParameters(each));
      case 'choice':
        return [...this.#findParameters(value.whenTrue), ...this.#findParameters(value.whenFalse)];
      case 'each':
        return this.#findParameters(value.over);
      case 'call': {
        const { of: callee, args } = value;
        if (callee.kind === 'member' && /copy$/.test(callee.name)) return [];
        const inner =
          callee.kind === 'name' && VIEW_FUNCTIONS.test(callee.name)
            ? args.map((arg) => arg.value)
            : [];
        return [callee, ...inner].flatMap((each) => this.#findParameters(each));
      }
      default:
        return [];
    }
  }
}

/** Returns whether a name refers to the object of a method: `self`, `obj` or `this`. */
export const isSelfName = (name: string): boolean => /^(self|obj|this)$/.test(name);

function getInnerBodies(statement: CodeStatement): (readonly CodeStatement[])[] {
  if (statement.kind === 'if') return statement.branches.map(({ body }) => body);
  return 'body' in statement && statement.kind !== 'define' ? [statement.body] : [];
}
