/** Symbols by TeX name: `\lambda` becomes λ after Tab or a character that ends the name. */

const GREEK: Readonly<Record<string, string>> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
  varepsilon: 'ε',
  zeta: 'ζ',
  eta: 'η',
  theta: 'θ',
  iota: 'ι',
  kappa: 'κ',
  lambda: 'λ',
  mu: 'μ',
  nu: 'ν',
  xi: 'ξ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  tau: 'τ',
  upsilon: 'υ',
  phi: 'φ',
  varphi: 'φ',
  chi: 'χ',
  psi: 'ψ',
  omega: 'ω',
  Gamma: 'Γ',
  Delta: 'Δ',
  Theta: 'Θ',
  Lambda: 'Λ',
  Xi: 'Ξ',
  Pi: 'Π',
  Sigma: 'Σ',
  Phi: 'Φ',
  Psi: 'Ψ',
  Omega: 'Ω',
};

const SIGNS: Readonly<Record<string, string>> = {
  T: 'ᵀ',
  top: 'ᵀ',
  inv: '⁻¹',
  pinv: '⁺',
  dagger: '⁺',
  sq: '²',
  cube: '³',
  norm: '‖',
  Vert: '‖',
  dot: '·',
  cdot: '·',
  circ: '∘',
  odot: '∘',
  oslash: '⊘',
  times: '×',
  leq: '≤',
  le: '≤',
  geq: '≥',
  ge: '≥',
  neq: '≠',
  ne: '≠',
  half: '½',
  infty: '∞',
  deg: '°',
  dtheta: 'Δθ',
};

const SUBSCRIPTS = Object.fromEntries(
  Array.from('₀₁₂₃₄₅₆₇₈₉', (sign, digit) => [`_${digit}`, sign]),
);

export const TEX_NAMES: Readonly<Record<string, string>> = { ...GREEK, ...SIGNS, ...SUBSCRIPTS };

export interface TexNameReplacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const AT_END = /\\(_?[A-Za-z]*|_\d)$/;

/** Returns the complete or incomplete TeX name that ends at an offset; null without a name. */
export function texNameBefore(
  text: string,
  offset: number,
): { readonly from: number; readonly name: string } | null {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const [match, name] = AT_END.exec(line) ?? [];
  return match === undefined || name === undefined ? null : { from: offset - match.length, name };
}

export function texReplacement(text: string, offset: number): TexNameReplacement | null {
  const before = texNameBefore(text, offset);
  const sign = before && Object.hasOwn(TEX_NAMES, before.name) ? TEX_NAMES[before.name] : undefined;
  return before && sign !== undefined ? { from: before.from, to: offset, text: sign } : null;
}

/** Returns the TeX names that begin with `start`, shortest first. Each symbol occurs once. */
export function findTexNamesByPrefix(start: string): (readonly [name: string, sign: string])[] {
  const found = Object.entries(TEX_NAMES).filter(([name]) => name.startsWith(start));
  return found
    .filter(([, sign], i) => found.findIndex(([, otherSign]) => otherSign === sign) === i)
    .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
}

/** Symbols on the buttons for phones. A button inserts its symbol. */
export const FORMULA_SYMBOLS = [
  'λ',
  'σ',
  'ᵀ',
  '⁻¹',
  '²',
  '‖',
  '∘',
  '(',
  ')',
  'θ',
  'Δ',
  '⁺',
  '·',
  '≤',
  '≥',
  './',
  'μ',
  'γ',
  'α',
  '½',
] as const;
