/**
 * Distances and angles that are bit-identical in every browser, because they only use + - * / and
 * sqrt. JavaScript leaves the last bits of `Math.hypot`, `Math.atan2`, `Math.sin` and similar
 * functions to the engine.
 */

/** Returns the Euclidean norm without overflow or underflow of the squares. */
export function hypot(...values: readonly number[]): number {
  const largest = values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const scale = largest > 1e-150 && largest < 1e150 ? 1 : largest;
  if (scale === 0 || !Number.isFinite(scale)) return scale;
  return scale * Math.sqrt(values.reduce((sum, x) => sum + (x / scale) * (x / scale), 0));
}

const TERMS = 12; // The next term is below 1e-18 for an angle of at most pi/16.
const TAN_EIGHTH = Math.SQRT2 - 1; // tan(pi/8).
// tan(pi/16) and tan(3 pi/16).
const [LOW, HIGH] = [0.198912367379658, 0.6681786379192989];

/**
 * Returns the angle of the vector (x, y) from the x axis, in (-pi, pi]; 0 for the zero vector. The
 * error is at most 5 units in the last place.
 */
export function arcTangent(y: number, x: number): number {
  const [ax, ay] = [Math.abs(x), Math.abs(y)];
  if (ax === 0 && ay === 0) return 0;
  const steep = ay > ax;
  const low = ax === ay ? Math.PI / 4 : upToEighth(steep ? ax / ay : ay / ax);
  const quarter = steep ? Math.PI / 2 - low : low;
  const half = x < 0 ? Math.PI - quarter : quarter;
  return y < 0 ? -half : half;
}

function upToEighth(t: number): number {
  if (t > HIGH) return Math.PI / 4 + series((t - 1) / (1 + t));
  if (t > LOW) return Math.PI / 8 + series((t - TAN_EIGHTH) / (1 + t * TAN_EIGHTH));
  return series(t);
}

function series(r: number): number {
  const square = r * r;
  let sum = 0;
  for (let k = TERMS; k > 0; k--) sum = square * (1 / (2 * k + 1) - sum);
  return r - r * sum;
}

// pi/2 in two parts, the first with so few digits that its integer multiples below 2^33 are exact.
const [QUARTER_HIGH, QUARTER_LOW] = [1.5707963267341256, 6.0771005065061922e-11];

/**
 * Returns sine and cosine of an angle of at most 1e6 radians; the error is below 2 units in the
 * last place of 1.
 */
export function sineCosine(angle: number): { readonly sine: number; readonly cosine: number } {
  writeSineCosine(angle, scratch);
  return { sine: scratch[0] as number, cosine: scratch[1] as number };
}

const scratch = new Float64Array(2);

/**
 * Writes sine and cosine to the first two elements of `into`. Uses Taylor series for |x| <= pi/4
 * (omitted terms are below 1e-19), both in one loop for speed.
 */
export function writeSineCosine(angle: number, into: Float64Array): void {
  const quarters = Math.round(angle / (Math.PI / 2));
  const rest = angle - quarters * QUARTER_HIGH - quarters * QUARTER_LOW;
  const square = rest * rest;
  let odd = 0;
  let even = 0;
  for (let k = 18; k > 2; k -= 2) {
    even = (square / (k * (k - 1))) * (1 - even);
    odd = (square / ((k - 1) * (k - 2))) * (1 - odd);
  }
  const sine = rest - rest * odd;
  const cosine = 1 - (square / 2) * (1 - even);
  const quadrant = quarters & 3;
  const swapped = (quadrant & 1) === 1;
  into[0] = (swapped ? cosine : sine) * (quadrant > 1 ? -1 : 1);
  into[1] = (swapped ? sine : cosine) * (quadrant === 1 || quadrant === 2 ? -1 : 1);
}
