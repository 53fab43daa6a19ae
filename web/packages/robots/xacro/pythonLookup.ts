import { findMostSimilarName } from './findMostSimilarName.ts';
import { findPythonMethod, getPythonMethods } from './pythonMethods.ts';
import {
  describePythonType,
  getPythonItems,
  PyDict,
  PyList,
  PyNamespace,
  PythonError,
  type PythonNameLookup,
  type PythonValue,
  toPythonNumber,
  toPythonRepr,
  toPythonStr,
} from './pythonValues.ts';

/** Names of unsupported functions of Python and `math`. No similar name is suggested for them. */
const UNSUPPORTED_FUNCTIONS = new Set(
  `ascii bin bytes callable chr comb complex dist erf erfc eval factorial format frexp frozenset fsum gamma
  gcd getattr hasattr hash hex isclose isfinite isinf isnan isqrt issubclass iter lcm ldexp lgamma
  modf next oct open perm print prod remainder slice vars`.split(/\s+/),
);

const suggest = (name: string, names: Iterable<string>): string => {
  const near = findMostSimilarName(name, names);
  return near === null ? '' : `; did you mean '${near}'?`;
};

function throwMissing(message: string, name: string, names: Iterable<string>): never {
  if (UNSUPPORTED_FUNCTIONS.has(name)) throw new PythonError(`${name}() is not supported`);
  throw new PythonError(message + suggest(name, names));
}

function checkName(name: string): void {
  if (name.startsWith('__')) throw new PythonError(`the name ${name} is not allowed`);
}

export function lookUpPythonName(name: string, names: PythonNameLookup): PythonValue {
  checkName(name);
  const value = names.get(name);
  return value === undefined
    ? throwMissing(`name '${name}' is not defined`, name, names.names())
    : value;
}

/**
 * Returns an attribute of a Python value; keys of a dict are attributes too, as in the YAML of ROS.
 */
export function getPythonAttribute(owner: PythonValue, name: string): PythonValue {
  checkName(name);
  if (owner instanceof PyNamespace) {
    const value = owner.members.get(name);
    if (value !== undefined) return value;
    return throwMissing(`${owner.name} has no '${name}'`, name, owner.members.names());
  }
  const found =
    findPythonMethod(owner, name) ?? (owner instanceof PyDict ? owner.get(name) : undefined);
  if (found !== undefined) return found;
  const near = owner instanceof PyDict ? suggest(name, textKeys(owner)) : '';
  const read = Object.keys(getPythonMethods(owner)).join(', ');
  const hint = near === '' && read !== '' ? `; supported methods: ${read}` : near;
  throw new PythonError(`${describePythonType(owner)} has no '${name}'${hint}`);
}

const textKeys = (dict: PyDict) =>
  getPythonItems(dict).filter((key): key is string => typeof key === 'string');

export function getPythonItem(container: PythonValue, index: PythonValue): PythonValue {
  if (container instanceof PyNamespace) return getPythonAttribute(container, toPythonStr(index));
  if (container instanceof PyDict) {
    const value = container.get(index);
    if (value !== undefined) return value;
    const near = typeof index === 'string' ? suggest(index, textKeys(container)) : '';
    throw new PythonError(`unknown key ${toPythonRepr(index)}${near}`);
  }
  const items =
    container instanceof PyList
      ? container.items
      : typeof container === 'string'
        ? getPythonItems(container)
        : null;
  const position = toPythonNumber(index);
  if (items === null || typeof position !== 'bigint')
    throw new PythonError(`${describePythonType(container)} has no item [${toPythonRepr(index)}]`);
  const item = items.at(Number(position));
  if (item === undefined)
    throw new PythonError(`index ${position} is out of range; the length is ${items.length}`);
  return item;
}
