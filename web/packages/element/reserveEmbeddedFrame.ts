/** Maximum number of frames in a page. Each frame has its own solver and view. */

const MAX_LIVE = 4;

interface LiveRun {
  /** Distance of the element from the middle of the window, in pixels. */
  readonly distance: number;
  takeDown(): Promise<void>;
}

const liveRuns = new Set<LiveRun>();

/**
 * Resolves when a frame may be created. Above the limit, removes the frames farthest from the
 * middle of the window.
 */
export async function reserveEmbeddedFrame(one: LiveRun): Promise<void> {
  liveRuns.add(one);
  const otherRuns = [...liveRuns].filter((each) => each !== one);
  otherRuns.sort((a, b) => a.distance - b.distance);
  const over = otherRuns.slice(MAX_LIVE - 1);
  for (const each of over) liveRuns.delete(each);
  await Promise.all(over.map((each) => each.takeDown()));
}

export const releaseEmbeddedFrame = (one: LiveRun): boolean => liveRuns.delete(one);
