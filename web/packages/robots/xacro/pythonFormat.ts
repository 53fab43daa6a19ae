/** `'%.3f' % x` and `'{:.3f}'.format(x)`. */
import { fixedText } from './fixedText.ts';
import {
  aType,
  isSequence,
  type Named,
  PyDict,
  PyNamespace,
  PyTuple,
  PythonError,
  repr,
  sized,
  str,
  type Value,
} from './pythonValues.ts';

const numberOf = (value: Value): number => {
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return Number(value);
  throw new PythonError('TypeError', `a number is needed, not ${aType(value)}`);
};

/** A number by its letter, without width; `signs` is what stands before what is not negative. */
function numberText(value: Value, letter: string, precision: number | null, signs: string): string {
  const number = numberOf(value);
  const text = unsigned(value, Math.abs(number), letter, precision);
  const whole = /^[dixXob]$/.test(letter);
  const negative = whole ? number <= -1 : number < 0 || Object.is(number, -0);
  return (negative ? '-' : signs) + text;
}

function unsigned(value: Value, size: number, letter: string, precision: number | null): string {
  if (/^[dixXob]$/.test(letter)) {
    const whole = BigInt(typeof value === 'number' ? Math.trunc(size) : numberless(value));
    const bases: Readonly<Record<string, number>> = { x: 16, X: 16, o: 8, b: 2 };
    const text = (whole < 0n ? -whole : whole).toString(bases[letter] ?? 10);
    return letter === 'X' ? text.toUpperCase() : text;
  }
  if (!Number.isFinite(size)) return Number.isNaN(size) ? 'nan' : 'inf';
  const digits = Math.min(precision ?? 6, 100);
  const lower = letter.toLowerCase();
  const text =
    lower === 'f'
      ? fixed(size, digits)
      : lower === 'e'
        ? exponential(size, digits)
        : lower === '%'
          ? `${fixed(size * 100, digits)}%`
          : general(size, Math.max(1, digits), letter === '');
  return letter === lower ? text : text.toUpperCase();
}

const numberless = (value: Value) => (typeof value === 'bigint' ? value : BigInt(numberOf(value)));

