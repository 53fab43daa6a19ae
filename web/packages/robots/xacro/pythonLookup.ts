/** Looks up names, attributes and items as Python does, with suggestions for unknown ones. */
import { nearestName } from './nearestName.ts';
import { methodOf, methodsOf } from './pythonMethods.ts';
import {
  aType,
  itemsOf,
  type NameLookup,
  numeric,
  PyDict,
  PyList,
  PyNamespace,
  PythonError,
  repr,
  str,
  type Value,
} from './pythonValues.ts';

/** Functions of Python and `math` that are not supported; no other name is suggested for them. */
const UNREAD = new Set(
  `ascii bin bytes callable chr comb complex dist erf erfc eval factorial format frexp fsum gamma
  gcd getattr hasattr hash hex isclose isfinite isinf isnan isqrt issubclass iter lcm ldexp lgamma
  modf next oct open perm print prod remainder slice vars`.split(/\s+/),
);

const nearTo = (name: string, names: Iterable<string>): string => {
  const near = nearestName(name, names);
  return near === null ? '' : `; did you mean '${near}'?`;
};

function missing(said: string, name: string, names: Iterable<string>): never {
  if (UNREAD.has(name)) throw new PythonError(`${name}() is not supported`);
  throw new PythonError(said + nearTo(name, names));
}

function plain(name: string): void {
  if (name.startsWith('__')) throw new PythonError(`the name ${name} is not allowed`);
}

export function named(name: string, names: NameLookup): Value {
  plain(name);
  const value = names.get(name);
  return value === undefined
    ? missing(`name '${name}' is not defined`, name, names.names())
    : value;
}

/** Keys of a dict are attributes too, as in the YAML of ROS. */
export function attribute(of: Value, name: string): Value {
  plain(name);
  if (of instanceof PyNamespace) {
    const value = of.within.get(name);
    if (value !== undefined) return value;
    return missing(`${of.name} has no '${name}'`, name, of.within.names());
  }
  const found = methodOf(of, name) ?? (of instanceof PyDict ? of.get(name) : undefined);
  if (found !== undefined) return found;
  const near = of instanceof PyDict ? nearTo(name, keysOf(of)) : '';
  const read = Object.keys(methodsOf(of)).join(', ');
  const hint = near === '' && read !== '' ? `; supported methods: ${read}` : near;
  throw new PythonError(`${aType(of)} has no '${name}'${hint}`);
}

const keysOf = (dict: PyDict) =>
  itemsOf(dict).filter((key): key is string => typeof key === 'string');

export function indexed(of: Value, index: Value): Value {
  if (of instanceof PyNamespace) return attribute(of, str(index));
  if (of instanceof PyDict) {
    const value = of.get(index);
    if (value !== undefined) return value;
    const near = typeof index === 'string' ? nearTo(index, keysOf(of)) : '';
    throw new PythonError(`unknown key ${repr(index)}${near}`);
  }
  const items = of instanceof PyList ? of.items : typeof of === 'string' ? itemsOf(of) : null;
  const at = numeric(index);
  if (items === null || typeof at !== 'bigint')
    throw new PythonError(`${aType(of)} has no item [${repr(index)}]`);
  const item = items.at(Number(at));
  if (item === undefined)
    throw new PythonError(`index ${at} is out of range; the length is ${items.length}`);
  return item;
}
