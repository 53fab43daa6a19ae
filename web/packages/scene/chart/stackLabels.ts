type Span = readonly [top: number, bottom: number];

const LINE = 13;

/**
 * Returns the centres of stacked labels, y in px, as near as possible to `wished`. Their order
 * stays.
 */
export function stackLabels(wished: readonly number[], [top, bottom]: Span): number[] {
  const line = Math.min(LINE, (bottom - top) / Math.max(1, wished.length - 1));
  const highest = bottom - line * (wished.length - 1);
  return nonDecreasing(wished.map((y, i) => y - i * line)).map(
    (y, i) => Math.max(top, Math.min(highest, y)) + i * line,
  );
}

/** Returns the nearest non-decreasing sequence (isotonic regression). */
function nonDecreasing(values: readonly number[]): number[] {
  const blocks: { sum: number; count: number }[] = [];
  for (const value of values) {
    let block = { sum: value, count: 1 };
    for (let last = blocks.at(-1); last && mean(last) > mean(block); last = blocks.at(-1)) {
      block = { sum: last.sum + block.sum, count: last.count + block.count };
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks.flatMap((block) => Array<number>(block.count).fill(mean(block)));
}

const mean = ({ sum, count }: { sum: number; count: number }): number => sum / count;
