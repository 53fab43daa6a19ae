/** Limits the number of frames in a page, because each has a solver and a view of its own. */

const MOST_LIVE = 4;

interface Live {
  /** From the middle of the window, pixels. */
  readonly distance: number;
  /** Removes the frame; its last picture remains. */
  takeDown(): Promise<void>;
}

const live = new Set<Live>();

/** Resolves when there is room for a frame; above the limit, the farthest frames are removed. */
export async function roomFor(one: Live): Promise<void> {
  live.add(one);
  const others = [...live].filter((each) => each !== one);
  others.sort((a, b) => a.distance - b.distance);
  const over = others.slice(MOST_LIVE - 1);
  for (const each of over) live.delete(each);
  await Promise.all(over.map((each) => each.takeDown()));
}

export const leaveRoom = (one: Live): boolean => live.delete(one);
