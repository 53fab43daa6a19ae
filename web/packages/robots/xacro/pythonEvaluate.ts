/** What a Python expression comes to. */

import { nearestName } from './nearestName.ts';
import { compared } from './pythonCompare.ts';
import type { Clause, Expression } from './pythonExpression.ts';
import { methodOf } from './pythonMethods.ts';
import { binary, numeric, unary } from './pythonOperators.ts';
import {
  aType,
  isSequence,
  itemsOf,
  type NameLookup,
  PyDict,
  PyFunction,
  PyList,
  PyNamespace,
  PyTuple,
  PythonError,
  repr,
  str,
  truth,
  type Value,
} from './pythonValues.ts';

export interface Surroundings extends NameLookup {
  /** Told of what is done; throws when it was enough. */
  work(steps: number): void;
}

export function evaluate(of: Expression, around: Surroundings): Value {
  const value = evaluated(of, around);
  const size =
    typeof value === 'string' ? value.length : isSequence(value) ? value.items.length : 0;
  around.work(1 + size / 100);
  return value;
}

function evaluated(of: Expression, around: Surroundings): Value {
  const worth = (each: Expression) => evaluate(each, around);
  switch (of.kind) {
    case 'constant':
      return of.value;
    case 'name':
      return named(of.name, around);
    case 'list':
      return new PyList(of.items.map(worth));
    case 'tuple':
      return new PyTuple(of.items.map(worth));
    case 'dict':
      return new PyDict(of.entries.map(([key, value]) => [worth(key), worth(value)] as const));
    case 'unary':
      return unary(of.operator, worth(of.of));
    case 'binary':
      return binary(of.operator, worth(of.left), worth(of.right));
    case 'logic': {
      const left = worth(of.left);
      return truth(left) === (of.operator === 'or') ? left : worth(of.right);
    }
    case 'compare':
      return chain(of.first, of.rest, worth);
    case 'conditional':
      return worth(truth(worth(of.test)) ? of.then : of.otherwise);
    case 'attribute':
      return attribute(worth(of.of), of.name);
    case 'index':
      return indexed(worth(of.of), worth(of.index));
    case 'slice':
      return sliced(
        worth(of.of),
        of.parts.map((part) => (part ? worth(part) : null)),
      );
    case 'call':
      return called(of, worth);
    case 'comprehension':
      return comprehended(of, around);
  }
}

function named(name: string, around: Surroundings): Value {
  if (name.startsWith('__')) throw new PythonError('NameError', `the name ${name} is not allowed`);
  const value = around.get(name);
  if (value !== undefined) return value;
  const near = nearestName(name, around.names());
  const hint = near === null ? '' : `; did you mean '${near}'?`;
  throw new PythonError('NameError', `name '${name}' is not defined${hint}`);
}

function chain(
  first: Expression,
  rest: readonly (readonly [string, Expression])[],
  worth: (each: Expression) => Value,
): Value {
  let left = worth(first);
  for (const [operator, each] of rest) {
    const right = worth(each);
    if (!compared(operator, left, right)) return false;
    left = right;
  }
  return true;
}

/** A dict has its keys as attributes too, as ROS's YAML does. */
function attribute(of: Value, name: string): Value {
  if (name.startsWith('__')) throw new PythonError('NameError', `the name ${name} is not allowed`);
  const found =
    of instanceof PyNamespace
      ? of.within.get(name)
      : (methodOf(of, name) ?? (of instanceof PyDict ? of.get(name) : undefined));
  if (found !== undefined) return found;
  const names =
    of instanceof PyNamespace ? of.within.names() : of instanceof PyDict ? keysOf(of) : [];
  const near = nearestName(name, names);
  const what = of instanceof PyNamespace ? of.name : `${aType(of)}`;
  const hint = near === null ? '' : `; did you mean '${near}'?`;
  throw new PythonError('AttributeError', `${what} has no '${name}'${hint}`);
}

const keysOf = (dict: PyDict) =>
  itemsOf(dict).filter((key): key is string => typeof key === 'string');

