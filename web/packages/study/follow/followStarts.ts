/**
 * Start poses of the runs of a path: solutions of its first point on different branches, or poses
 * near one.
 */
import { type Batch, type Engine, openBatch } from 'iklab/engine';
import { BATCH, BATCH_CAPACITY } from 'iklab/engine/protocol';
import {
  clampTo,
  faultsText,
  fullDocument,
  isMovingJoint,
  type Joint,
  parse,
  resolve,
  type Scene,
  TURN,
} from 'iklab/scenario';

const TRIES = 8; // Tries per start.
// Radians or metres: solutions that differ more than this in some joint are distinct.
const APART = 0.1;
const NEAR = 0.05; // Radians or metres: largest perturbation of a joint.
const STRIDE = Object.keys(BATCH).length;

/**
 * Returns `starts` poses, the same for all methods of a study. The first is solved from the start
 * of the scene, the others from random poses. If there are fewer solutions than starts, the
 * solutions are repeated with small joint perturbations. If there is no solution, the first is the
 * start of the scene.
 */
export function followStarts(
  engine: Engine,
  scene: Scene,
  seed: number,
  starts: number,
): readonly (readonly number[])[] {
  const joints = scene.tree.joints.filter(isMovingJoint);
  const found: number[][] = [];
  for (const solution of solutions(engine, scene, seed, starts)) {
    const pose = unwound(scene, joints, solution);
    if (found.every((other) => differs(joints, pose, other))) found.push(pose);
    if (found.length === starts) break;
  }
  const own = found.length > 0 ? found : [[...scene.start]];
  const limited = scene.scenario.limitPolicy !== 'ignore';
  return Array.from({ length: starts }, (_, i) => {
    const base = own[i % own.length] as number[];
    if (i < own.length) return base;
    const next = uniformOf(seed, i);
    return base.map((value, j) => {
      const moved = value + NEAR * (2 * next() - 1);
      return limited ? clampTo(moved, joints[j]?.limits ?? null) : moved;
    });
  });
}

/** Always uses the same method, so that the starts do not depend on the methods of the study. */
function* solutions(engine: Engine, scene: Scene, seed: number, starts: number) {
  const document = {
    ...fullDocument(scene.scenario),
    methods: [{ id: 'levenberg-marquardt' }],
    run: {
      mode: 'converge',
      tolerance: 1e-9,
      orientationTolerance: 1e-9,
      maxUpdates: 200,
      maxSlow: 20,
    },
  };
  const read = parse(document, engine.catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults));
  const sharp = resolve(read.value);
  for (const [start, most] of [
    ['given', 1],
    ['random', TRIES * starts],
  ] as const) {
    const batch = openBatch(engine, sharp, { sampling: { kind: 'path', spacing: 1, start }, seed });
    try {
      for (let first = 0; first < most; first += BATCH_CAPACITY)
        yield* solved(batch, sharp, first, Math.min(BATCH_CAPACITY, most - first));
    } finally {
      batch.delete();
    }
  }
}

function* solved(batch: Batch, { scenario }: Scene, first: number, count: number) {
  const [panel] = scenario.methods;
  if (!panel) return;
  const rows = batch.solve(panel, first, count);
  const poses = batch.poses;
  const n = batch.jointCount;
  const inside = scenario.limitPolicy === 'ignore' ? BATCH.solved : BATCH.inLimits;
  for (let i = 0; i < count; i++)
    if (rows[i * STRIDE + BATCH.solved] === 1 && rows[i * STRIDE + inside] === 1)
      yield [...poses.subarray(i * n, (i + 1) * n)];
}

/**
 * Shifts each independent revolute joint that no other joint mimics by whole turns, as near to the
 * start of the scene as its limits allow.
 */
function unwound(
  { tree, start }: Scene,
  joints: readonly Joint[],
  pose: readonly number[],
): number[] {
  return pose.map((value, j) => {
    const { id, type, limits } = joints[j] as Joint;
    if (type !== 'revolute' || tree.joints.some(({ mimic }) => mimic?.joint === id)) return value;
    const turned = value - TURN * Math.round((value - (start[j] as number)) / TURN);
    return turned === clampTo(turned, limits) ? turned : value;
  });
}

/** Whether some joint differs by more than `APART`, modulo whole turns. */
const differs = (joints: readonly Joint[], a: readonly number[], b: readonly number[]): boolean =>
  joints.some(({ type }, j) => {
    const apart = Math.abs((a[j] as number) - (b[j] as number));
    return (
      (type === 'revolute' ? Math.abs(apart - TURN * Math.round(apart / TURN)) : apart) > APART
    );
  });

/** Pseudorandom numbers in [0, 1): mulberry32, seeded with a seed and an index. */
export function uniformOf(seed: number, index: number): () => number {
  let state = (seed % 2 ** 32) ^ Math.floor(seed / 2 ** 32) ^ Math.imul(index + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
