import {
  describePythonType,
  PyFunction,
  type PyFunctionBody,
  PythonError,
  type PythonValue,
  toPythonNumber,
  toPythonStr,
} from './pythonValues.ts';

/**
 * Makes a Python function from a function of real numbers. As in Python, finite arguments must give
 * a finite result.
 */
function makeRealFunction(
  name: string,
  call: (...numbers: number[]) => number,
  least = call.length,
  most = least,
): PyFunction {
  const ofValues: PyFunctionBody = (args) => {
    const numbers = args.map((arg) => {
      const number = toPythonNumber(arg);
      if (number === null)
        throw new PythonError(`${name}(): expected a number; got ${describePythonType(arg)}`);
      return Number(number);
    });
    if (numbers.length < least) {
      const count = least === 1 ? '1 number' : `${least} numbers`;
      throw new PythonError(`${name}(): expected ${count}; got ${numbers.length}`);
    }
    const result = call(...numbers);
    if (Number.isFinite(result) || !numbers.every(Number.isFinite)) return result;
    const why = Number.isNaN(result) ? 'is not defined' : 'is too large';
    throw new PythonError(`${name}(${numbers.join(', ')}) ${why}`);
  };
  return new PyFunction(name, ofValues, most);
}

const log = (x: number, base = Math.E) =>
  x > 0 && base > 0 ? Math.log(x) / Math.log(base) : Number.NaN;

const SAME_NAME =
  `acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1 log1p sin sinh sqrt
  tan tanh`.split(/\s+/) as ('sin' | 'atan2')[];

const OTHER_FUNCTIONS: Readonly<Record<string, (...numbers: number[]) => number>> = {
  copysign: (x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x)),
  degrees: (x) => x * (180 / Math.PI),
  exp2: (x) => 2 ** x,
  fabs: (x) => Math.abs(x),
  fmod: (x, y) => x % y,
  log10: (x) => (x > 0 ? Math.log10(x) : Number.NaN),
  log2: (x) => (x > 0 ? Math.log2(x) : Number.NaN),
  pow: (x, y) => x ** y,
  radians: (x) => x * (Math.PI / 180),
};

const makeIntFunction = (name: 'ceil' | 'floor' | 'trunc') => {
  const real = makeRealFunction(name, (x) => Math[name](x));
  return new PyFunction(name, (args, named) => {
    if (typeof args[0] === 'bigint') return args[0];
    const result = real.call(args, named) as number;
    if (Number.isFinite(result)) return BigInt(result);
    throw new PythonError(`${name}(${toPythonStr(result)}) is not defined`);
  });
};

const functions = [
  ...SAME_NAME.map((name) => makeRealFunction(name, Math[name], Math[name].length)),
  ...Object.entries(OTHER_FUNCTIONS).map(([name, call]) => makeRealFunction(name, call)),
  makeRealFunction('hypot', Math.hypot, 0, Number.POSITIVE_INFINITY),
  makeRealFunction('log', log as (...numbers: number[]) => number, 1, 2),
  ...(['ceil', 'floor', 'trunc'] as const).map(makeIntFunction),
];

export const PYTHON_MATH_NAMES: ReadonlyMap<string, PythonValue> = new Map<string, PythonValue>([
  ['pi', Math.PI],
  ['e', Math.E],
  ['tau', 2 * Math.PI],
  ['inf', Number.POSITIVE_INFINITY],
  ['nan', Number.NaN],
  ...functions.map((each): [string, PythonValue] => [each.name, each]),
]);
