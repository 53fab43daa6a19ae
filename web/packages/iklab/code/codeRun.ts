/** The run that code is written of: one method of a scenario, from its start, made by the module. */
import { allStill, type Engine, type UpdateRecord } from '../engine/index.ts';
import { replay } from '../engine/replay.ts';
import {
  type Catalogue,
  isMovingJoint,
  type MethodPanel,
  resolve,
  type Scenario,
  type Scene,
} from '../scenario/index.ts';

/** Of a run that holds its targets until it stops: what is looked at of it, at most. */
const MOST_UPDATES = 20_000;
/** Of one that goes on for ever. */
const FOLLOWED = 100;
/** Updates, and ms, between two looks; the trace holds more. */
const PIECE = 32;
const TIME = 4;

/** Rises after which a solve ends that shall not. */
export const NEVER = 1_000_000;

/** One update as it was made. */
export interface MadeUpdate {
  readonly update: number;
  /** Seconds, of the targets' motion. */
  readonly time: number;
  readonly angles: readonly number[];
  /** Metres, sum over the targets. */
  readonly error: number;
}

/** What code is written of. */
export interface CodeRun {
  /** With this method alone. */
  readonly scene: Scene;
  readonly panel: MethodPanel;
  readonly catalogue: Catalogue;
  /** Of J over the reach of the mechanism. */
  readonly workingRank: number;
  readonly updates: readonly MadeUpdate[];
  /** Why it ended; null: it goes on after the last of `updates`. */
  readonly stop: string | null;
  /** It has more updates than were looked at, and would end by itself. */
  readonly cut: boolean;
  readonly restarts: number;
  /** A solve without tolerances and other stop rules makes the same updates. */
  readonly unruled: boolean;
  /** It hangs on the last digits: a start that is off by rounding leads elsewhere. */
  readonly sensitive: boolean;
  /** Steps of the targets' clock that the updates take; null: the last one goes on behind them. */
  readonly frames: number | null;
  /** Targets stand still. */
  readonly still: boolean;
  /** Replay hash of this method alone. */
  readonly hash: string;
  /** Short version of the build that made it. */
  readonly build: string;
}

/** The mode in which a run ends by itself. */
export const endsByItself = ({ scenario }: Scene): boolean => scenario.run.mode === 'converge';

/** Makes the run piece by piece: each `next` takes some milliseconds. */
export function* makeCodeRun(
  engine: Engine,
  scenario: Scenario,
  place: number,
): Generator<void, CodeRun> {
  const panel = scenario.methods[place];
  if (!panel) throw new RangeError(`there is no method ${place}`);
  const scene = resolve({ ...scenario, methods: [panel] });
  const converges = endsByItself(scene);
  const most = converges ? MOST_UPDATES : FOLLOWED;
  // one more tells whether a frame ends with the last
  const made = yield* records(engine, scene, converges ? most : most + 1);
  const next = made.list[most];
  made.list.length = Math.min(made.list.length, most);
  const last = made.list.at(-1);
  const sensitive = yield* hangsOnRounding(engine, scene, made.list);
  const run = replay(engine, scene);
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
    unruled: converges || (yield* sameWithoutRules(engine, scene, last)),
    frames: last && next && next.frame > last.frame ? last.frame : null,
    still: allStill(scene),
    hash: step.value,
    build: engine.catalogue.build,
  };
}

function* records(engine: Engine, scene: Scene, most: number) {
  const lab = engine.open(scene);
  try {
    const list: UpdateRecord[] = [];
    for (let idle = 0; list.length < most && !list.at(-1)?.stop && idle < 1000; idle++) {
      const before = list.length;
      lab.advance(PIECE, TIME);
      lab.drain((record) => list.length < most && list.push(record));
      if (list.length > before) idle = 0;
      yield;
    }
    return { list, rank: lab.workingRank };
  } finally {
    lab.close();
  }
}

const ROUNDING = 1e-14; // of a value of the start
/** Ten thousand times that: rounding comes to less than 1e-9 where this holds. */
const LED_APART = 1e-10;

/** The same run from a start beside it, and how far apart they come. */
function* hangsOnRounding(engine: Engine, scene: Scene, list: readonly UpdateRecord[]) {
  const joints = scene.tree.joints.filter(isMovingJoint);
  const start = scene.start.map((value, i) => {
    const off = ROUNDING * (1 + Math.abs(value)) * (i % 2 ? -1 : 1);
    const [low, high] = joints[i]?.limits ?? [-Infinity, Infinity];
    return value + off >= low && value + off <= high ? value + off : value - off;
  });
  if (start.some((value, i) => outside(value, joints[i]?.limits ?? null))) return false;
  const beside = yield* records(engine, { ...scene, start }, list.length);
  return list.some(({ angles }, k) =>
    angles.some((angle, i) => Math.abs(angle - (beside.list[k]?.angles[i] ?? angle)) > LED_APART),
  );
}

const outside = (value: number, limits: readonly [number, number] | null): boolean =>
  limits !== null && (value < limits[0] || value > limits[1]);

/** A run that goes on for ever, made as a solve that ends after as many updates and by nothing else. */
function* sameWithoutRules(engine: Engine, scene: Scene, last: UpdateRecord | undefined) {
  if (!last || !allStill(scene)) return false;
  const { run, targets } = scene.scenario;
  const rules = { tolerance: 0, orientationTolerance: 0, minImprovement: 0, maxRises: NEVER };
  const solved = {
    ...scene.scenario,
    run: { ...run, ...rules, mode: 'converge' as const, maxUpdates: FOLLOWED, maxSlow: 0 },
    targets: targets.map((target) => ({ ...target, tolerance: null })),
  };
  const alone = { ...solved, run: { ...solved.run, residual: null, restarts: null } };
  const { list } = yield* records(engine, { ...scene, scenario: alone }, FOLLOWED);
  const end = list.at(-1);
  return (
    end?.angles.every((angle, i) => Math.abs(angle - (last.angles[i] ?? NaN)) < 1e-13) ?? false
  );
}
