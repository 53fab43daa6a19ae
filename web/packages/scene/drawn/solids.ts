/**
 * Solids of revolution about y, written directly into arrays because a view starts with hundreds of
 * them.
 */

/** Vertex positions and normals, xyz each; triangles are counterclockwise from outside. */
export interface Solid {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly index: Uint16Array;
}

/** Sines and cosines of the angles about the axis; the first pair is repeated at the end. */
type Circle = Float64Array;

interface RevolvedTopology {
  readonly circle: Circle;
  readonly index: Uint16Array;
}

export interface SolidDetail {
  /** Sides of a capsule, and of a rod by default. */
  readonly sides: number;
  /** Steps from the pole of a capsule to its side. */
  readonly quarter: number;
  readonly ball: readonly [rings: number, sides: number];
  /** Sides of the base disc. */
  readonly foot: number;
}
export const FINE_SOLIDS: SolidDetail = { sides: 16, quarter: 4, ball: [12, 18], foot: 40 };
/** Division of solids that are drawn in very many instances. */
export const COARSE_SOLIDS: SolidDetail = { sides: 8, quarter: 2, ball: [6, 8], foot: 12 };

function makeCircle(sides: number): Circle {
  const circle = new Float64Array(2 * sides + 2);
  for (let i = 0; i <= sides; i++) {
    const angle = (i / sides) * Math.PI * 2;
    circle[2 * i] = Math.sin(angle);
    circle[2 * i + 1] = Math.cos(angle);
  }
  return circle;
}

function cached<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

function triangles(count: number) {
  const index = new Uint16Array(3 * count);
  let to = 0;
  const put = (a: number, b: number, c: number): void => {
    index[to++] = a;
    index[to++] = b;
    index[to++] = c;
  };
  return { index, put };
}

/** A side of two rings; for each cap its centre, once per side, and its rim. */
const rodTopology = cached((sides: number) => {
  const { index, put } = triangles(4 * sides);
  const round = sides + 1;
  for (let i = 0; i < sides; i++) {
    put(i, i + round, i + 1);
    put(i + round, i + round + 1, i + 1);
  }
  const top = 2 * round;
  const bottom = top + sides + round;
  for (let i = 0; i < sides; i++) put(top + sides + i, top + sides + i + 1, top + i);
  for (let i = 0; i < sides; i++) put(bottom + sides + i + 1, bottom + sides + i, bottom + i);
  const circle = makeCircle(sides);
  return { circle, index, normals: rodNormals(circle) };
});

function rodNormals(circle: Circle): Float32Array {
  const round = circle.length / 2;
  const normals = new Float32Array(3 * (6 * round - 2));
  for (let i = 0; i < 2 * round; i++) {
    const from = 2 * (i % round);
    const sine = circle[from] as number;
    const cosine = circle[from + 1] as number;
    const scale = 1 / Math.sqrt(sine * sine + cosine * cosine);
    normals[3 * i] = sine * scale;
    normals[3 * i + 2] = cosine * scale;
  }
  for (let i = 2 * round; i < 4 * round - 1; i++) normals[3 * i + 1] = 1;
  for (let i = 4 * round - 1; i < 6 * round - 2; i++) normals[3 * i + 1] = -1;
  return normals;
}

/** A rod centred at the origin. */
export function rod(radius: number, length: number, sides = FINE_SOLIDS.sides): Solid {
  const { circle, index, normals } = rodTopology(sides);
  const positions = new Float32Array(normals.length);
  const half = length / 2;
  let to = 0;
  const ring = (y: number): void => {
    for (let i = 0; i < circle.length; i += 2) {
      positions[to++] = radius * (circle[i] as number);
      positions[to++] = y;
      positions[to++] = radius * (circle[i + 1] as number);
    }
  };
  const cap = (y: number): void => {
    for (let i = 0; i < sides; i++, to += 3) positions[to + 1] = y;
    ring(y);
  };
  ring(half);
  ring(-half);
  cap(half);
  cap(-half);
  return { positions, normals, index };
}

/** Cached per number of sides and points of the outline. */
const revolvedTopology = cached((sides: number) =>
  cached((points: number) => lathe(sides, points)),
);

function lathe(sides: number, points: number): RevolvedTopology {
  const { index, put } = triangles(2 * sides * (points - 1));
  for (let i = 0; i < sides; i++) {
    for (let j = 0; j < points - 1; j++) {
      const a = j + i * points;
      put(a, a + points, a + 1);
      put(a + points + 1, a + 1, a + points);
    }
  }
  return { circle: makeCircle(sides), index };
}

/**
 * `outline`: radius, height, and outward and upward normal components of each point, from bottom to
 * top.
 */
export function revolve(outline: readonly number[], sides: number): Solid {
  const { circle, index } = revolvedTopology(sides)(outline.length / 4);
  const [points, normals]: [number[], number[]] = [[], []];
  for (let i = 0; i < outline.length; i += 4) {
    points.push(outline[i] as number, outline[i + 1] as number);
    normals.push(outline[i + 2] as number, outline[i + 3] as number);
  }
  return {
    positions: rotateOutline(points, circle),
    normals: rotateOutline(normals, circle),
    index,
  };
}

