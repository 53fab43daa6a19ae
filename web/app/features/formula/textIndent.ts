export const FORMULA_INDENT = '  ';

const OPENS = /^(?:for\b.*|learn|else|else if\b.*|if\b.*)$/;

/** Returns the indentation of the line after `line`: one level deeper if `line` opens a block. */
export function computeIndentBelow(line: string): string {
  const indent = /^ */.exec(line)?.[0] ?? '';
  const words = line.replace(/#.*$/, '').trim();
  return OPENS.test(words) ? indent + FORMULA_INDENT : indent;
}

/** Returns the smallest replacement that turns one text into another; null for equal texts. */
export function findTextChange(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
