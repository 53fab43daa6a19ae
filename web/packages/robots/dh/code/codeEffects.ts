/** Finds what the functions of a program change outside of themselves: outer names and arguments. */
import type { Language } from './codeTokens.ts';
import { type Expression, namesOf, type Statement } from './codeTree.ts';

export interface CodeEffects {
  /** Names that a function and other code assign, with the line of the function. */
  readonly shared: ReadonlyMap<string, number>;
  /** Indices of the parameters whose arguments a function may change, by its name. */
  readonly changes: ReadonlyMap<string, ReadonlySet<number>>;
  /** Functions and classes of the program. */
  readonly defined: ReadonlySet<string>;
}

/** Methods that do not change their list. */
export const READS =
  /^(dot|sum|max|min|mean|index|count|size|shape|rows|cols|length|at|item|any|all|empty)$/;
/** Methods with a value that is the same or a copy. */
export const SAME = /^(copy|tolist|astype|evalf|to|cuda|numpy|float|double|deepcopy|T|A)$/;
/** Methods of records that change them. */
export const CHANGES = /^(update|pop|popitem|setdefault|clear|set\w*|__set\w+__)$/;
/** Functions of libraries that change their arguments. */
const CHANGERS: Readonly<Record<Language, RegExp>> = {
  python: /^(shuffle|put|putmask|place|copyto|fill_diagonal|setattr|delattr|heapify|insort\w*)$/,
  matlab: /^(set|setfield)$/,
  c: /^(swap\w*|iter_swap|memcpy|memset|memmove|fill\w*|copy\w*|sort|stable_sort|reverse|rotate|transform|shuffle|move|forward|exchange|s?scanf|fscanf|fread|getline)$/,
};
/** Functions whose value contains their arguments. */
const VIEWS = /^(asarray|enumerate|zip|reversed|iter|ravel|squeeze|atleast_2d|list|tuple|ref)$/;

export const isChanger = (name: string, language: Language): boolean =>
  CHANGERS[language].test(name);

type Define = Statement & { readonly kind: 'define' };

/** The names that a function, or the program outside of functions, assigns. */
interface Body {
  readonly line: number;
  readonly parents: readonly Body[];
  readonly assigned: Set<string>;
  /** Names that a C++ program declares. */
  readonly declared: Set<string>;
  /** Named `global` or `nonlocal`. */
  readonly outer: Set<string>;
}

export function effectsOf(statements: readonly Statement[], language: Language): CodeEffects {
  const defines: Define[] = [];
  const defined = new Set<string>();
  const bodies: Body[] = [];
  const visit = (all: readonly Statement[], body: Body): void => {
    for (const each of all) {
      if (each.kind === 'define' || each.kind === 'class') defined.add(each.name);
      if (each.kind === 'define') {
        defines.push(each);
        const inner = bodyOf(each, [body, ...body.parents]);
        bodies.push(inner);
        visit(each.body, inner);
        continue;
      }
      addNames(each, body);
      for (const inner of innerBodies(each)) visit(inner, body);
    }
  };
  visit(statements, { ...bodyOf(null, []), line: 1 });
  const changes = new Map<string, Set<number>>();
  // A second pass finds functions that call those of the first.
  for (let pass = 0; pass < 2; pass++)
    for (const each of defines) {
      const known = changes.get(each.name) ?? new Set<number>();
      changes.set(each.name, new Set([...known, ...new Changes(each, language, changes).found()]));
    }
  return { shared: sharedNames(bodies, language), changes, defined };
}

const bodyOf = (define: Define | null, parents: readonly Body[]): Body => ({
  ...{ line: define?.line ?? 1, parents, assigned: new Set(), outer: new Set() },
  declared: new Set(define?.params.map(({ name }) => name)),
});

const isEmpty = (value: Expression): boolean =>
  (value.kind === 'name' && /^(None|nullptr)$/.test(value.name)) ||
  (value.kind === 'list' && value.rows.every((row) => row.length === 0));

function addNames(statement: Statement, { assigned, declared, outer }: Body): void {
  if (statement.kind === 'assign') {
    const names = statement.declares ? declared : assigned;
    // An empty value only announces the name.
    if (!isEmpty(statement.value) || statement.declares)
      for (const name of statement.targets.flatMap(namesOf)) names.add(name);
  } else if (statement.kind === 'for')
    for (const name of namesOf(statement.target))
      (statement.declares ? declared : assigned).add(name);
  else if (statement.kind === 'broken' && statement.changes)
    for (const name of statement.names) assigned.add(name);
  else if (statement.kind === 'outer') for (const name of statement.names) outer.add(name);
}