function indexed(of: Value, index: Value): Value {
  if (of instanceof PyDict) {
    const value = of.get(index);
    if (value !== undefined) return value;
    const near = typeof index === 'string' ? nearestName(index, keysOf(of)) : null;
    const hint = near === null ? '' : `; did you mean '${near}'?`;
    throw new PythonError('KeyError', `there is no key ${repr(index)}${hint}`);
  }
  if (of instanceof PyNamespace) return attribute(of, str(index));
  const items = typeof of === 'string' ? itemsOf(of) : isSequence(of) ? of.items : null;
  const at = numeric(index);
  if (items === null || typeof at !== 'bigint')
    throw new PythonError('TypeError', `${aType(of)} has no place [${repr(index)}]`);
  const item = items.at(Number(at));
  if (item === undefined || Number(at) < -items.length)
    throw new PythonError('IndexError', `[${at}] is beyond the ${items.length} items`);
  return item;
}

function sliced(of: Value, parts: readonly Value[]): Value {
  if (typeof of !== 'string' && !isSequence(of))
    throw new PythonError('TypeError', `${aType(of)} has no parts`);
  const [from, to, by] = parts.map((part) => (part === null ? null : Number(numeric(part))));
  const items = itemsOf(of);
  const step = by ?? 1;
  if (!step) throw new PythonError('ValueError', 'a slice with a step of 0');
  const clamp = (at: number) =>
    Math.min(
      Math.max(at < 0 ? at + items.length : at, step < 0 ? -1 : 0),
      step < 0 ? items.length - 1 : items.length,
    );
  const start = from == null ? (step < 0 ? items.length - 1 : 0) : clamp(from);
  const end = to == null ? (step < 0 ? -1 : items.length) : clamp(to);
  const taken: Value[] = [];
  for (let i = start; step < 0 ? i > end : i < end; i += step) taken.push(items[i] ?? null);
  if (typeof of === 'string') return taken.map(str).join('');
  return of instanceof PyList ? new PyList(taken) : new PyTuple(taken);
}

function called(
  call: Extract<Expression, { kind: 'call' }>,
  worth: (each: Expression) => Value,
): Value {
  const what = worth(call.of);
  if (!(what instanceof PyFunction))
    throw new PythonError('TypeError', `${aType(what)} cannot be called`);
  const args: Value[] = [];
  const byName = new Map<string, Value>();
  for (const { name, value, spread } of call.args) {
    const given = worth(value);
    if (spread === '*') args.push(...itemsOf(given));
    else if (spread === '**' && given instanceof PyDict)
      for (const [key, each] of given.entries.values()) byName.set(str(key), each);
    else if (name !== null) byName.set(name, given);
    else args.push(given);
  }
  return what.call(args, byName);
}

function comprehended(
  of: Extract<Expression, { kind: 'comprehension' }>,
  around: Surroundings,
): Value {
  const pairs: (readonly [Value, Value])[] = [];
  const locals = new Map<string, Value>();
  const inner: Surroundings = {
    get: (name) => (locals.has(name) ? locals.get(name) : around.get(name)),
    names: () => [...locals.keys(), ...around.names()],
    work: (steps) => around.work(steps),
  };
  const each = (clauses: readonly Clause[]): void => {
    const [clause, ...rest] = clauses;
    if (clause === undefined) {
      const item = evaluate(of.item, inner);
      pairs.push([item, of.value ? evaluate(of.value, inner) : null]);
      return;
    }
    for (const item of itemsOf(evaluate(clause.over, inner))) {
      assign(clause.targets, item, locals);
      if (clause.conditions.every((condition) => truth(evaluate(condition, inner)))) each(rest);
    }
  };
  each(of.clauses);
  return of.makes === 'dict' ? new PyDict(pairs) : new PyList(pairs.map(([item]) => item));
}

function assign(targets: readonly string[], value: Value, locals: Map<string, Value>): void {
  const [only] = targets;
  if (targets.length === 1 && only !== undefined) {
    locals.set(only, value);
    return;
  }
  const items = itemsOf(value);
  if (items.length !== targets.length)
    throw new PythonError('ValueError', `${items.length} values for ${targets.length} names`);
  targets.forEach((name, i) => {
    locals.set(name, items[i] ?? null);
  });
}
