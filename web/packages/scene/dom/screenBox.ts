/** Box on the screen, in pixels, y down. */
export interface ScreenBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const doBoxesOverlap = (a: ScreenBox, b: ScreenBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Counts the segments that cross a box. `lines` has x and y of both ends of each segment. */
export function countBoxCrossings(box: ScreenBox, lines: ArrayLike<number>): number {
  let count = 0;
  for (let i = 0; i < lines.length; i += 4) if (crossesBox(box, lines, i)) count++;
  return count;
}

export function isBoxCrossedByLines(box: ScreenBox, lines: ArrayLike<number>): boolean {
  for (let i = 0; i < lines.length; i += 4) if (crossesBox(box, lines, i)) return true;
  return false;
}

/** Returns whether a segment crosses the box. The function allocates nothing, for speed. */
function crossesBox(box: ScreenBox, lines: ArrayLike<number>, first: number): boolean {
  let enter = 0;
  let leave = 1;
  for (let axis = 0; axis < 2; axis++) {
    const from = lines[first + axis] as number;
    const delta = (lines[first + axis + 2] as number) - from;
    const low = axis === 0 ? box.x : box.y;
    const near = (low - from) / delta;
    const far = (low + (axis === 0 ? box.width : box.height) - from) / delta;
    // For a segment parallel to the side, both are infinite, with equal signs if it misses the box.
    enter = Math.max(enter, Math.min(near, far));
    leave = Math.min(leave, Math.max(near, far));
  }
  return enter <= leave;
}
