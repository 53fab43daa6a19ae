/** Formats times of the benchmark. */
const quantile = (values, q) =>
  values.toSorted((a, b) => a - b)[Math.round(q * (values.length - 1))];

export const median = (values) => (values.length > 0 ? quantile(values, 0.5) : Number.NaN);

export function cell(values, digits) {
  if (values.length === 0) return '';
  const [low, high] = [0.25, 0.75].map((q) => quantile(values, q).toFixed(digits));
  return `${median(values).toFixed(digits)} (${low}-${high})`;
}

/** Aligns lines below headings; the first `words` columns are left-aligned. */
export function aligned(head, lines, words) {
  const widths = head.map((_, i) => Math.max(...[head, ...lines].map((line) => line[i].length)));
  const pad = (text, i) => (i < words ? text.padEnd(widths[i]) : text.padStart(widths[i]));
  return [head, ...lines].map((line) => line.map(pad).join('  ')).join('\n');
}
