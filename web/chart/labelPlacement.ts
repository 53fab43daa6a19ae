/** A name beside the end of its curve, before it is known that there is room: pixels. */
export interface Wish {
  readonly x: number;
  /** Its middle. */
  readonly y: number;
  readonly width: number;
}

type Span = readonly [top: number, bottom: number];

const LINE = 13;
const OFFSETS = [0, -3, 3, -6, 6, -9, 9, -12, 12, -16, 16, -20, -24, -28, -32, -36, -40, -44, -48];

/** Where a name may stand beside its mark: as wished or a little off; null: there is no room. */
export function beside(wish: Wish, taken: readonly Wish[], [top, bottom]: Span): number | null {
  const free = (y: number): boolean =>
    y >= top && y <= bottom && !taken.some((other) => touch({ ...wish, y }, other));
  return OFFSETS.map((offset) => wish.y + offset).find(free) ?? null;
}

const touch = (a: Wish, b: Wish): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && Math.abs(a.y - b.y) < LINE - 0.01;

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