/** toFixed gives up at 1e21. */
const fixed = (size: number, digits: number) =>
  size < 1e21
    ? fixedText(size, digits)
    : `${BigInt(size)}${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;

const exponential = (size: number, digits: number) =>
  size.toExponential(digits).replace(/e([+-])(\d)$/, 'e$10$2');

/** As `g`; `free`: as without a letter, where a float always shows that it is one. */
function general(size: number, digits: number, free: boolean): string {
  if (size === 0) return free ? '0.0' : '0';
  const power = Number(size.toExponential(digits - 1).split('e')[1]);
  const trimmed = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (power >= -4 && power < (free ? digits - 1 : digits)) {
    const text = trimmed(size.toFixed(Math.min(100, digits - 1 - power)));
    return free && !text.includes('.') ? `${text}.0` : text;
  }
  const [mantissa = '', rest = ''] = exponential(size, digits - 1).split('e');
  return `${trimmed(mantissa)}e${rest}`;
}

function padded(text: string, width: number, fill: string, align: string): string {
  const room = Math.max(0, sized(width) - text.length);
  if (align === '<') return text + fill.repeat(room);
  if (align === '^') return fill.repeat(room >> 1) + text + fill.repeat(room - (room >> 1));
  if (align !== '=') return fill.repeat(room) + text;
  const sign = /^[+\- ]/.exec(text)?.[0] ?? '';
  return sign + fill.repeat(room) + text.slice(sign.length);
}

const PERCENT = /%(?:\((\w+)\))?([-+ 0#]*)(\d*)(?:\.(\d+))?([dioxXeEfFgGsrc%])/g;

export function percentFormat(format: string, values: Value): string {
  let size = 0;
  const given = values instanceof PyTuple ? values.items : [values];
  let taken = 0;
  const next = (key: string | undefined): Value => {
    if (key !== undefined) {
      const value = values instanceof PyDict ? values.get(key) : undefined;
      if (value === undefined) throw new PythonError('KeyError', `there is no value for %(${key})`);
      return value;
    }
    const value = given[taken++];
    if (value === undefined) throw new PythonError('TypeError', `too few values for "${format}"`);
    return value;
  };
  return format.replace(PERCENT, (_, key, flags: string, width, precision, letter: string) => {
    if (letter === '%') return '%';
    const value = next(key);
    const digits = precision === undefined ? null : Number(precision);
    const sign = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
    const isText = 'src'.includes(letter);
    const text = isText
      ? (letter === 'r' ? repr(value) : str(value)).slice(0, digits ?? undefined)
      : numberText(value, letter, digits, sign);
    const zeros = flags.includes('0') && !isText;
    const align = flags.includes('-') ? '<' : zeros ? '=' : '>';
    const whole = padded(text, Number(width || 0), zeros && align === '=' ? '0' : ' ', align);
    size = sized(size + whole.length);
    return whole;
  });
}

const SPEC = /^(?:(.)?([<>=^]))?([-+ ])?(0)?(\d+)?(,)?(?:\.(\d+))?([a-zA-Z%])?$/su;

/** By the part of a placeholder that stands behind the colon. */
export function formatValue(given: Value, spec: string): string {
  const value = typeof given === 'boolean' && spec !== '' ? BigInt(given) : given;
  const match = SPEC.exec(spec);
  if (!match) throw new PythonError('ValueError', `"${spec}" is no format`);
  const [, fill, align, sign, zero, width, comma, precision, letter] = match;
  const digits = precision === undefined ? null : Number(precision);
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  let text =
    letter === 's' || !(isNumber || letter) ? str(value).slice(0, digits ?? undefined) : '';
  if (isNumber || (letter && letter !== 's')) {
    if (digits !== null && typeof value === 'bigint' && !letter)
      throw new PythonError('ValueError', 'an int has no digits behind a point; use the format f');
    const plain = !letter && digits === null;
    const positive = sign === '+' || sign === ' ' ? sign : '';
    text = plain
      ? (numberOf(value) >= 0 ? positive : '') + str(value)
      : numberText(value, letter ?? '', digits, positive);
    if (comma) text = text.replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
  }
  const usual = isNumber ? '>' : '<';
  return padded(
    text,
    Number(width ?? 0),
    fill ?? (zero ? '0' : ' '),
    align ?? (zero ? '=' : usual),
  );
}

const FIELD = /\{\{|\}\}|\{([^{}!:]*)(?:!([rs]))?(?::([^{}]*))?\}|[{}]/g;

export function formatText(format: string, args: readonly Value[], named: Named): string {
  let automatic = 0;
  let size = 0;
  return format.replace(FIELD, (whole, field?: string, conversion?: string, spec = '') => {
    if (whole === '{{' || whole === '}}') return whole.slice(1);
    if (field === undefined) throw new PythonError('ValueError', `a single "${whole}" in a format`);
    const [head = '', ...path] = field.split(/[.[]/).map((part) => part.replace(/\]$/, ''));
    const first =
      head === '' ? args[automatic++] : /^\d+$/.test(head) ? args[Number(head)] : named.get(head);
    if (first === undefined)
      throw new PythonError('IndexError', `there is no value for {${field}}`);
    const value = path.reduce(member, first);
    const text = formatValue(conversion === 'r' ? repr(value) : value, spec);
    size = sized(size + text.length);
    return text;
  });
}

function member(of: Value, key: string): Value {
  const index = /^\d+$/.test(key) ? Number(key) : null;
  const found =
    of instanceof PyDict
      ? (of.get(key) ?? (index === null ? undefined : of.get(BigInt(index))))
      : isSequence(of) && index !== null
        ? of.items[index]
        : of instanceof PyNamespace
          ? of.within.get(key)
          : undefined;
  if (found === undefined) throw new PythonError('KeyError', `there is no ${key} in ${aType(of)}`);
  return found;
}
