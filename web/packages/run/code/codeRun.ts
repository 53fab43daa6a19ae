import {
  type Engine,
  hasStationaryTargets,
  replaySceneInSteps,
  type UpdateRecord,
} from '@iklab/core/engine';
import { type MethodPanel, resolveScenario, type Scenario, type Scene } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { isIndependentJoint } from '@iklab/core/scenario/robot';

const MAX_UPDATES = 20_000;
const ENDLESS_UPDATES = 100;
const UPDATES_PER_SLICE = 32;
const TIME_PER_SLICE = 4;

export const UNLIMITED_ERROR_RISES = 1_000_000;

export interface RunUpdate {
  readonly update: number;
  /** Time of the targets' motion at which the update is made, in seconds. */
  readonly time: number;
  readonly angles: readonly number[];
  /** Error after the update: the sum of the targets' distances, in metres. */
  readonly error: number;
}

export interface CodeRun {
  readonly scene: Scene;
  readonly panel: MethodPanel;
  readonly catalogue: Catalogue;
  readonly workingRank: number;
  readonly updates: readonly RunUpdate[];
  readonly stop: string | null;
  /** True if the run in mode `converge` has not stopped after the computed updates. */
  readonly cut: boolean;
  readonly restarts: number;
  /** True in mode `converge`, and if the run ends at the same pose without stop rules. */
  readonly unruled: boolean;
  /** True if a rounding error in the start values leads to a different result. */
  readonly sensitive: boolean;
  /** Number of frames that the updates take; null if the last frame is incomplete. */
  readonly frames: number | null;
  readonly isStationary: boolean;
  readonly hash: string;
  readonly build: string;
}

export const runsUntilConverged = ({ scenario }: Scene): boolean =>
  scenario.run.mode === 'converge';

/**
 * Runs one method of a scenario from the start. `index`: of the method. Each `next` takes a few
 * milliseconds.
 */
export function* makeCodeRun(
  engine: Engine,
  scenario: Scenario,
  index: number,
): Generator<void, CodeRun> {
  const panel = scenario.methods[index];
  if (!panel) throw new RangeError(`there is no method ${index}`);
  const scene = resolveScenario({ ...scenario, methods: [panel] });
  const converges = runsUntilConverged(scene);
  const most = converges ? MAX_UPDATES : ENDLESS_UPDATES;
  // One more update shows whether a frame ends with the last one.
  const made = yield* collectRecords(engine, scene, converges ? most : most + 1);
  const next = made.list[most];
  made.list.length = Math.min(made.list.length, most);
  const last = made.list.at(-1);
  const sensitive = yield* isSensitiveToRounding(engine, scene, made.list);
  const run = replaySceneInSteps(engine, scene);
  let step = run.next();
  for (; !step.done; step = run.next()) yield;
  return {
    scene,
    panel,
    catalogue: engine.catalogue,
    workingRank: made.rank,
    updates: made.list,
    stop: last?.stop ?? null,
    cut: converges && !last?.stop,
    restarts: last?.restarts ?? 0,
    sensitive,
    unruled: converges || (yield* isSameWithoutRules(engine, scene, last)),
    frames: last && next && next.frame > last.frame ? last.frame : null,
    isStationary: hasStationaryTargets(scene),
    hash: step.value,
    build: engine.catalogue.build,
  };
}

function* collectRecords(engine: Engine, scene: Scene, most: number) {
  const lab = engine.open(scene);
  try {
    const list: UpdateRecord[] = [];
    for (let idle = 0; list.length < most && !list.at(-1)?.stop && idle < 1000; idle++) {
      const before = list.length;
      lab.advance(UPDATES_PER_SLICE, TIME_PER_SLICE);
      lab.drain((record) => list.length < most && list.push(record));
      if (list.length > before) idle = 0;
      yield;
    }
    return { list, rank: lab.workingRank };
  } finally {
    lab.close();
  }
}

const ROUNDING = 1e-14; // Relative change of a start value.
const MAX_DIVERGENCE = 1e-10;

function* isSensitiveToRounding(engine: Engine, scene: Scene, list: readonly UpdateRecord[]) {
  const joints = scene.tree.joints.filter(isIndependentJoint);
  const start = scene.start.map((value, i) => {
    const off = ROUNDING * (1 + Math.abs(value)) * (i % 2 ? -1 : 1);
    const [low, high] = joints[i]?.limits ?? [-Infinity, Infinity];
    return value + off >= low && value + off <= high ? value + off : value - off;
  });
  if (start.some((value, i) => isOutside(value, joints[i]?.limits ?? null))) return false;
  const perturbed = yield* collectRecords(engine, { ...scene, start }, list.length);
  return list.some(({ angles }, k) =>
    angles.some(
      (angle, i) => Math.abs(angle - (perturbed.list[k]?.angles[i] ?? angle)) > MAX_DIVERGENCE,
    ),
  );
}

const isOutside = (value: number, limits: readonly [number, number] | null): boolean =>
  limits !== null && (value < limits[0] || value > limits[1]);

function* isSameWithoutRules(engine: Engine, scene: Scene, last: UpdateRecord | undefined) {
  if (!last || !hasStationaryTargets(scene)) return false;
  const { run, targets } = scene.scenario;
  const rules = {
    tolerance: 0,
    orientationTolerance: 0,
    minImprovement: 0,
    maxRises: UNLIMITED_ERROR_RISES,
  };
  const solved = {
    ...scene.scenario,
    run: { ...run, ...rules, mode: 'converge' as const, maxUpdates: ENDLESS_UPDATES, maxSlow: 0 },
    targets: targets.map((target) => ({ ...target, tolerance: null })),
  };
  const alone = { ...solved, run: { ...solved.run, residual: null, restarts: null } };
  const { list } = yield* collectRecords(engine, { ...scene, scenario: alone }, ENDLESS_UPDATES);
  const end = list.at(-1);
  return (
    end?.angles.every((angle, i) => Math.abs(angle - (last.angles[i] ?? NaN)) < 1e-13) ?? false
  );
}
