/** A self-motion curve as rows of joint values along an axis. */
import type { SelfMotionCurve, SelfMotionSample } from '@iklab/core/engine';
import type { Joint } from '@iklab/core/scenario';
import { clamp, TWO_PI, wrapAngle } from '@iklab/core/scenario/numbers';

const BOX = { width: 1000, height: 100 } as const; // Of a path.

const OFF_CURVE = 1e-2; // Radians or metres; a farther pose is not on the curve.
const WHOLE = 1e-6; // Radians.
const OVERSHOOT = 0.2; // Of the height; a value that is farther outside is drawn there.

export type DiagramRange = readonly [from: number, to: number];

/** The values of a joint along the axis. */
export interface DiagramRow {
  readonly joint: Joint;
  /** Index in `theta`. */
  readonly column: number;
  /** Values at the lower and upper border: the limits, or those reached if there are none. */
  readonly range: DiagramRange;
  /** SVG path in the box `viewBox`. */
  readonly path: string;
  /** Ranges of the axis in which the joint is outside its limits. */
  readonly outside: readonly DiagramRange[];
}

interface DiagramPoint {
  readonly position: number;
  readonly theta: readonly number[];
}

/**
 * The axis has the swivel angle if the curve passes each value once; otherwise the arc length,
 * from the pose of the curve. Radians. A closed curve has neither first nor last position.
 */
export class SelfMotionDiagram {
  readonly viewBox = `0 0 ${BOX.width} ${BOX.height}`;
  readonly curve: SelfMotionCurve;
  readonly axis: 'swivel' | 'arc';
  readonly from: number;
  readonly to: number;
  readonly isClosed: boolean;
  readonly rows: readonly DiagramRow[];
  /** Ranges within all limits; of a closed curve, the end can be beyond `to`. */
  readonly intervals: readonly DiagramRange[];
  /** The intervals as parts of the axis. */
  readonly within: readonly DiagramRange[];
  /** Share of the axis within all limits, 0 to 1. */
  readonly share: number;
  /** Position with the largest limit margin; null if it is outside the limits or there are none. */
  readonly best: number | null;
  readonly #points: readonly DiagramPoint[];
  readonly #joints: readonly Joint[];

