/**
 * Smallest distance between two points, ignoring distances up to `same`; Infinity if there is none.
 */
export function nearestDistance(places: readonly (readonly number[])[], same = 0): number {
  let least = Number.POSITIVE_INFINITY;
  places.forEach((a, i) => {
    for (const b of places.slice(i + 1)) {
      const away = Math.hypot(...a.map((x, k) => x - (b[k] as number)));
      if (away > same) least = Math.min(least, away);
    }
  });
  return least;
}
