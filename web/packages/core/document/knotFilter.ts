import { FORMULA_METHOD_ID, formulaText } from '../scenario/methods/formula.ts';
import type { MethodPanel } from '../scenario/types.ts';
import type { FilterKnot } from './knotCurve.ts';

export {
  type FilterKnot,
  isKnotOvershooting,
  makeKnotFilter,
  sampleFilterKnots,
} from './knotCurve.ts';

export const FILTER_KNOT_COUNT_RANGE = { least: 2, most: 12 } as const;

export const knotParamKey = (index: number): string =>
  `τ${[...String(index + 1)].map((digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]).join('')}`;

export const roundKnotValue = (value: number): number => Number(value.toPrecision(3));

/**
 * Writes the formula of a filter through `knots`, sorted by sigma. The first line is a comment with
 * the label.
 */
export function knotFilterFormula(label: string, knots: readonly FilterKnot[]): string {
  const title = label.replace(LINE_BREAKS, ' '); // Prevents line breaks in the comment.
  const n = knots.length;
  const sigmas = knots.map(({ sigma }) => roundKnotValue(sigma));
  const keys = knots.map((_, i) => knotParamKey(i));
  const [first, last] = [sigmas[0] as number, sigmas.at(-1) as number];
  const params = knots.map(
    ({ tau }, i) => `param ${keys[i]} = ${roundKnotValue(tau)}${knotHelp(sigmas[i])}`,
  );
  const around = (value: string): string => `min(1, ${value}/${first}) min(1, ${last}/${value})`;
  const part = 'clamp(log(s) - p, 0, h)';
  return `# ${title}${TITLE_SUFFIX}
${params.join('\n')}

# the knots in logarithms; two more let τ fall off beyond the outer ones
x = log([${[first / 2, ...sigmas, last * 2].join(', ')}])
y = log([${[`${keys[0]}/2`, ...keys, `${keys.at(-1)}/2`].join(', ')}])
# how steep it is between two knots, and at each
d = [(y[i + 1] - y[i]) / (x[i + 1] - x[i]) for i in 1..${n + 1}]
g = [2 d[i] d[i + 1] / (d[i] + d[i + 1]) if d[i] d[i + 1] > 0 else 0 for i in 1..${n}]
# a cubic from knot to knot
p = x[2..${n}]
h = [x[i + 2] - x[i + 1] for i in 1..${n - 1}]
a = g[1..${n - 1}]
b = [(3 d[i + 1] - 2 g[i] - g[i + 1]) / h[i] for i in 1..${n - 1}]
c = [(g[i] + g[i + 1] - 2 d[i + 1]) / h[i]² for i in 1..${n - 1}]

w = zeros(directions)
for i in directions
  v = clamp(log(σ[i]) - p, 0, h)
  w[i] = ${around('σ[i]')} exp(y[2] + sum(v ∘ (a + v ∘ (b + v ∘ c))))
Δθ = V (w ∘ Uᵀe)
show τ(s) = ${around('s')} exp(y[2] + a·${part}
  + b·${part}.² + c·${part}.^3)
`;
}

const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu;
const TITLE_SUFFIX = ': τ(σ) goes through these knots';
const knotHelp = (sigma: number | undefined): string => ` "τ at σ ${sigma}"`;

/** Reads title and knots of a formula from `knotFilterFormula`; null for other formulas. */
export function readKnotFilter(
  text: string,
): { title: string; knots: readonly FilterKnot[] } | null {
  const [head = ''] = text.split('\n', 1);
  const title = head.slice(2, -TITLE_SUFFIX.length);
  const knots = [...text.matchAll(/^param τ[₀-₉]+ = (\S+) "τ at σ (\S+)"$/gm)].map(
    ([, tau, sigma]): FilterKnot => ({ sigma: Number(sigma), tau: Number(tau) }),
  );
  const isKnotFilter =
    knots.length >= FILTER_KNOT_COUNT_RANGE.least && knotFilterFormula(title, knots) === text;
  return isKnotFilter ? { title, knots } : null;
}

export function panelKnots(
  panel: Pick<MethodPanel, 'id' | 'params'>,
): readonly FilterKnot[] | null {
  const read = panel.id === FORMULA_METHOD_ID ? readKnotFilter(formulaText(panel) ?? '') : null;
  if (!read) return null;
  return read.knots.map(({ sigma, tau }, i) => {
    const set = panel.params[knotParamKey(i)];
    return { sigma, tau: typeof set === 'number' ? set : tau };
  });
}
