/** Names below each other: pixels. */
type Span = readonly [top: number, bottom: number];

const LINE = 13;

/** Middles of names that stand below each other, in their order and as near to it as they can. */
export function stack(wished: readonly number[], [top, bottom]: Span): number[] {
  const line = Math.min(LINE, (bottom - top) / Math.max(1, wished.length - 1));
  const highest = bottom - line * (wished.length - 1);
  return rising(wished.map((y, i) => y - i * line)).map(
    (y, i) => Math.max(top, Math.min(highest, y)) + i * line,
  );
}

/** The numbers that never fall and are nearest to the given ones: means where those fall. */
function rising(values: readonly number[]): number[] {
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
