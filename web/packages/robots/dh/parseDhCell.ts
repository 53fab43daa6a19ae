import { RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';

/** The number in a table cell, of the form constant + slope · variable. */
export interface DhCellValue {
  readonly constant: number;
  readonly slope: number;
  /** Name of the variable as written, without markup; null for a plain number. */
  readonly variable: string | null;
  /** True if the cell is marked as an angle; `constant` is in radians then. */
  readonly angle: boolean;
  /** Metres per unit of length, if the cell states a unit; otherwise null. */
  readonly metres: number | null;
}

const MAX_LENGTH = 200;
const METRES_PER_UNIT = new Map([
  ['mm', 1e-3],
  ['cm', 1e-2],
  ['m', 1],
  ['in', 0.0254],
]);

/** Returns a cell's text in one spelling: `\theta_{1}`, `θ₁` and `theta1` all become `theta1`. */
export function normalizeCellSpelling(text: string): string {
  return text
    .replace(/[º˚°◦∘]|\^?\s*\{?\s*\\circ\s*\}?|\\degree/g, '°')
    .normalize('NFKC')
    .replace(/[−–—‐‑]/g, '-')
    .replace(/[·×⋅]|\\cdot|\\times/g, '*')
    .replace(/\\frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '(($1)/($2))')
    .replace(/\\pm/g, '±')
    .replace(/\\[()[\]]/g, '')
    .replace(/\\(left|right|,|;|!|hline|(math)?(rm|bf|it)|text\w*|quad)(?![a-z])/g, ' ')
    .replace(/\\([a-zA-Z]+)/g, '$1')
    .replace(/[θϑΘ]/g, 'theta')
    .replace(/[αΑ]/g, 'alpha')
    .replace(/π/g, 'pi')
    .replace(/[$`{}_\\'"]/g, '')
    .trim();
}

export function parseDhCell(text: string): DhCellValue | null {
  const plain = normalizeCellSpelling(text).replace(/^([+-]?\d+),(\d+)$/, '$1.$2');
  if (plain.length > MAX_LENGTH) return null;
  const [, body = plain, unit] = /^(.*[\d.)])\s*(mm|cm|m|in)$/.exec(plain) ?? [];
  try {
    const value = new CellParser(body).parse();
    return { ...value, metres: METRES_PER_UNIT.get(unit ?? '') ?? null };
  } catch (mistake) {
    if (mistake instanceof NotANumberError) return null;
    throw mistake;
  }
}

class NotANumberError extends Error {}

type Term = Omit<DhCellValue, 'metres'>;

const makeConstant = (constant: number): Term => ({
  constant,
  slope: 0,
  variable: null,
  angle: false,
});

class CellParser {
  readonly #tokens: readonly string[];
  #index = 0;

  constructor(text: string) {
    const bare = text.replace(/\b(np|numpy|math|Math)\./g, '').replace(/\bM_PI\b/g, 'pi');
    const pattern =
      /\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|[A-Za-z]\w*(?:\*(?=\s*$|\s*[-+)]))?|[-+*/()°]|\S/g;
    this.#tokens = bare.match(pattern) ?? [];
  }

  parse(): Term {
    const value = this.#parseSum();
    if (this.#index < this.#tokens.length || !Number.isFinite(value.constant))
      throw new NotANumberError();
    return value;
  }

  #take(...wanted: string[]): string | null {
    const token = this.#tokens[this.#index];
    if (token === undefined || !wanted.includes(token)) return null;
    this.#index++;
    return token;
  }

  #parseSum(): Term {
    let sum = this.#parseProduct();
    for (let sign = this.#take('+', '-'); sign; sign = this.#take('+', '-'))
      sum = addTerms(sum, scaleTerm(this.#parseProduct(), sign === '-' ? -1 : 1));
    return sum;
  }

  #parseProduct(): Term {
    let left = this.#parseSigned();
    for (;;) {
      if (this.#take('*')) left = multiplyTerms(left, this.#parseSigned());
      else if (this.#take('/')) left = divideTerms(left, this.#parseSigned());
      else if (/^[A-Za-z(]/.test(this.#tokens[this.#index] ?? ''))
        left = multiplyTerms(left, this.#parseSigned());
      else return left;
    }
  }

  #parseSigned(): Term {
    const sign = this.#take('+', '-');
    if (sign) return scaleTerm(this.#parseSigned(), sign === '-' ? -1 : 1);
    let value = this.#parsePrimary();
    while (this.#take('°', 'deg', 'degrees'))
      value = { ...scaleTerm(value, RADIANS_PER_DEGREE), angle: true };
    if (this.#take('rad', 'radians')) value = { ...value, angle: true };
    return value;
  }

  #parsePrimary(): Term {
    const token = this.#tokens[this.#index++] ?? '';
    if (/^[\d.]/.test(token)) return makeConstant(Number(token));
    if (token === 'pi' || token === 'PI') return { ...makeConstant(Math.PI), angle: true };
    if (token === '(') return this.#parseClosed();
    if (!/^[A-Za-z]/.test(token)) throw new NotANumberError();
    if (!this.#take('('))
      return { constant: 0, slope: 1, variable: token.replace(/\*$/, ''), angle: false };
    const inner = this.#parseClosed();
    if (/^(deg2rad|radians|d2r)$/.test(token))
      return { ...scaleTerm(inner, RADIANS_PER_DEGREE), angle: true };
    if (token === 'sqrt' && inner.variable === null) return makeConstant(Math.sqrt(inner.constant));
    throw new NotANumberError();
  }

  #parseClosed(): Term {
    const inner = this.#parseSum();
    if (!this.#take(')')) throw new NotANumberError();
    return inner;
  }
}

const scaleTerm = (part: Term, factor: number): Term => ({
  ...part,
  constant: part.constant * factor + 0,
  slope: part.slope * factor + 0,
});

function addTerms(a: Term, b: Term): Term {
  if (a.variable !== null && b.variable !== null) throw new NotANumberError();
  return {
    constant: a.constant + b.constant,
    slope: a.slope + b.slope,
    variable: a.variable ?? b.variable,
    angle: a.angle || b.angle,
  };
}

function multiplyTerms(a: Term, b: Term): Term {
  if (a.variable !== null && b.variable !== null) throw new NotANumberError();
  const [one, other] = a.variable === null ? [b, a] : [a, b];
  return { ...scaleTerm(one, other.constant), angle: a.angle || b.angle };
}

function divideTerms(a: Term, b: Term): Term {
  if (b.variable !== null || b.constant === 0) throw new NotANumberError();
  return { ...scaleTerm(a, 1 / b.constant), constant: a.constant / b.constant, angle: a.angle };
}
