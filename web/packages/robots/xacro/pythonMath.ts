/** Python's module `math`. */
import { numeric } from './pythonOperators.ts';
import { itemsOf, PyFunction, PyTuple, PythonError, typeName, type Value } from './pythonValues.ts';
import { erf, gamma, logGamma } from './specialFunctions.ts';

function real(value: Value | undefined, name: string): number {
  const number = value === undefined ? null : numeric(value);
  if (number === null)
    throw new PythonError(
      'TypeError',
      `${name}() needs a number, not a ${value === undefined ? 'nothing' : typeName(value)}`.replace(
        'a nothing',
        'nothing',
      ),
    );
  return Number(number);
}

function whole(value: Value | undefined, name: string): bigint {
  const number = value === undefined ? null : numeric(value);
  if (typeof number !== 'bigint' || number < 0n || number > 1000n)
    throw new PythonError('ValueError', `${name}() needs an int of 0 to 1000`);
  return number;
}

/** NaN of numbers that are none is a mistake, as Python has it. */
const ofReals =
  (call: (...numbers: number[]) => number) =>
  (name: string): PyFunction =>
    new PyFunction(name, (args) => {
      const numbers = args.map((arg) => real(arg, name));
      if (numbers.length < call.length)
        throw new PythonError('TypeError', `${name}() needs ${call.length} numbers`);
      const result = call(...numbers);
      if (Number.isNaN(result) && !numbers.some(Number.isNaN))
        throw new PythonError('ValueError', `${name}(${numbers.join(', ')}) is not defined`);
      if (!Number.isFinite(result) && numbers.every(Number.isFinite))
        throw new PythonError('OverflowError', `${name}(${numbers.join(', ')}) is too large`);
      return result;
    });

const ofValues = (call: (args: readonly Value[], name: string) => Value) => (name: string) =>
  new PyFunction(name, (args) => call(args, name));

const toInt = (round: (number: number) => number) =>
  ofValues(([value], name) => {
    if (typeof value === 'bigint') return value;
    const result = round(real(value, name));
    if (!Number.isFinite(result)) throw new PythonError('ValueError', `${name}() of ${result}`);
    return BigInt(result);
  });

const test = (of: (number: number) => boolean) =>
  ofValues(([value], name) => of(real(value, name)));

function product(from: bigint, to: bigint): bigint {
  let result = 1n;
  for (let i = from; i <= to; i++) result *= i;
  return result;
}

const greatest = (a: bigint, b: bigint): bigint =>
  b === 0n ? (a < 0n ? -a : a) : greatest(b, a % b);

const ints = (args: readonly Value[], name: string) =>
  args.map((arg) => {
    const number = numeric(arg);
    if (typeof number !== 'bigint') throw new PythonError('TypeError', `${name}() needs ints`);
    return number;
  });

function log(args: readonly Value[]): Value {
  const [value, base] = [real(args[0], 'log'), args[1] === undefined ? null : real(args[1], 'log')];
  if (value <= 0 || (base !== null && base <= 0))
    throw new PythonError('ValueError', `log(${value}) is not defined`);
  return base === null ? Math.log(value) : Math.log(value) / Math.log(base);
}

const remainder = (a: number, b: number) => {
  const turns = a / b;
  const floor = Math.floor(turns);
  const near = turns - floor === 0.5 ? floor + (floor % 2) : Math.round(turns);
  return b === 0 ? Number.NaN : Number.isFinite(b) ? a - near * b : a;
};

function isClose(args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
  const [a, b] = [real(args[0], 'isclose'), real(args[1], 'isclose')];
  const relative = real(named.get('rel_tol') ?? 1e-9, 'isclose');
  const absolute = real(named.get('abs_tol') ?? 0, 'isclose');
  const bound = Math.max(relative * Math.max(Math.abs(a), Math.abs(b)), absolute);
  return a === b || (Number.isFinite(a - b) && Math.abs(a - b) <= bound);
}

function mantissa(value: number): PyTuple {
  if (value === 0 || !Number.isFinite(value)) return new PyTuple([value, 0n]);
  let exponent = Math.max(-1022, Math.floor(Math.log2(Math.abs(value))) + 1);
  while (Math.abs(value) / 2 ** exponent >= 1) exponent++;
  while (Math.abs(value) / 2 ** exponent < 0.5) exponent--;
  return new PyTuple([value / 2 ** exponent, BigInt(exponent)]);
}

