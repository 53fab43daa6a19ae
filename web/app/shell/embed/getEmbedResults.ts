import { clamp } from '@iklab/core/scenario/numbers';
import type { EmbedResult } from '@iklab/element';
import { countUpdatesAtEntry } from '@iklab/run/history';
import type { ComparePage } from '../comparePage.ts';

/** Returns null if nothing has run yet. */
export function getShownHistoryEntry({ playback, history }: ComparePage): number | null {
  if (!history || history.length === 0) return null;
  return clamp(playback.entry ?? history.last, history.first, history.last);
}

export function getEmbedResults(page: ComparePage): readonly EmbedResult[] {
  const { liveSession: session, history } = page;
  const entry = getShownHistoryEntry(page);
  if (!session || !history || entry === null) return [];
  return session.instances.map(({ label }, i) => {
    const reached = history.reachedEntry(i);
    return {
      method: label.peek(),
      reached: reached !== null && reached <= entry,
      updates: countUpdatesAtEntry(session, history, entry, i),
      error: history.error(entry, i),
      turn: Math.max(0, history.angle(entry, i)),
      theta: [...history.angles(entry, i)],
    };
  });
}
