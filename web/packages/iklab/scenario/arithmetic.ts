/**
 * Distances and angles to the same bit in every browser: of + − × ÷ and √ alone. The language
 * leaves `Math.hypot`, `Math.atan2`, `Math.sin` and their like to the engine, whose last bits differ.
 */

/** √(x² + y² + …), also where the squares over- or underflow. */
export function hypot(...values: readonly number[]): number {
  const largest = values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const scale = largest > 1e-150 && largest < 1e150 ? 1 : largest;
  if (scale === 0 || !Number.isFinite(scale)) return scale;
  return scale * Math.sqrt(values.reduce((sum, x) => sum + (x / scale) * (x / scale), 0));
}

const TERMS = 12; // the next one is below 1e-18 of an angle of at most π/16
const EIGHTH = Math.SQRT2 - 1; // tan(π/8)
// tan(π/16) and tan(3π/16)
const [LOW, HIGH] = [0.198912367379658, 0.6681786379192989];

/** Angle of the vector (x, y) from the x axis, in (−π, π]; 0 for no vector. Error of at most 5 units in the last place. */
export function arcTangent(y: number, x: number): number {
  const [ax, ay] = [Math.abs(x), Math.abs(y)];
  if (ax === 0 && ay === 0) return 0;
  const steep = ay > ax;
  const low = ax === ay ? Math.PI / 4 : upToEighth(steep ? ax / ay : ay / ax);
  const quarter = steep ? Math.PI / 2 - low : low;
  const half = x < 0 ? Math.PI - quarter : quarter;
  return y < 0 ? -half : half;
}

/** Of 0 ≤ t ≤ 1: turned back by 0, π/8 or π/4, then by Gregory's series. */
function upToEighth(t: number): number {
  if (t > HIGH) return Math.PI / 4 + series((t - 1) / (1 + t));
  if (t > LOW) return Math.PI / 8 + series((t - EIGHTH) / (1 + t * EIGHTH));
  return series(t);
}

function series(r: number): number {
  const square = r * r;
  let sum = 0;
  for (let k = TERMS; k > 0; k--) sum = square * (1 / (2 * k + 1) - sum);
  return r - r * sum;
}

// π/2 in two parts, the first with so few digits that whole numbers of it below 2³³ are exact
const [QUARTER_HIGH, QUARTER_LOW] = [1.5707963267341256, 6.0771005065061922e-11];

/**
 * Sine and cosine of an angle of at most 10⁶ radians; error below 2 units in the last place of 1.
 */
export function sineCosine(angle: number): { readonly sine: number; readonly cosine: number } {
  const quarters = Math.round(angle / (Math.PI / 2));
  const rest = angle - quarters * QUARTER_HIGH - quarters * QUARTER_LOW;
  const [s, c] = [sineSeries(rest), cosineSeries(rest)];
  const turns = ((quarters % 4) + 4) % 4;
  if (turns === 0) return { sine: s, cosine: c };
  if (turns === 1) return { sine: c, cosine: -s };
  return turns === 2 ? { sine: -s, cosine: -c } : { sine: -c, cosine: s };
}

/** Of |x| ≤ π/4: Taylor's, the first term left out is below 1e-19. */
function sineSeries(x: number): number {
  const square = x * x;
  let sum = 0;
  for (let k = 17; k > 1; k -= 2) sum = (square / (k * (k - 1))) * (1 - sum);
  return x - x * sum;
}

function cosineSeries(x: number): number {
  const square = x * x;
  let sum = 0;
  for (let k = 18; k > 0; k -= 2) sum = (square / (k * (k - 1))) * (1 - sum);
  return 1 - sum;
}