const FUNCTIONS: Readonly<Record<string, (name: string) => PyFunction>> = {
  acos: ofReals((x) => Math.acos(x)),
  acosh: ofReals((x) => Math.acosh(x)),
  asin: ofReals((x) => Math.asin(x)),
  asinh: ofReals((x) => Math.asinh(x)),
  atan: ofReals((x) => Math.atan(x)),
  atan2: ofReals((y, x) => Math.atan2(y, x)),
  atanh: ofReals((x) => Math.atanh(x)),
  cbrt: ofReals((x) => Math.cbrt(x)),
  ceil: toInt(Math.ceil),
  comb: ofValues(([n, k], name) => {
    const [of, take] = [whole(n, name), whole(k, name)];
    return take > of ? 0n : product(of - take + 1n, of) / product(1n, take);
  }),
  copysign: ofReals((x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x))),
  cos: ofReals((x) => Math.cos(x)),
  cosh: ofReals((x) => Math.cosh(x)),
  degrees: ofReals((x) => x * (180 / Math.PI)),
  dist: ofValues(([a = null, b = null], name) => {
    const other = itemsOf(b);
    return Math.hypot(...itemsOf(a).map((x, i) => real(x, name) - real(other[i], name)));
  }),
  erf: ofReals((x) => erf(x)),
  erfc: ofReals((x) => 1 - erf(x)),
  exp: ofReals((x) => Math.exp(x)),
  exp2: ofReals((x) => 2 ** x),
  expm1: ofReals((x) => Math.expm1(x)),
  fabs: ofReals((x) => Math.abs(x)),
  factorial: ofValues(([n], name) => product(2n, whole(n, name))),
  floor: toInt(Math.floor),
  fmod: ofReals((x, y) => x % y),
  frexp: ofValues(([x], name) => mantissa(real(x, name))),
  fsum: ofValues(([list = null], name) =>
    itemsOf(list).reduce<number>((sum, x) => sum + real(x, name), 0),
  ),
  gamma: ofReals((x) => gamma(x)),
  gcd: ofValues((args, name) => ints(args, name).reduce(greatest, 0n)),
  hypot: ofReals((...numbers) => Math.hypot(...numbers)),
  isclose: (name) => new PyFunction(name, isClose),
  isfinite: test(Number.isFinite),
  isinf: test((x) => !Number.isNaN(x) && !Number.isFinite(x)),
  isnan: test(Number.isNaN),
  isqrt: ofValues(([n], name) => BigInt(Math.floor(Math.sqrt(real(n, name))))),
  lcm: ofValues((args, name) =>
    ints(args, name).reduce((a, b) => (a === 0n || b === 0n ? 0n : (a / greatest(a, b)) * b), 1n),
  ),
  ldexp: ofReals((x, i) => x * 2 ** i),
  lgamma: ofReals((x) => logGamma(x)),
  log: ofValues(log),
  log10: ofReals((x) => (x > 0 ? Math.log10(x) : Number.NaN)),
  log1p: ofReals((x) => Math.log1p(x)),
  log2: ofReals((x) => (x > 0 ? Math.log2(x) : Number.NaN)),
  modf: ofValues(([x], name) => {
    const number = real(x, name);
    return new PyTuple([number % 1, Math.trunc(number)]);
  }),
  perm: ofValues(([n, k], name) => {
    const of = whole(n, name);
    const take = k === undefined ? of : whole(k, name);
    return take > of ? 0n : product(of - take + 1n, of);
  }),
  pow: ofReals((x, y) => x ** y),
  prod: ofValues(([list = null], name) =>
    itemsOf(list).reduce<Value>((sum, x) => real(sum, name) * real(x, name), 1),
  ),
  radians: ofReals((x) => x * (Math.PI / 180)),
  remainder: ofReals(remainder),
  sin: ofReals((x) => Math.sin(x)),
  sinh: ofReals((x) => Math.sinh(x)),
  sqrt: ofReals((x) => Math.sqrt(x)),
  tan: ofReals((x) => Math.tan(x)),
  tanh: ofReals((x) => Math.tanh(x)),
  trunc: toInt(Math.trunc),
};

export const mathNames: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['pi', Math.PI],
  ['e', Math.E],
  ['tau', 2 * Math.PI],
  ['inf', Number.POSITIVE_INFINITY],
  ['nan', Number.NaN],
  ...Object.entries(FUNCTIONS).map(([name, make]): [string, Value] => [name, make(name)]),
]);
