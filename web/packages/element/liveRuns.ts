/** How many frames of a page stand at once: each has a solver and a picture of its own. */

const MOST_LIVE = 4;

interface Live {
  /** Pixels from the middle of the window. */
  readonly distance: number;
  /** Its last picture stays in its place. */
  takeDown(): Promise<void>;
}

const live = new Set<Live>();

/** Takes a place; done when there is room: the farthest ones are taken down where there are too many. */
export async function roomFor(one: Live): Promise<void> {
  live.add(one);
  const others = [...live].filter((each) => each !== one);
  others.sort((a, b) => a.distance - b.distance);
  const over = others.slice(MOST_LIVE - 1);
  for (const each of over) live.delete(each);
  await Promise.all(over.map((each) => each.takeDown()));
}

export const leaveRoom = (one: Live): boolean => live.delete(one);
