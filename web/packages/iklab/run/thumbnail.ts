/** A scene as a small drawing: one run of it, seen from the front and a little above. */
import type { Engine, Lab } from '../engine/engine.ts';
import type { Scene } from '../scenario/types.ts';
import { bonesOf } from './bonePairs.ts';

const BRIEF = { most: 240 }; // updates
const KEPT = 40; // poses of the run

export type Spot = readonly [x: number, y: number];

/** All in one plane, y up; metres. */
export interface Sketch {
  /** Of the method that is drawn. */
  readonly slot: number;
  /** Bones as pairs of indices into a pose. */
  readonly bones: readonly (readonly [number, number])[];
  /** Joints, then effectors: first pose to last. */
  readonly poses: readonly (readonly Spot[])[];
  /** Indices of the tips that have a target. */
  readonly tips: readonly number[];
  readonly goals: readonly Spot[];
  /** Lines on the ground, a cell apart. */
  readonly ground: readonly (readonly [Spot, Spot])[];
}

/** How long a run goes on, and who looks on. */
export interface Watch {
  /** Updates, where it does not stop. */
  readonly most: number;
  after?(lab: Lab): void;
}

/** Runs the scene; of its methods, the one that comes nearest is drawn, or the first. */
export function sketch(
  engine: Engine,
  scene: Scene,
  method: 'best' | 'first',
  watch: Watch = BRIEF,
): Sketch {
  const lab = engine.open(scene);
  try {
    const runs = run(lab, watch);
    const instance = method === 'first' ? 0 : nearest(lab);
    const { methods } = scene.scenario;
    return drawn(scene, runs[instance] ?? [], [...lab.goals()], methods[instance]?.slot ?? 1);
  } finally {
    lab.close();
  }
}

/** Joint origins and tips of every instance, update by update. */
function run(lab: Lab, watch: Watch): Float64Array[][] {
  const poses: Float64Array[][] = Array.from({ length: lab.instanceCount }, () => []);
  const look = () => poses.forEach((all, i) => void all.push(lab.points(i).slice()));
  look();
  for (let update = 0; update < watch.most && !lab.finished; update++) {
    lab.advance(1);
    watch.after?.(lab);
    look();
  }
  return poses;
}

/** Of those within tolerance the quickest, else the one with the least error. */
function nearest(lab: Lab): number {
  const cost = (instance: number): number => {
    const { within, updates, error } = lab.status(instance);
    return within ? updates : 1e6 * (1 + error);
  };
  const costs = Array.from({ length: lab.instanceCount }, (_, i) => cost(i));
  return costs.indexOf(Math.min(...costs));
}

function drawn(scene: Scene, run: readonly Float64Array[], goals: number[], slot: number): Sketch {
  const { tree, scenario } = scene;
  const flat = projection(scenario.view.up);
  const spots = (points: ArrayLike<number>, stride = 3): Spot[] =>
    Array.from({ length: points.length / stride }, (_, i) =>
      flat(points[i * stride] ?? 0, points[i * stride + 1] ?? 0, points[i * stride + 2] ?? 0),
    );
  const effectors = tree.effectors.map(({ id }) => id);
  const every = Math.max(1, Math.ceil((run.length - 1) / KEPT));
  const poses = run.filter((_, i) => i % every === 0 || i === run.length - 1);
  return {
    slot,
    bones: bonesOf(tree),
    poses: poses.map((points) => spots(points)),
    tips: scenario.targets.map(({ effector }) => tree.joints.length + effectors.indexOf(effector)),
    goals: spots(goals, 7),
    ground: ground(run, scenario.view.up).map(([a, b]) => [flat(...a), flat(...b)] as const),
  };
}

type Point = readonly [number, number, number];
type Up = Scene['scenario']['view']['up'];

/** To the right and upward on the picture. */
function projection(up: Up): (x: number, y: number, z: number) => Spot {
  const upright = upwards(up);
  const unit = (v: Point): Point => {
    const length = Math.hypot(...v);
    return [v[0] / length, v[1] / length, v[2] / length];
  };
  const back = unit([0.42, 0.34, 1]);
  const right = unit([back[2], 0, -back[0]]);
  const above: Point = [
    back[1] * right[2] - back[2] * right[1],
    back[2] * right[0] - back[0] * right[2],
    back[0] * right[1] - back[1] * right[0],
  ];
  const along = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return (x, y, z) => {
    const point = upright([x, y, z]);
    return [along(point, right), along(point, above)];
  };
}

/** Into a frame whose second axis points up, and what leads back. */
const upwards =
  (up: Up) =>
  ([x, y, z]: Point): Point =>
    up === 'y' ? [x, y, z] : up === 'z' ? [y, z, x] : [z, x, y];
const downwards =
  (up: Up) =>
  ([x, y, z]: Point): Point =>
    up === 'y' ? [x, y, z] : up === 'z' ? [z, x, y] : [y, z, x];

const CELLS = 7; // to either side of the base

/** A grid below the base, as wide as the mechanism reaches. */
function ground(run: readonly Float64Array[], up: Up): [Point, Point][] {
  const points = run[0] ?? new Float64Array(3);
  const base = upwards(up)([points[0] ?? 0, points[1] ?? 0, points[2] ?? 0]);
  let reach = 0;
  for (const pose of [run[0], run.at(-1)])
    for (let i = 0; pose && i < pose.length; i += 3)
      reach = Math.max(
        reach,
        Math.hypot(
          (pose[i] ?? 0) - (points[0] ?? 0),
          (pose[i + 1] ?? 0) - (points[1] ?? 0),
          (pose[i + 2] ?? 0) - (points[2] ?? 0),
        ),
      );
  const cell = reach / 4;
  const at = (x: number, z: number): Point =>
    downwards(up)([base[0] + x * cell, base[1], base[2] + z * cell]);
  return Array.from({ length: 2 * CELLS + 1 }, (_, i) => i - CELLS).flatMap(
    (k): [Point, Point][] => [
      [at(k, -CELLS), at(k, CELLS)],
      [at(-CELLS, k), at(CELLS, k)],
    ],
  );
}
