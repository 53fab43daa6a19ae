/** Returns the smallest point distance above `minDistance`; Infinity for none. */
export function smallestDistanceBetweenPoints(
  points: readonly (readonly number[])[],
  minDistance = 0,
): number {
  let least = Number.POSITIVE_INFINITY;
  points.forEach((a, i) => {
    for (const b of points.slice(i + 1)) {
      const away = Math.hypot(...a.map((x, k) => x - (b[k] as number)));
      if (away > minDistance) least = Math.min(least, away);
    }
  });
  return least;
}
