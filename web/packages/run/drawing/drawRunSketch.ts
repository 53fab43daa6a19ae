import type { Engine, Lab } from '@iklab/core/engine';
import type { ScenarioView, Scene, Vec3 } from '@iklab/core/scenario';
import { AXIS_DIRECTIONS, addScaled, cross, distance } from '@iklab/core/scenario/numbers';
import { listLinkIndexPairs } from '../session/listLinkIndexPairs.ts';
import {
  type DrawingAxes,
  type FlatPoint,
  makeFlatProjection,
  splitIntoPositions,
  tiltDrawingAxes,
} from './flatDrawing.ts';

const DEFAULT_RUN = { most: 240 }; // Updates.
const MAX_POSES = 40; // Poses of the run.

/** Flat drawing of a run, in metres, y up. */
export interface SceneSketch {
  readonly slot: number;
  /** Links of the mechanism as pairs of indices into the points of a pose. */
  readonly bones: readonly (readonly [number, number])[];
  /** Projected points of each pose of the run, from first to last: joints, then effectors. */
  readonly poses: readonly (readonly FlatPoint[])[];
  /** Indices of the effectors with a target, among the points of a pose. */
  readonly tips: readonly number[];
  readonly goals: readonly FlatPoint[];
  readonly angles: readonly Float64Array[];
  /**
   * Goal poses at the end of the run, 7 numbers per target: position xyz (metres) and quaternion
   * xyzw.
   */
  readonly lastGoals: Float64Array;
  readonly ground: readonly (readonly [FlatPoint, FlatPoint])[];
}

export interface SketchRunOptions {
  /** Maximum number of updates, for a run that does not stop by itself. */
  readonly most: number;
  onUpdate?(lab: Lab): void;
}

/** Draws the run of the most successful method (`best`) or the first method of a scene. */
export function drawRunSketch(
  engine: Engine,
  scene: Scene,
  method: 'best' | 'first',
  watch: SketchRunOptions = DEFAULT_RUN,
): SceneSketch {
  const lab = engine.open(scene);
  try {
    const runs = recordRun(lab, watch);
    const instance = method === 'first' ? 0 : bestInstance(lab);
    const { methods } = scene.scenario;
    return makeSketch(
      scene,
      runs[instance] ?? [],
      lab.goals().slice(),
      methods[instance]?.slot ?? 1,
    );
  } finally {
    lab.close();
  }
}

interface PoseSample {
  readonly points: Float64Array;
  readonly angles: Float64Array;
}

function recordRun(lab: Lab, watch: SketchRunOptions): PoseSample[][] {
  const poses: PoseSample[][] = Array.from({ length: lab.instanceCount }, () => []);
  const record = () =>
    poses.forEach((all, i) => {
      all.push({ points: lab.points(i).slice(), angles: lab.angles(i).slice() });
    });
  record();
  for (let update = 0; update < watch.most && !lab.finished; update++) {
    lab.advance(1);
    watch.onUpdate?.(lab);
    record();
  }
  return poses;
}

function bestInstance(lab: Lab): number {
  const cost = (instance: number): number => {
    const { within, updates, error } = lab.status(instance);
    return within ? updates : 1e6 * (1 + error);
  };
  const costs = Array.from({ length: lab.instanceCount }, (_, i) => cost(i));
  return costs.indexOf(Math.min(...costs));
}

const { x: X, y: Y, z: Z } = AXIS_DIRECTIONS;
const FRONT_AXES: Readonly<Record<ScenarioView['up'], DrawingAxes>> = {
  x: { right: Z, up: X },
  y: { right: X, up: Y },
  z: { right: Y, up: Z },
};

function makeSketch(
  scene: Scene,
  run: readonly PoseSample[],
  goals: Float64Array,
  slot: number,
): SceneSketch {
  const { tree, scenario } = scene;
  const face = FRONT_AXES[scenario.view.up];
  const flat = makeFlatProjection(tiltDrawingAxes(face));
  const effectors = tree.effectors.map(({ id }) => id);
  const every = Math.max(1, Math.ceil((run.length - 1) / MAX_POSES));
  const poses = run.filter((_, i) => i % every === 0 || i === run.length - 1);
  return {
    slot,
    bones: listLinkIndexPairs(tree),
    poses: poses.map(({ points }) => splitIntoPositions(points).map(flat)),
    angles: poses.map(({ angles }) => angles),
    lastGoals: goals,
    tips: scenario.targets.map(({ effector }) => tree.joints.length + effectors.indexOf(effector)),
    goals: splitIntoPositions(goals, 7).map(flat),
    ground: groundGrid(
      run.map(({ points }) => points),
      face,
    ).map(([a, b]) => [flat(a), flat(b)] as const),
  };
}

const CELLS = 7; // Cells to each side of the base.

function groundGrid(
  run: readonly Float64Array[],
  { right, up }: DrawingAxes,
): (readonly [Vec3, Vec3])[] {
  const ends = [run[0], run.at(-1)].flatMap((pose) => splitIntoPositions(pose ?? []));
  const [base = [0, 0, 0] as Vec3] = ends;
  const cell = Math.max(0, ...ends.map((position) => distance(position, base))) / 4;
  const gridPoint = (x: number, z: number): Vec3 =>
    addScaled(addScaled(base, right, x * cell), cross(right, up), z * cell);
  return Array.from({ length: 2 * CELLS + 1 }, (_, i) => i - CELLS).flatMap((k) => [
    [gridPoint(k, -CELLS), gridPoint(k, CELLS)] as const,
    [gridPoint(-CELLS, k), gridPoint(CELLS, k)] as const,
  ]);
}
