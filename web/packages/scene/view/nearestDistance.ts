/** How near the nearest two of some places are, of those that are not at one place; Infinity: no two. */
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
