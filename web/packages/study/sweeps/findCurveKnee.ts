/** Point of a curve of two costs, which should be small. */
export interface CostCurvePoint {
  readonly x: number;
  readonly y: number;
}

const MIN_DEVIATION = 0.03; // Relative to the axes: a curve that deviates less from its chord has no knee.

/** Scales values to the range 0 to 1, by logarithms if all are positive; null if all are equal. */
function normalize(values: readonly number[]): readonly number[] | null {
  const log = values.every((value) => value > 0);
  const on = log ? values.map((value) => Math.log10(value)) : values;
  const [low, high] = [Math.min(...on), Math.max(...on)];
  return high - low > 1e-12 * Math.max(1, Math.abs(high))
    ? on.map((value) => (value - low) / (high - low))
    : null;
}

/**
 * Returns the index of the point farthest from the chord, towards small x and y; null if there is
 * none.
 */
export function findCurveKnee(points: readonly CostCurvePoint[]): number | null {
  const all = points.map((_, i) => i).filter((i) => isFinitePoint(points[i] as CostCurvePoint));
  const xs = normalize(all.map((i) => (points[i] as CostCurvePoint).x));
  const ys = normalize(all.map((i) => (points[i] as CostCurvePoint).y));
  if (!xs || !ys || all.length < 3) return null;
  const [x0, y0] = [xs[0] as number, ys[0] as number];
  const [dx, dy] = [(xs.at(-1) as number) - x0, (ys.at(-1) as number) - y0];
  const chord = Math.sqrt(dx * dx + dy * dy);
  if (chord === 0) return null;
  // The normal that points to where both are small.
  const side = dx - dy < 0 ? -1 : 1;
  let best: number | null = null;
  let most = MIN_DEVIATION;
  for (const [k, i] of all.entries()) {
    const off = ((((xs[k] as number) - x0) * dy - ((ys[k] as number) - y0) * dx) / chord) * side;
    if (off > most) [best, most] = [i, off];
  }
  return best;
}

const isFinitePoint = ({ x, y }: CostCurvePoint): boolean =>
  Number.isFinite(x) && Number.isFinite(y);

/** Returns the Pareto-optimal points (small x and y) as indices, by increasing x. */
export function findParetoFront(points: readonly CostCurvePoint[]): readonly number[] {
  const order = [...points.keys()]
    .filter((i) => isFinitePoint(points[i] as CostCurvePoint))
    .sort((i, j) => {
      const [a, b] = [points[i] as CostCurvePoint, points[j] as CostCurvePoint];
      return a.x - b.x || a.y - b.y || i - j;
    });
  let least = Number.POSITIVE_INFINITY;
  return order.filter((i) => {
    const { y } = points[i] as CostCurvePoint;
    const lower = y < least;
    if (lower) least = y;
    return lower;
  });
}

/** Returns the index of the knee of a Pareto front in `points`; null if none. */
export function findFrontKnee(
  points: readonly CostCurvePoint[],
  front: readonly number[],
): number | null {
  const index = findCurveKnee(front.map((i) => points[i] as CostCurvePoint));
  return index === null ? null : (front[index] as number);
}
