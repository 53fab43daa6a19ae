/** `'%.3f' % x`, `'{:.3f}'.format(x)` and `round(x, 3)`. */
import {
  aType,
  type Named,
  numeric,
  PyDict,
  PyTuple,
  PythonError,
  sized,
  str,
  type Value,
} from './pythonValues.ts';

const SPEC = /^([<>^])?([+ ])?(0)?(\d+)?(?:\.(\d+))?([dfs])?$/;

/** Formats a value by the specification after the colon of a placeholder. */
function formatted(value: Value, spec: string): string {
  const match = SPEC.exec(spec);
  if (!match)
    throw new PythonError(
      `unsupported format "${spec}"; expected, for example, <+08.3f, of type d, f or s`,
    );
  const [, align, plus = '', zero, width = '0', precision, letter] = match;
  const digits = precision === undefined ? null : Number(precision);
  const number = typeof value === 'boolean' && spec === '' ? null : numeric(value);
  const isText = letter === 's' || (number === null && !letter);
  const text = isText
    ? str(value).slice(0, digits ?? undefined)
    : numberText(value, digits, letter);
  const sign = isText ? '' : text.startsWith('-') ? '-' : plus;
  const size = isText || sign !== '-' ? text : text.slice(1);
  const room = Math.max(0, sized(Number(width)) - sign.length - size.length);
  if (zero && !align) return sign + '0'.repeat(room) + size;
  const side = align ?? (isText ? '<' : '>');
  const before = side === '<' ? 0 : side === '>' ? room : room >> 1;
  return ' '.repeat(before) + sign + size + ' '.repeat(room - before);
}

function numberText(value: Value, digits: number | null, letter: string | undefined): string {
  const number = numeric(value);
  if (number === null) throw new PythonError(`expected a number; got ${aType(value)}`);
  if (letter !== 'f' && digits !== null)
    throw new PythonError('a precision is supported only for type f');
  const real = Number(number);
  if (!letter || !Number.isFinite(real)) return str(number);
  if (letter === 'd') return `${typeof number === 'bigint' ? number : BigInt(Math.trunc(number))}`;
  const sign = real < 0 || Object.is(real, -0) ? '-' : '';
  return sign + fixed(Math.abs(real), Math.min(digits ?? 6, 100));
}

/** Formats a non-negative number; ties round to even. */
function fixed(size: number, places: number): string {
  // From 1e21, toFixed returns exponential notation.
  if (size >= 1e21) return `${BigInt(size)}${places > 0 ? `.${'0'.repeat(places)}` : ''}`;
  const text = size.toFixed(places);
  // The digits of toFixed are exact, but it rounds ties upwards.
  const exact = size.toFixed(Math.min(100, places + 60));
  const tail = exact.slice(exact.indexOf('.') + 1 + places);
  const odd = Number(text.at(-1)) % 2 === 1;
  if (!odd || !/^50*$/.test(tail)) return text;
  return (size - 0.75 * 10 ** -places).toFixed(places);
}

const PERCENT = /%(?:\((\w+)\))?([-+ 0]*)(\d*(?:\.\d+)?)(.?)/gsu;

export function percentFormat(format: string, values: Value): string {
  const given = values instanceof PyTuple ? values.items : [values];
  let size = 0;
  let taken = 0;
  return format.replace(
    PERCENT,
    (_, key: string | undefined, flags: string, width: string, letter: string) => {
      if (letter === '%') return '%';
      const value =
        key === undefined ? given[taken++] : values instanceof PyDict ? values.get(key) : undefined;
      if (value === undefined) throw new PythonError(`too few values for the format "${format}"`);
      const zero = flags.includes('0') && letter !== 's' ? '0' : '';
      const align = flags.includes('-') ? '<' : zero ? '' : '>';
      const plus = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
      const text = formatted(value, align + plus + zero + width + letter.replace('i', 'd'));
      size = sized(size + text.length);
      return text;
    },
  );
}

const FIELD = /\{\{|\}\}|\{(\w*)(?::([^{}]*))?\}|[{}]/g;

export function formatText(format: string, args: readonly Value[], named: Named): string {
  let size = 0;
  let taken = 0;
  return format.replace(FIELD, (whole, name?: string, spec = '') => {
    if (whole === '{{' || whole === '}}') return whole.charAt(0);
    if (name === undefined)
      throw new PythonError(
        `unsupported format "${format}"; expected {}, {0} or {name}, as in {:.3f}`,
      );
    const value = /^\d*$/.test(name) ? args[name === '' ? taken++ : Number(name)] : named.get(name);
    if (value === undefined) throw new PythonError(`no value for {${name}}`);
    const text = formatted(value, spec);
    size = sized(size + text.length);
    return text;
  });
}

/** Python's round(): ties round to even, decided by the exact binary value. */
export function rounded(value: Value, digits: Value): Value {
  const [number, places] = [numeric(value), numeric(digits)];
  if (number === null || (digits !== null && typeof places !== 'bigint'))
    throw new PythonError(
      number === null
        ? `round(): expected a number; got ${aType(value)}`
        : `round(): the number of digits must be an int; got ${aType(digits)}`,
    );
  const real = Number(number);
  if (typeof number === 'bigint')
    return places === null || places >= 0n ? number : BigInt(toPlaces(real, Number(places)));
  if (places !== null) return Number.isFinite(real) ? toPlaces(real, Number(places)) : real;
  if (!Number.isFinite(real)) throw new PythonError(`round(${str(real)}) is not defined`);
  return BigInt(halfEven(real));
}

function halfEven(number: number): number {
  const floor = Math.floor(number);
  const rest = number - floor;
  const up = rest === 0.5 ? floor % 2 !== 0 : rest > 0.5;
  return up ? floor + 1 || number * 0 : floor;
}

function toPlaces(number: number, places: number): number {
  if (places > 50) return number;
  if (places >= 0) return Math.sign(number) * Number(fixed(Math.abs(number), places)) || number * 0;
  const unit = 10 ** -places;
  return Number.isFinite(unit) ? halfEven(number / unit) * unit : number * 0;
}
