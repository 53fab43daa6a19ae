/**
 * Parses a cell of a table: a number, in human or program notation, or a variable with an offset.
 */
import { DEGREE } from 'iklab/scenario';

/** constant + slope · variable. */
export interface CellValue {
  readonly constant: number;
  readonly slope: number;
  /** The variable as written, without markup; null for a number. */
  readonly variable: string | null;
  /** Whether the cell is marked as an angle; `constant` is in radians then. */
  readonly angle: boolean;
  /** Metres per unit, if the cell has a unit of length; otherwise null. */
  readonly metres: number | null;
}

const LONGEST = 200;
const METRES = new Map([
  ['mm', 1e-3],
  ['cm', 1e-2],
  ['m', 1],
  ['in', 0.0254],
]);

/** Normalises the spelling: `\theta_{1}`, `θ₁` and `theta1` become `theta1`. */
export function plainText(text: string): string {
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

/** Returns null if the text is neither. */
export function readCell(text: string): CellValue | null {
  const plain = plainText(text).replace(/^([+-]?\d+),(\d+)$/, '$1.$2');
  if (plain.length > LONGEST) return null;
  const [, body = plain, unit] = /^(.*[\d.)])\s*(mm|cm|m|in)$/.exec(plain) ?? [];
  try {
    const value = new Expression(body).value();
    return { ...value, metres: METRES.get(unit ?? '') ?? null };
  } catch (mistake) {
    if (mistake instanceof NoNumber) return null;
    throw mistake;
  }
}

class NoNumber extends Error {}

type Part = Omit<CellValue, 'metres'>;

const number = (constant: number): Part => ({ constant, slope: 0, variable: null, angle: false });

class Expression {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    const bare = text.replace(/\b(np|numpy|math|Math)\./g, '').replace(/\bM_PI\b/g, 'pi');
    const pattern =
      /\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|[A-Za-z]\w*(?:\*(?=\s*$|\s*[-+)]))?|[-+*/()°]|\S/g;
    this.#tokens = bare.match(pattern) ?? [];
  }

  value(): Part {
    const value = this.#sum();
    if (this.#at < this.#tokens.length || !Number.isFinite(value.constant)) throw new NoNumber();
    return value;
  }

  #take(...wanted: string[]): string | null {
    const token = this.#tokens[this.#at];
    if (token === undefined || !wanted.includes(token)) return null;
    this.#at++;
    return token;
  }

  #sum(): Part {
    let sum = this.#product();
    for (let sign = this.#take('+', '-'); sign; sign = this.#take('+', '-'))
      sum = plus(sum, scaled(this.#product(), sign === '-' ? -1 : 1));
    return sum;
  }

  #product(): Part {
    let left = this.#signed();
    for (;;) {
      if (this.#take('*')) left = times(left, this.#signed());
      else if (this.#take('/')) left = over(left, this.#signed());
      else if (/^[A-Za-z(]/.test(this.#tokens[this.#at] ?? '')) left = times(left, this.#signed());
      else return left;
    }
  }

  #signed(): Part {
    const sign = this.#take('+', '-');
    if (sign) return scaled(this.#signed(), sign === '-' ? -1 : 1);
    let value = this.#primary();
    while (this.#take('°', 'deg', 'degrees')) value = { ...scaled(value, DEGREE), angle: true };
    if (this.#take('rad', 'radians')) value = { ...value, angle: true };
    return value;
  }

  #primary(): Part {
    const token = this.#tokens[this.#at++] ?? '';
    if (/^[\d.]/.test(token)) return number(Number(token));
    if (token === 'pi' || token === 'PI') return { ...number(Math.PI), angle: true };
    if (token === '(') return this.#closed();
    if (!/^[A-Za-z]/.test(token)) throw new NoNumber();
    if (!this.#take('('))
      return { constant: 0, slope: 1, variable: token.replace(/\*$/, ''), angle: false };
    const inner = this.#closed();
    if (/^(deg2rad|radians|d2r)$/.test(token)) return { ...scaled(inner, DEGREE), angle: true };
    if (token === 'sqrt' && inner.variable === null) return number(Math.sqrt(inner.constant));
    throw new NoNumber();
  }

  #closed(): Part {
    const inner = this.#sum();
    if (!this.#take(')')) throw new NoNumber();
    return inner;
  }
}

const scaled = (part: Part, by: number): Part => ({
  ...part,
  constant: part.constant * by + 0,
  slope: part.slope * by + 0,
});

function plus(a: Part, b: Part): Part {
  if (a.variable !== null && b.variable !== null) throw new NoNumber();
  return {
    constant: a.constant + b.constant,
    slope: a.slope + b.slope,
    variable: a.variable ?? b.variable,
    angle: a.angle || b.angle,
  };
}

function times(a: Part, b: Part): Part {
  if (a.variable !== null && b.variable !== null) throw new NoNumber();
  const [one, other] = a.variable === null ? [b, a] : [a, b];
  return { ...scaled(one, other.constant), angle: a.angle || b.angle };
}

function over(a: Part, b: Part): Part {
  if (b.variable !== null || b.constant === 0) throw new NoNumber();
  return { ...scaled(a, 1 / b.constant), constant: a.constant / b.constant, angle: a.angle };
}