function sharedNames(bodies: readonly Body[], language: Language): Map<string, number> {
  const counts = new Map<string, number>();
  const shared = new Map<string, number>();
  for (const body of bodies) {
    for (const name of outerNames(body, language)) {
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

/** Names that a function assigns outside of itself. */
function outerNames({ assigned, declared, outer, parents }: Body, language: Language): string[] {
  const names = [...assigned];
  if (language === 'c') return names.filter((name) => !declared.has(name));
  const around = language === 'matlab' && parents.length > 1 ? parents[0] : null;
  return names.filter(
    (name) => outer.has(name) || (around?.assigned.has(name) && !declared.has(name)),
  );
}

/** Which parameters of a function may be changed, also by other names. */
class Changes {
  readonly #define: Define;
  readonly #language: Language;
  readonly #known: ReadonlyMap<string, ReadonlySet<number>>;
  /** Indices of the parameters of which a name may be a part. */
  readonly #parts = new Map<string, readonly number[]>();
  readonly #found = new Set<number>();

  constructor(define: Define, language: Language, known: ReadonlyMap<string, ReadonlySet<number>>) {
    this.#define = define;
    this.#language = language;
    this.#known = known;
    const own = define.params.filter(({ name }) => !isItself(name));
    own.forEach(({ name }, i) => {
      this.#parts.set(name, [i]);
    });
  }

  found(): ReadonlySet<number> {
    this.#all(this.#define.body);
    return this.#found;
  }

  #all(statements: readonly Statement[]): void {
    for (const each of statements) {
      if (each.kind === 'assign') this.#assign(each);
      else if (each.kind === 'value' || each.kind === 'return') this.#calls(each.value);
      else if (each.kind === 'for')
        for (const name of namesOf(each.target)) this.#parts.set(name, this.#of(each.over));
      else if (each.kind === 'broken' && each.changes)
        for (const name of each.names) this.#change(this.#parts.get(name) ?? []);
      for (const inner of innerBodies(each)) this.#all(inner);
      if (each.kind === 'define') this.#all(each.body);
    }
  }

  #change(indices: readonly number[]): void {
    for (const i of indices) this.#found.add(i);
  }

  #assign({ targets, mark, value, declares }: Statement & { readonly kind: 'assign' }): void {
    this.#calls(value);
    for (const target of targets) {
      if (target.kind !== 'name') this.#change(this.#of(target));
      else if (mark !== '=' || (this.#language === 'c' && !declares))
        this.#change(this.#of(target));
      if (target.kind === 'name' && mark === '=') this.#parts.set(target.name, this.#of(value));
    }
  }

  /** Calls that change their list or their arguments. */
  #calls(value: Expression | null): void {
    if (value?.kind !== 'call') return;
    const { of, args } = value;
    const name = of.kind === 'name' || of.kind === 'member' ? of.name : '';
    if (of.kind === 'member' && !READS.test(name) && !SAME.test(name))
      this.#change(this.#of(of.of));
    args.forEach((arg, i) => {
      if (isChanger(name, this.#language) || this.#known.get(name)?.has(i) || arg.name === 'out')
        this.#change(this.#of(arg.value));
      this.#calls(arg.value);
    });
  }

  /** Indices of the parameters of which a value may be a part. */
  #of(value: Expression): readonly number[] {
    switch (value.kind) {
      case 'name':
        return this.#parts.get(value.name) ?? [];
      case 'member':
      case 'index':
      case 'unary':
        return this.#of(value.of);
      case 'list':
        return value.rows.flat().flatMap((each) => this.#of(each));
      case 'choice':
        return [...this.#of(value.whenTrue), ...this.#of(value.whenFalse)];
      case 'each':
        return this.#of(value.over);
      case 'call': {
        const { of, args } = value;
        if (of.kind === 'member' && /copy$/.test(of.name)) return [];
        const inner = of.kind === 'name' && VIEWS.test(of.name) ? args.map((arg) => arg.value) : [];
        return [of, ...inner].flatMap((each) => this.#of(each));
      }
      default:
        return [];
    }
  }
}

/** Whether a name stands for the object of a method. */
export const isItself = (name: string): boolean => /^(self|obj|this)$/.test(name);

/** Bodies inside a statement that are not those of functions. */
function innerBodies(statement: Statement): (readonly Statement[])[] {
  if (statement.kind === 'if') return statement.branches.map(({ body }) => body);
  return 'body' in statement && statement.kind !== 'define' ? [statement.body] : [];
}
