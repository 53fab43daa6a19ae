import type { Scene } from '../scenario/types.ts';
import type { Moment } from './demo.ts';
import type { Point } from './methodGlyph.ts';

type Triple = readonly [number, number, number];

const FRONT: Triple = [0.42, 0.34, 1]; // from where the scene is seen, upright
const FLAT = 1e-6; // of its size
const MARGIN = 0.14; // of the larger side, for rings and their numbers

/** A scene as a drawing: plane mechanisms as they are, others from the front, without depth. */
export class FlatView {
  readonly #right: Triple;
  readonly #up: Triple;
  readonly left: number;
  /** Of the drawing, y down. */
  readonly top: number;
  readonly width: number;
  readonly height: number;

  /** All that is seen in `moments` lies inside. */
  constructor({ scenario }: Scene, moments: readonly Moment[]) {
    const places = moments.flatMap(({ points, goals }) => [
      ...spots(points, 3),
      ...spots(goals, 7),
    ]);
    const plane = span(places.map(([, , z]) => z)) <= FLAT * span(places.flat());
    [this.#right, this.#up] = plane
      ? [
          [1, 0, 0],
          [0, 1, 0],
        ]
      : frontOf(scenario.view.up);
    const drawn = places.map((place) => this.place(place));
    const [xs, ys] = [drawn.map(([x]) => x), drawn.map(([, y]) => y)];
    const margin = MARGIN * Math.max(span(xs), span(ys), FLAT);
    this.left = least(xs) - margin;
    this.top = least(ys) - margin;
    this.width = span(xs) + 2 * margin;
    this.height = span(ys) + 2 * margin;
  }

  get size(): number {
    return Math.max(this.width, this.height);
  }

  /** y down. */
  place(place: Triple): Point {
    return [dot(this.#right, place), -dot(this.#up, place)];
  }

  /** Moved in the plane of the drawing, and kept inside it. */
  moved(place: Triple, to: Point): Triple {
    const [x, y] = this.place(place);
    const across = Math.max(this.left, Math.min(this.left + this.width, to[0])) - x;
    const down = Math.max(this.top, Math.min(this.top + this.height, to[1])) - y;
    const along = (i: 0 | 1 | 2) => place[i] + across * this.#right[i] - down * this.#up[i];
    return [along(0), along(1), along(2)];
  }
}

/** `stride` numbers each, of which the first three are the place. */
export function spots(numbers: Float64Array, stride: number): Triple[] {
  return Array.from({ length: numbers.length / stride }, (_, i) => [
    numbers[stride * i] as number,
    numbers[stride * i + 1] as number,
    numbers[stride * i + 2] as number,
  ]);
}

/** Right and up as the eye has them, in the axes of the document. */
function frontOf(up: 'x' | 'y' | 'z'): [Triple, Triple] {
  const [x, y, z] = FRONT;
  const ground = Math.hypot(x, z);
  const whole = Math.hypot(x, y, z);
  const right: Triple = [z / ground, 0, -x / ground];
  const above: Triple = [(-x * y) / ground / whole, ground / whole, (-z * y) / ground / whole];
  return [back(right, up), back(above, up)];
}

/** From upright axes, y up, to those of the document. */
function back([x, y, z]: Triple, up: 'x' | 'y' | 'z'): Triple {
  if (up === 'z') return [x, -z, y];
  return up === 'x' ? [y, -x, z] : [x, y, z];
}

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const span = (values: readonly number[]): number => {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high - low;
};
const least = (values: readonly number[]): number =>
  values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