/** `outline`: radius and height of each point, from bottom to top. */
function revolveSmooth(outline: readonly number[], sides: number): Solid {
  const { circle, index } = revolvedTopology(sides)(outline.length / 2);
  return {
    positions: rotateOutline(outline, circle),
    normals: rotateOutline(outlineNormals(outline), circle),
    index,
  };
}

/** A capsule tapering from one radius to another, with its axis from 0 to `length`. */
export function capsule(
  length: number,
  from: number,
  to: number,
  { quarter, sides }: SolidDetail = FINE_SOLIDS,
): Solid {
  const outline: number[] = [];
  for (const [radius, height, start] of [
    [from, 0, -Math.PI / 2],
    [to, length, 0],
  ] as const) {
    for (let i = 0; i <= quarter; i++) {
      const angle = start + (i / quarter) * (Math.PI / 2);
      outline.push(radius * Math.cos(angle) + 1e-5 * radius, height + radius * Math.sin(angle));
    }
  }
  return revolveSmooth(outline, sides);
}

/** A cone centred at the origin with its tip up; its edge is smooth. */
export const cone = (radius: number, length: number, sides: number): Solid =>
  revolveSmooth([0, -length / 2, radius, -length / 2, 0, length / 2], sides);

/** Averages the normals of the two segments at each point of an outline. */
function outlineNormals(outline: readonly number[]): number[] {
  const out: number[] = [];
  let [bx, by] = [0, 0]; // Normal of the previous segment.
  for (let i = 0; i < outline.length; i += 2) {
    const last = i + 2 === outline.length;
    const dx = last ? 0 : (outline[i + 2] as number) - (outline[i] as number);
    const dy = last ? 0 : (outline[i + 3] as number) - (outline[i + 1] as number);
    const [x, y] = [dy + bx, by - dx];
    const scale = 1 / (Math.sqrt(x * x + y * y) || 1);
    out.push(x * scale, y * scale);
    [bx, by] = [dy, -dx];
  }
  return out;
}

const ARC = { turn: Math.PI * 1.3, steps: 40, tube: 0.085, sides: 8 };

/** An unlit arc of radius 1 about y, starting at x. */
export function arc(): Pick<Solid, 'positions' | 'index'> {
  const { turn, steps, tube, sides } = ARC;
  const round = steps + 1;
  const positions = new Float32Array(3 * round * (sides + 1));
  const { index, put } = triangles(2 * steps * sides);
  for (let j = 0; j <= sides; j++) {
    const about = (j / sides) * Math.PI * 2;
    const away = 1 + tube * Math.cos(about);
    for (let i = 0; i <= steps; i++) {
      const angle = (i / steps) * turn;
      const to = i + round * j;
      positions[3 * to] = away * Math.cos(angle);
      positions[3 * to + 1] = -tube * Math.sin(about);
      positions[3 * to + 2] = away * Math.sin(angle);
      if (i === 0 || j === 0) continue;
      put(to - 1, to - round - 1, to);
      put(to - round - 1, to - round, to);
    }
  }
  return { positions, index };
}

function rotateOutline(outline: readonly number[], circle: Circle): Float32Array {
  const out = new Float32Array((3 * circle.length * outline.length) / 4);
  let to = 0;
  for (let i = 0; i < circle.length; i += 2) {
    for (let j = 0; j < outline.length; j += 2) {
      out[to++] = (outline[j] as number) * (circle[i] as number);
      out[to++] = outline[j + 1] as number;
      out[to++] = (outline[j] as number) * (circle[i + 1] as number);
    }
  }
  return out;
}

/** Rings from pole to pole. */
const ballTopology = cached(({ ball: [rings, sides] }: SolidDetail): RevolvedTopology => {
  const { index, put } = triangles(2 * sides * (rings - 1));
  const round = sides + 1;
  for (let ring = 0; ring < rings; ring++) {
    for (let i = 0; i < sides; i++) {
      const b = ring * round + i;
      const c = b + round;
      if (ring !== 0) put(b + 1, b, c + 1);
      if (ring !== rings - 1) put(b, c, c + 1);
    }
  }
  return { circle: makeCircle(sides), index };
});

export function ball(radius: number, division: SolidDetail = FINE_SOLIDS): Solid {
  const { circle, index } = ballTopology(division);
  const [rings] = division.ball;
  const positions = new Float32Array(1.5 * circle.length * (rings + 1));
  const normals = new Float32Array(positions.length);
  let to = 0;
  for (let ring = 0; ring <= rings; ring++) {
    const y = radius * Math.cos((ring / rings) * Math.PI);
    const wide = Math.sqrt(radius * radius - y * y);
    for (let i = 0; i < circle.length; i += 2, to += 3) {
      const x = -wide * (circle[i + 1] as number);
      const z = wide * (circle[i] as number);
      const scale = 1 / (Math.sqrt(x * x + y * y + z * z) || 1);
      positions[to] = x;
      positions[to + 1] = y;
      positions[to + 2] = z;
      normals[to] = x * scale;
      normals[to + 1] = y * scale;
      normals[to + 2] = z * scale;
    }
  }
  return { positions, normals, index };
}
