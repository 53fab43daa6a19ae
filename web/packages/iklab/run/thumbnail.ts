/** A scene as a small drawing of one run, seen from the front and slightly above. */
import type { Engine, Lab } from '../engine/engine.ts';
import type { Scene, Vec3, View } from '../scenario/types.ts';
import { addScaled, cross, DIRECTIONS, distance } from '../scenario/vectors.ts';
import { bonesOf } from './bonePairs.ts';
import { onSheet, type Point, pointsOf, type SheetAxes, tilted } from './flatDrawing.ts';

const BRIEF = { most: 240 }; // Updates.
const KEPT = 40; // Poses of the run.

/** A run as a small flat drawing, y up, in metres. */
export interface Sketch {
  readonly slot: number;
  /** Links as pairs of indices into a pose. */
  readonly bones: readonly (readonly [number, number])[];
  /** Joints, then effectors, from the first pose to the last. */
  readonly poses: readonly (readonly Point[])[];
  /** Indices of the effectors that have a target. */
  readonly tips: readonly number[];
  readonly goals: readonly Point[];
  /** Values of the independent joints, pose by pose. */
  readonly angles: readonly Float64Array[];
  /** The final poses of the targets, 7 numbers each. */
  readonly lastGoals: Float64Array;
  readonly ground: readonly (readonly [Point, Point])[];
}

export interface SketchRun {
  /** Updates of a run that does not stop. */
  readonly most: number;
  after?(lab: Lab): void;
}

/** Runs the scene and draws the most successful or the first method. */
export function sketch(
  engine: Engine,
  scene: Scene,
  method: 'best' | 'first',
  watch: SketchRun = BRIEF,
): Sketch {
  const lab = engine.open(scene);
  try {
    const runs = run(lab, watch);
    const instance = method === 'first' ? 0 : nearest(lab);
    const { methods } = scene.scenario;
    return drawn(scene, runs[instance] ?? [], lab.goals().slice(), methods[instance]?.slot ?? 1);
  } finally {
    lab.close();
  }
}

interface Moment {
  readonly points: Float64Array;
  readonly angles: Float64Array;
}

function run(lab: Lab, watch: SketchRun): Moment[][] {
  const poses: Moment[][] = Array.from({ length: lab.instanceCount }, () => []);
  const look = () =>
    poses.forEach((all, i) => {
      all.push({ points: lab.points(i).slice(), angles: lab.angles(i).slice() });
    });
  look();
  for (let update = 0; update < watch.most && !lab.finished; update++) {
    lab.advance(1);
    watch.after?.(lab);
    look();
  }
  return poses;
}

/** The instance within tolerance with the fewest updates; else that with the least error. */
function nearest(lab: Lab): number {
  const cost = (instance: number): number => {
    const { within, updates, error } = lab.status(instance);
    return within ? updates : 1e6 * (1 + error);
  };
  const costs = Array.from({ length: lab.instanceCount }, (_, i) => cost(i));
  return costs.indexOf(Math.min(...costs));
}

const { x: X, y: Y, z: Z } = DIRECTIONS;
/** By the up axis of the scene. */
const FACES: Readonly<Record<View['up'], SheetAxes>> = {
  x: { right: Z, up: X },
  y: { right: X, up: Y },
  z: { right: Y, up: Z },
};

function drawn(scene: Scene, run: readonly Moment[], goals: Float64Array, slot: number): Sketch {
  const { tree, scenario } = scene;
  const face = FACES[scenario.view.up];
  const flat = onSheet(tilted(face));
  const effectors = tree.effectors.map(({ id }) => id);
  const every = Math.max(1, Math.ceil((run.length - 1) / KEPT));
  const poses = run.filter((_, i) => i % every === 0 || i === run.length - 1);
  return {
    slot,
    bones: bonesOf(tree),
    poses: poses.map(({ points }) => pointsOf(points).map(flat)),
    angles: poses.map(({ angles }) => angles),
    lastGoals: goals,
    tips: scenario.targets.map(({ effector }) => tree.joints.length + effectors.indexOf(effector)),
    goals: pointsOf(goals, 7).map(flat),
    ground: ground(
      run.map(({ points }) => points),
      face,
    ).map(([a, b]) => [flat(a), flat(b)] as const),
  };
}

const CELLS = 7; // Cells to each side of the base.

/** A grid below the base, as wide as the mechanism's reach. */
function ground(run: readonly Float64Array[], { right, up }: SheetAxes): (readonly [Vec3, Vec3])[] {
  const ends = [run[0], run.at(-1)].flatMap((pose) => pointsOf(pose ?? []));
  const [base = [0, 0, 0] as Vec3] = ends;
  const cell = Math.max(0, ...ends.map((place) => distance(place, base))) / 4;
  const at = (x: number, z: number): Vec3 =>
    addScaled(addScaled(base, right, x * cell), cross(right, up), z * cell);
  return Array.from({ length: 2 * CELLS + 1 }, (_, i) => i - CELLS).flatMap((k) => [
    [at(k, -CELLS), at(k, CELLS)] as const,
    [at(-CELLS, k), at(CELLS, k)] as const,
  ]);
}