  /**
   * `joints`: the independent joints. `shown`: those with a row. `isSwivel`: the parameter of the
   * curve is the swivel angle.
   */
  constructor(
    curve: SelfMotionCurve,
    joints: readonly Joint[],
    shown: readonly Joint[],
    isSwivel: boolean,
  ) {
    const { samples, stretches, ends } = curve;
    this.curve = curve;
    this.#joints = joints;
    this.isClosed = ends[1] === 'closed';
    const direction = isSwivel && this.isClosed ? windingDirection(samples) : 0;
    this.axis = direction === 0 ? 'arc' : 'swivel';
    const [first = 0, last = 0] = [samples[0]?.arc, samples.at(-1)?.arc];
    const half = direction === 0 ? (last - first) / 2 : Math.PI;
    [this.from, this.to] = this.isClosed ? [-half, half] : [first, last];
    const positionOf = ({ arc, parameter }: Pick<SelfMotionSample, 'arc' | 'parameter'>): number =>
      this.wrap(direction === 0 ? arc : (parameter as number));
    this.#points = this.#makePoints(samples, positionOf);
    this.rows = shown.map((joint) => this.#makeRow(joint));
    this.intervals = stretches
      .map(({ from, to, fromParameter, toParameter }): DiagramRange => {
        if (!this.isClosed) return [from, to];
        if (to - from >= last - first - WHOLE) return [this.from, this.to];
        const ends = [
          positionOf({ arc: from, parameter: fromParameter }),
          positionOf({ arc: to, parameter: toParameter }),
        ] as const;
        const [start, end] = direction < 0 ? [ends[1], ends[0]] : ends;
        return [start, end < start ? end + this.length : end];
      })
      .sort((a, b) => a[0] - b[0]);
    this.within = this.intervals.flatMap(([start, end]): DiagramRange[] =>
      end <= this.to
        ? [[start, end]]
        : [
            [start, this.to],
            [this.from, end - this.length],
          ],
    );
    this.share = this.intervals.reduce((sum, [a, b]) => sum + b - a, 0) / (this.length || 1);
    const best = stretches.reduce<SelfMotionSample | null>(
      (most, { best }) => (most && most.margin >= best.margin ? most : best),
      null,
    );
    this.best = best && Number.isFinite(best.margin) ? positionOf(best) : null;
  }

  get length(): number {
    return this.to - this.from;
  }

  /** Returns a position on the axis: of a closed curve modulo its length, otherwise the nearest. */
  wrap(position: number): number {
    if (!this.isClosed) return clamp(position, this.from, this.to);
    return position - this.length * Math.floor((position - this.from) / this.length);
  }

  /** Returns the place of a position on the axis, 0 to 1. */
  shareOf(position: number): number {
    return (position - this.from) / (this.length || 1);
  }

  /** Interpolates the pose at a position between those of the curve. */
  poseAt(position: number): number[] {
    const at = this.wrap(position);
    let [low, high] = [0, this.#points.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#points[middle] as DiagramPoint).position <= at) low = middle;
      else high = middle;
    }
    const [a, b] = [this.#points[low] as DiagramPoint, this.#points[high] as DiagramPoint];
    const share = a === b ? 0 : (at - a.position) / (b.position - a.position || 1);
    return a.theta.map((value, i) => value + share * this.#difference(i, b.theta, a.theta));
  }

  /** Returns the position of a pose of the curve, apart from full turns; null for other poses. */
  positionOf(pose: readonly number[]): number | null {
    let found: number | null = null;
    let least = OFF_CURVE;
    for (let k = 0; k + 1 < this.#points.length; k++) {
      const [a, b] = [this.#points[k] as DiagramPoint, this.#points[k + 1] as DiagramPoint];
      let [product, square] = [0, 0];
      for (let i = 0; i < pose.length; i++) {
        const step = this.#difference(i, b.theta, a.theta);
        product += step * this.#difference(i, pose, a.theta);
        square += step * step;
      }
      const share = square > 0 ? clamp(product / square, 0, 1) : 0;
      let distance = 0;
      for (let i = 0; i < pose.length; i++) {
        const off =
          this.#difference(i, pose, a.theta) - share * this.#difference(i, b.theta, a.theta);
        distance = Math.max(distance, Math.abs(off));
      }
      if (distance > least) continue;
      least = distance;
      found = this.wrap(a.position + share * (b.position - a.position));
    }
    return found;
  }

  #difference(column: number, a: readonly number[], b: readonly number[]): number {
    const difference = (a[column] as number) - (b[column] as number);
    return this.#joints[column]?.type === 'revolute' ? wrapAngle(difference) : difference;
  }

  /** Returns the poses by position; of a closed curve, with one pose beyond each end. */
  #makePoints(
    samples: readonly SelfMotionSample[],
    positionOf: (sample: SelfMotionSample) => number,
  ): DiagramPoint[] {
    const own = this.isClosed ? samples.slice(0, -1) : samples;
    const points = own
      .map((sample) => ({ position: positionOf(sample), theta: sample.theta }))
      .sort((a, b) => a.position - b.position);
    const [first, last] = [points[0], points.at(-1)];
    if (!this.isClosed || !first || !last) return points;
    return [
      { ...last, position: last.position - this.length },
      ...points,
      { ...first, position: first.position + this.length },
    ];
  }

  #makeRow(joint: Joint): DiagramRow {
    const column = this.#joints.indexOf(joint);
    const turns = joint.type === 'revolute';
    const [lower, upper] = joint.limits ?? [0, 0];
    const centre = (lower + upper) / 2;
    const values = this.#points.map(({ theta }) => {
      const value = theta[column] as number;
      return turns ? centre + wrapAngle(value - centre) : value;
    });
    const [low, high] = joint.limits ?? (turns ? [-Math.PI, Math.PI] : spanOf(values));
    let path = '';
    const outside: DiagramRange[] = [];
    values.forEach((value, k) => {
      const position = (this.#points[k] as DiagramPoint).position;
      const before = k > 0 ? (values[k - 1] as number) : value;
      const jumps = turns && Math.abs(value - before) > Math.PI;
      const height = clamp((value - low) / (high - low), -OVERSHOOT, 1 + OVERSHOOT);
      const x = (BOX.width * this.shareOf(position)).toFixed(1);
      const y = (BOX.height * (1 - height)).toFixed(1);
      path += `${k === 0 || jumps ? 'M' : 'L'}${x} ${y}`;
      if (k === 0 || !joint.limits) return;
      const start = (this.#points[k - 1] as DiagramPoint).position;
      const part = jumps ? ([0, 1] as const) : partOutside(before, value, low, high);
      if (part) addRange(outside, [mix(start, position, part[0]), mix(start, position, part[1])]);
    });
    const clipped = outside.flatMap(([a, b]): DiagramRange[] => {
      const [from, to] = [Math.max(a, this.from), Math.min(b, this.to)];
      return to > from ? [[from, to]] : [];
    });
    return { joint, column, range: [low, high], path, outside: clipped };
  }
}

/** Returns 1 or -1 if the swivel angle turns once and never back along the curve; 0 otherwise. */
function windingDirection(samples: readonly SelfMotionSample[]): number {
  let total = 0;
  let direction = 0;
  for (let k = 1; k < samples.length; k++) {
    const [a, b] = [samples[k - 1]?.parameter, samples[k]?.parameter];
    if (a == null || b == null) return 0;
    const step = wrapAngle(b - a);
    if (step === 0 || step * direction < 0) return 0;
    direction = Math.sign(step);
    total += step;
  }
  return Math.abs(Math.abs(total) - TWO_PI) < WHOLE ? direction : 0;
}

const mix = (a: number, b: number, share: number): number => a + share * (b - a);

/** Returns the part, as shares, of the way from `a` to `b` that is outside; null if none is. */
function partOutside(a: number, b: number, low: number, high: number): DiagramRange | null {
  const isOutside = (value: number) => value < low || value > high;
  const limit = Math.max(a, b) > high ? high : low;
  const crossing = (limit - a) / (b - a);
  if (isOutside(a)) return isOutside(b) ? [0, 1] : [0, crossing];
  return isOutside(b) ? [crossing, 1] : null;
}

/** Adds a range, joined with the last one if it touches it. */
function addRange(ranges: DiagramRange[], range: DiagramRange): void {
  const last = ranges.at(-1);
  if (last && last[1] >= range[0]) ranges[ranges.length - 1] = [last[0], range[1]];
  else ranges.push(range);
}

function spanOf(values: readonly number[]): DiagramRange {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return high > low ? [low, high] : [low - 1, high + 1];
}
