/** Boxes on the screen, pixels, and what lies under them. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** How many lines go through a box; each as two points, x and y. */
export function crossings(box: Box, lines: ArrayLike<number>): number {
  let count = 0;
  for (let i = 0; i < lines.length; i += 4) if (meets(box, lines, i)) count++;
  return count;
}

function meets(box: Box, lines: ArrayLike<number>, first: number): boolean {
  let [enter, leave] = [0, 1];
  for (const axis of [0, 1]) {
    const from = lines[first + axis] as number;
    const by = (lines[first + axis + 2] as number) - from;
    const low = axis === 0 ? box.x : box.y;
    const ends = [low, low + (axis === 0 ? box.width : box.height)].map((end) => (end - from) / by);
    // along the box both are infinite, of one sign where the line passes beside it
    enter = Math.max(enter, Math.min(...ends));
    leave = Math.min(leave, Math.max(...ends));
  }
  return enter <= leave;
}
