/** `'%.3f' % x`, `'{:.3f}'.format(x)` and `round(x, 3)`. */
import {
  checkSize,
  describeType,
  type KeywordArguments,
  PyDict,
  PyTuple,
  PythonError,
  str,
  toNumber,
  type Value,
} from './pythonValues.ts';

const FORMAT_SPEC = /^([<>^])?([+ ])?(0)?(\d+)?(?:\.(\d+))?([dfs])?$/;

function formatValue(value: Value, spec: string): string {
  const match = FORMAT_SPEC.exec(spec);
  if (!match)
    throw new PythonError(
      `unsupported format "${spec}"; expected, for example, <+08.3f, of type d, f or s`,
    );
  const [, align, plus = '', zero, width = '0', precision, letter] = match;
  const digits = precision === undefined ? null : Number(precision);
  const number = typeof value === 'boolean' && spec === '' ? null : toNumber(value);
  const isText = letter === 's' || (number === null && !letter);
  const text = isText
    ? str(value).slice(0, digits ?? undefined)
    : formatNumber(value, digits, letter);
  const sign = isText ? '' : text.startsWith('-') ? '-' : plus;
  const size = isText || sign !== '-' ? text : text.slice(1);
  const padding = Math.max(0, checkSize(Number(width)) - sign.length - size.length);
  if (zero && !align) return sign + '0'.repeat(padding) + size;
  const side = align ?? (isText ? '<' : '>');
  const before = side === '<' ? 0 : side === '>' ? padding : padding >> 1;
  return ' '.repeat(before) + sign + size + ' '.repeat(padding - before);
}

function formatNumber(value: Value, digits: number | null, letter: string | undefined): string {
  const number = toNumber(value);
  if (number === null) throw new PythonError(`expected a number; got ${describeType(value)}`);
  if (letter !== 'f' && digits !== null)
    throw new PythonError('a precision is supported only for type f');
  const real = Number(number);
  if (!letter || !Number.isFinite(real)) return str(number);
  if (letter === 'd') return `${typeof number === 'bigint' ? number : BigInt(Math.trunc(number))}`;
  const sign = real < 0 || Object.is(real, -0) ? '-' : '';
  return sign + toFixedEven(Math.abs(real), Math.min(digits ?? 6, 100));
}

/** Formats a non-negative number; ties round to even. */
function toFixedEven(size: number, decimals: number): string {
  // From 1e21, toFixed returns exponential notation.
  if (size >= 1e21) return `${BigInt(size)}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
  const text = size.toFixed(decimals);
  // The digits of toFixed are exact, but it rounds ties upwards.
  const exact = size.toFixed(Math.min(100, decimals + 60));
  const tail = exact.slice(exact.indexOf('.') + 1 + decimals);
  const odd = Number(text.at(-1)) % 2 === 1;
  if (!odd || !/^50*$/.test(tail)) return text;
  return (size - 0.75 * 10 ** -decimals).toFixed(decimals);
}

const PERCENT_PLACEHOLDER = /%(?:\((\w+)\))?([-+ 0]*)(\d*(?:\.\d+)?)(.?)/gsu;

export function formatPercent(format: string, values: Value): string {
  const items = values instanceof PyTuple ? values.items : [values];
  let size = 0;
  let nextItem = 0;
  return format.replace(
    PERCENT_PLACEHOLDER,
    (_, key: string | undefined, flags: string, width: string, letter: string) => {
      if (letter === '%') return '%';
      const value =
        key === undefined
          ? items[nextItem++]
          : values instanceof PyDict
            ? values.get(key)
            : undefined;
      if (value === undefined) throw new PythonError(`too few values for the format "${format}"`);
      const zero = flags.includes('0') && letter !== 's' ? '0' : '';
      const align = flags.includes('-') ? '<' : zero ? '' : '>';
      const plus = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
      const text = formatValue(value, align + plus + zero + width + letter.replace('i', 'd'));
      size = checkSize(size + text.length);
      return text;
    },
  );
}

const BRACE_PLACEHOLDER = /\{\{|\}\}|\{(\w*)(?::([^{}]*))?\}|[{}]/g;

export function formatText(
  format: string,
  args: readonly Value[],
  named: KeywordArguments,
): string {
  let size = 0;
  let nextArg = 0;
  return format.replace(BRACE_PLACEHOLDER, (placeholder, name?: string, spec = '') => {
    if (placeholder === '{{' || placeholder === '}}') return placeholder.charAt(0);
    if (name === undefined)
      throw new PythonError(
        `unsupported format "${format}"; expected {}, {0} or {name}, as in {:.3f}`,
      );
    const value = /^\d*$/.test(name)
      ? args[name === '' ? nextArg++ : Number(name)]
      : named.get(name);
    if (value === undefined) throw new PythonError(`no value for {${name}}`);
    const text = formatValue(value, spec);
    size = checkSize(size + text.length);
    return text;
  });
}

/** Python's round(): ties round to even, decided by the exact binary value. */
export function roundValue(value: Value, digits: Value): Value {
  const [number, decimals] = [toNumber(value), toNumber(digits)];
  if (number === null || (digits !== null && typeof decimals !== 'bigint'))
    throw new PythonError(
      number === null
        ? `round(): expected a number; got ${describeType(value)}`
        : `round(): the number of digits must be an int; got ${describeType(digits)}`,
    );
  const real = Number(number);
  if (typeof number === 'bigint')
    return decimals === null || decimals >= 0n
      ? number
      : BigInt(roundToDecimals(real, Number(decimals)));
  if (decimals !== null)
    return Number.isFinite(real) ? roundToDecimals(real, Number(decimals)) : real;
  if (!Number.isFinite(real)) throw new PythonError(`round(${str(real)}) is not defined`);
  return BigInt(roundHalfEven(real));
}

function roundHalfEven(number: number): number {
  const floor = Math.floor(number);
  const rest = number - floor;
  const up = rest === 0.5 ? floor % 2 !== 0 : rest > 0.5;
  return up ? floor + 1 || number * 0 : floor;
}

function roundToDecimals(number: number, decimals: number): number {
  if (decimals > 50) return number;
  if (decimals >= 0)
    return Math.sign(number) * Number(toFixedEven(Math.abs(number), decimals)) || number * 0;
  const unit = 10 ** -decimals;
  return Number.isFinite(unit) ? roundHalfEven(number / unit) * unit : number * 0;
}
