import type { PanelStatus } from '../engine/engine.ts';

type State = Pick<PanelStatus, 'error' | 'stop' | 'updatesSinceMove'>;

/**
 * The panel that reached the tolerance in the fewest updates, else the one with the smallest error
 * now; −1 when two share the place or there is nothing to compare.
 */
export function best(panels: readonly State[]): number {
  if (panels.length < 2) return -1;
  const reached = panels.some((panel) => panel.stop === 'reached');
  const scores = panels.map(({ error, stop, updatesSinceMove }) => {
    if (!reached) return error;
    return stop === 'reached' ? updatesSinceMove : Number.POSITIVE_INFINITY;
  });
  const least = Math.min(...scores);
  const first = scores.indexOf(least);
  return scores.lastIndexOf(least) === first ? first : -1;
}
