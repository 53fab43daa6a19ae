import type { CrowdSpec } from '@iklab/core/document';
import type { ScenarioView, Scene, Vec3 } from '@iklab/core/scenario';

export interface CrowdLayout extends Pick<CrowdSpec, 'count' | 'pattern' | 'ground' | 'seed'> {
  readonly up: ScenarioView['up'];
  /** Distance between neighbouring instances of the crowd, in metres. */
  readonly spacing: number;
  readonly period: number;
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const WAVELENGTH = 12; // Instances per wavelength.
const MATRIX_SIZE = 16;

export const crowdGroundRadius = ({
  count,
  ground,
  spacing,
}: Omit<CrowdLayout, 'pattern' | 'seed'>): number =>
  ground === 'sphere'
    ? spacing * Math.max(1, Math.sqrt(count / (4 * Math.PI)))
    : spacing * (0.5 + Math.sqrt(count / Math.PI));

/**
 * Writes the arrangement of a crowd: for each instance a transform (16 numbers column by column)
 * and the targets' delay in seconds.
 */
export function arrangeCrowd(
  size: CrowdLayout,
  transforms: Float32Array,
  delays: Float64Array,
): void {
  const { count, ground, spacing, period, pattern } = size;
  const radius = crowdGroundRadius(size);
  const random = randomNumbers(size.seed);
  for (let i = 0; i < count; i++) {
    const [matrix, arcLength] =
      ground === 'sphere' ? placeOnSphere(size, i, radius) : placeOnField(size.up, i, spacing);
    transforms.set(matrix, MATRIX_SIZE * i);
    const share = random();
    if (pattern === 'together') delays[i] = 0;
    else
      delays[i] =
        pattern === 'scatter' ? share * period : (-arcLength / spacing / WAVELENGTH) * period;
  }
}

type Placement = readonly [matrix: readonly number[], along: number];

function placeOnField(up: ScenarioView['up'], index: number, spacing: number): Placement {
  const [a = 0, b = 0] = cells()[index] ?? [];
  const [x, y] = [a * spacing, b * spacing];
  const origins: Record<ScenarioView['up'], Vec3> = { x: [0, x, y], y: [y, 0, x], z: [x, y, 0] };
  return [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...origins[up], 1], Math.hypot(x, y)];
}

let sortedCells: readonly (readonly [number, number])[] = [];

function cells(): typeof sortedCells {
  if (sortedCells.length > 0) return sortedCells;
  const half = 58;
  const all: [number, number][] = [];
  for (let a = -half; a <= half; a++) for (let b = -half; b <= half; b++) all.push([a, b]);
  const from = ([a, b]: readonly [number, number]): number => a * a + b * b;
  sortedCells = all.sort(
    (p, q) => from(p) - from(q) || Math.atan2(p[1], p[0]) - Math.atan2(q[1], q[0]),
  );
  return sortedCells;
}

function placeOnSphere({ up, count }: CrowdLayout, index: number, radius: number): Placement {
  const height = 1 - (2 * index + 1) / count;
  const wide = Math.sqrt(1 - height * height);
  const [x, y] = [wide * Math.cos(GOLDEN_ANGLE * index), wide * Math.sin(GOLDEN_ANGLE * index)];
  const outward: Vec3 = up === 'x' ? [height, x, y] : up === 'y' ? [x, height, y] : [x, y, height];
  const axis: Vec3 = up === 'x' ? [1, 0, 0] : up === 'y' ? [0, 1, 0] : [0, 0, 1];
  const [p = 0, q = 0, r = 0] = outward;
  const matrix = rotationBetween(axis, outward);
  return [[...matrix, p * radius, q * radius, r * radius, 1], radius * Math.acos(height)];
}

function rotationBetween(from: Vec3, to: Vec3): number[] {
  const cosine = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  // Opposite vectors: half a turn about a perpendicular axis.
  const across: Vec3 = from[0] === 1 ? [0, 1, 0] : [1, 0, 0];
  if (cosine < -1 + 1e-9)
    return columns((i, k) => 2 * component(across, i) * component(across, k) - kronecker(i, k));
  const sum: Vec3 = [from[0] + to[0], from[1] + to[1], from[2] + to[2]];
  return columns(
    (i, k) =>
      kronecker(i, k) -
      (component(sum, i) * component(sum, k)) / (1 + cosine) +
      2 * component(to, i) * component(from, k),
  );
}

const component = (v: Vec3, i: number): number => v[i] as number;
const kronecker = (i: number, k: number): number => (i === k ? 1 : 0);
const columns = (entry: (row: number, column: number) => number): number[] =>
  [0, 1, 2].flatMap((k) => [entry(0, k), entry(1, k), entry(2, k), 0]);

function randomNumbers(seed: number): () => number {
  let state = (seed ^ (seed / 2 ** 32)) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Returns the period of a crowd's targets in seconds; 1 s if no target moves. */
export function crowdTargetPeriod({ scenario: { targets } }: Scene): number {
  const periods = targets.flatMap(({ motion }) =>
    motion?.kind === 'sine'
      ? motion.period.filter((_, i) => motion.amplitude[i] !== 0)
      : (motion?.period ?? []),
  );
  return periods.length === 0 ? 1 : Math.max(...periods);
}

const AMPLITUDE = 0.12; // Fraction of the reach.
const PERIOD: Vec3 = [4, 4, 2]; // Seconds: a closed figure eight.

/**
 * Makes the targets of a scene move in figure eights if all are stationary. `reach`: of the
 * mechanism in metres; sets the size of the motion.
 */
export function withCrowdTargetMotion(scene: Scene, reach: number): Scene {
  const { targets } = scene.scenario;
  if (targets.some(({ motion }) => motion)) return scene;
  const swing = AMPLITUDE * reach;
  const motion = {
    kind: 'sine' as const,
    amplitude: [swing, swing, swing / 2] as Vec3,
    period: PERIOD,
    phase: [0, Math.PI / 2, 0] as Vec3,
  };
  const moving = targets.map((target) => ({ ...target, motion }));
  return { ...scene, scenario: { ...scene.scenario, targets: moving } };
}

/**
 * Returns the scenario of one instance of a crowd. `angles`: its pose; `time`: phase of the targets
 * in seconds.
 */
export function crowdInstanceScenario(
  scene: Scene,
  angles: ArrayLike<number>,
  time: number,
): Scene['scenario'] {
  const { scenario } = scene;
  const targets = scenario.targets.map((target) => ({
    ...target,
    motion: advanceMotion(target.motion, time),
  }));
  return { ...scenario, start: Array.from(angles), targets };
}

type Motion = Scene['scenario']['targets'][number]['motion'];

function advanceMotion(motion: Motion, time: number): Motion {
  if (motion?.kind === 'sine') {
    const phase = motion.phase.map((phase, i) =>
      wrapAngle(phase + (2 * Math.PI * time) / component(motion.period, i)),
    );
    return { ...motion, phase: phase as unknown as Vec3 };
  }
  if (!motion) return motion;
  // Rotates the list of points so that the nearest one comes first.
  const { points, period } = motion;
  const first = Math.round((time / period) * points.length);
  return { ...motion, points: points.map((_, i) => points[mod(i + first, points.length)] as Vec3) };
}

const wrapAngle = (angle: number): number =>
  angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
const mod = (a: number, n: number): number => ((a % n) + n) % n;
