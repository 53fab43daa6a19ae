import { type Engine, openProblemBatch, type ProblemBatch } from '@iklab/core/engine';
import { BATCH, BATCH_CAPACITY } from '@iklab/core/engine/protocol';
import { fullDocument, type Joint, resolveScenario, type Scene } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { TWO_PI } from '@iklab/core/scenario/numbers';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { clampToJointLimits, isIndependentJoint } from '@iklab/core/scenario/robot';

const TRIES_PER_START = 8; // Tries per start.
// Radians or metres: solutions that differ more than this in some joint are distinct.
const MIN_DIFFERENCE = 0.1;
const MAX_PERTURBATION = 0.05; // Radians or metres: largest perturbation of a joint.
const STRIDE = Object.keys(BATCH).length;

/**
 * Finds `starts` start poses: solutions of the first point from the scene's start, then from random
 * poses. Perturbed copies replace missing solutions. Without any solution, the first pose is the
 * scene's start.
 */
export function findPathRunStarts(
  engine: Engine,
  scene: Scene,
  seed: number,
  starts: number,
): readonly (readonly number[])[] {
  const joints = scene.tree.joints.filter(isIndependentJoint);
  const found: number[][] = [];
  for (const solution of findSolutions(engine, scene, seed, starts)) {
    const pose = unwind(scene, joints, solution);
    if (found.every((other) => isDistinct(joints, pose, other))) found.push(pose);
    if (found.length === starts) break;
  }
  const distinct = found.length > 0 ? found : [[...scene.start]];
  const limited = scene.scenario.limitPolicy !== 'ignore';
  return Array.from({ length: starts }, (_, i) => {
    const base = distinct[i % distinct.length] as number[];
    if (i < distinct.length) return base;
    const next = makeUniformGenerator(seed, i);
    return base.map((value, j) => {
      const moved = value + MAX_PERTURBATION * (2 * next() - 1);
      return limited ? clampToJointLimits(moved, joints[j]?.limits ?? null) : moved;
    });
  });
}

/** Yields solutions of the first point of the path. A fixed method finds them. */
function* findSolutions(engine: Engine, scene: Scene, seed: number, starts: number) {
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
  const read = parseScenarioDocument(document, engine.catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults));
  const sharp = resolveScenario(read.value);
  for (const [start, most] of [
    ['given', 1],
    ['random', TRIES_PER_START * starts],
  ] as const) {
    const batch = openProblemBatch(engine, sharp, {
      sampling: { kind: 'path', spacing: 1, start },
      seed,
    });
    try {
      for (let first = 0; first < most; first += BATCH_CAPACITY)
        yield* solveBatch(batch, sharp, first, Math.min(BATCH_CAPACITY, most - first));
    } finally {
      batch.delete();
    }
  }
}

function* solveBatch(batch: ProblemBatch, { scenario }: Scene, first: number, count: number) {
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

/** Shifts revolute joints by whole turns towards the start of the scene, within limits. */
function unwind(
  { tree, start }: Scene,
  joints: readonly Joint[],
  pose: readonly number[],
): number[] {
  return pose.map((value, j) => {
    const { id, type, limits } = joints[j] as Joint;
    if (type !== 'revolute' || tree.joints.some(({ mimic }) => mimic?.joint === id)) return value;
    const unwoundValue = value - TWO_PI * Math.round((value - (start[j] as number)) / TWO_PI);
    return unwoundValue === clampToJointLimits(unwoundValue, limits) ? unwoundValue : value;
  });
}

const isDistinct = (
  joints: readonly Joint[],
  a: readonly number[],
  b: readonly number[],
): boolean =>
  joints.some(({ type }, j) => {
    const apart = Math.abs((a[j] as number) - (b[j] as number));
    return (
      (type === 'revolute' ? Math.abs(apart - TWO_PI * Math.round(apart / TWO_PI)) : apart) >
      MIN_DIFFERENCE
    );
  });

/** Returns a generator of numbers in [0, 1): mulberry32, seeded with a seed and an index. */
export function makeUniformGenerator(seed: number, index: number): () => number {
  let state = (seed % 2 ** 32) ^ Math.floor(seed / 2 ** 32) ^ Math.imul(index + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
