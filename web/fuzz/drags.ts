/**
 * Random drags of the robots of the gallery. For a drag that does not reach its targets, an
 * independent judge looks for single changes that, from the pose where the run ended, reduce the
 * error by a tenth or reach the targets.
 */
import {
  type Engine,
  type FailureDiagnosis,
  openPoseSolver,
  type PoseSolver,
} from '@iklab/core/engine';
import { ANSWER, RULE, STOPS, type Stop, TARGET_STRIDE } from '@iklab/core/engine/protocol';
import {
  type MethodPanel,
  type PlainObject,
  resolveScenario,
  type Scene,
  type Vec3,
} from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { knownRobotPresets } from '@iklab/core/scenario/presets/robotShelf';
import {
  BoundedPoseSearch,
  type BoundedSearchGoal,
  type BoundedSearchResult,
  type BoundedSearchTolerances,
} from './boundedSearch.ts';
import { Random } from './random.ts';

/**
 * Changes that the judge tries after a drag, each named after the cause that it removes.
 * `continued`: no rule stops the run.
 */
export const DRAG_CURES = [
  'joint-limits',
  'singular-pose',
  'local-minimum',
  'continued',
  'damping',
  'dropped-direction',
  'step-limit',
  'target-clamp',
  'joint-weights',
  'secondary-goal',
  'priority',
  'overshoot',
  'method',
] as const;
export type DragCure = (typeof DRAG_CURES)[number];

export interface DragReport {
  readonly number: number;
  readonly robot: string;
  readonly method: string;
  readonly limits: string;
  readonly stop: Stop;
  readonly reached: boolean;
  /** The module's diagnosis; null if the drag reached its targets. */
  readonly why: FailureDiagnosis | null;
  readonly cures: readonly DragCure[];
  /** Norm ‖e‖₂ of the error at the end of the run, by the judge's kinematics, in metres. */
  readonly error: number;
  /** True if the judge confirms that the targets are reached, or the stated cause. */
  readonly confirmed: boolean;
  /** Duration of the diagnosis, in milliseconds. */
  readonly took: number;
}

const CLOSER_SHARE = 0.9;
const CURE_UPDATES = 400;
const RESTART_COUNT = 16;
const NUDGE_COUNT = 8;
const NUDGE_ANGLE = Math.PI / 36;
const NO_LIMIT = 1_000_000;
const DAMPING_KEYS = new Set(['lambda', 'lambdaMax', 'beta', 'c']);

export interface DragCase {
  readonly number: number;
  readonly robot: string;
  readonly scene: Scene;
  readonly panel: MethodPanel;
  readonly stretch: number;
  readonly start: readonly number[];
  readonly goals: readonly BoundedSearchGoal[];
}

/** Returns a drag by its number: robots and methods take turns, everything else is random. */
export function makeDrag(number: number, seed: number, engine: Engine): DragCase {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const robots = knownRobotPresets;
  const { id: robot, document } = robots[
    number % robots.length
  ] as (typeof knownRobotPresets)[number];
  const { methods } = engine.catalogue;
  const offered = methods.filter(({ group }) => group !== 'written');
  const method = offered[Math.floor(number / robots.length) % offered.length]?.id ?? 'dls';
  const changes = changeDocument(document, method, random);
  const read = parseScenarioDocument(changes, engine.catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults));
  const drawn = resolveScenario(read.value);
  const panel = drawn.scenario.methods[0] as MethodPanel;
  const stretch = engine.catalogue.stretchOf(drawn);
  const search = new BoundedPoseSearch(drawn.tree, drawn.scenario.targets, stretch);
  const start = random.chance(0.5) ? drawn.start : search.drawPose(random);
  return {
    number,
    robot,
    scene: drawn,
    panel: random.chance(0.25) ? hinderMethod(panel, stretch, engine, random) : panel,
    stretch,
    start,
    goals: drawGoals(search, start, stretch, random),
  };
}

function changeDocument(document: PlainObject, method: string, random: Random): PlainObject {
  const { targets, tree, run, ...rest } = document;
  const oriented = random.chance(0.6);
  const rules = random.chance(0.5) ? { minImprovement: 1e-5, maxRises: 3 } : {};
  const maxUpdates = random.pick([4000, 4000, 4000, 400, 40]);
  const weighted = random.chance(0.08);
  const { joints } = tree as { joints: object[] };
  return {
    ...rest,
    iklab: 2,
    limitPolicy: random.pick(['ignore', 'clamp', 'lock'] as const),
    tree: {
      ...(tree as object),
      joints: weighted
        ? joints.map((joint) => ({
            ...joint,
            weight: random.chance(0.5) ? random.logUniform(1, 1e3) : 1,
          }))
        : joints,
    },
    targets: (targets as PlainObject[]).map((target) =>
      oriented ? target : { ...target, orientation: null, free: null },
    ),
    run: { ...(run as object), ...rules, maxUpdates },
    methods: [{ id: method }],
  };
}

/** Changes one setting of the method so that it may prevent success. */
function hinderMethod(
  panel: MethodPanel,
  stretch: number,
  engine: Engine,
  random: Random,
): MethodPanel {
  const scaled = (keys: ReadonlySet<string>, low: number, high: number): MethodPanel => ({
    ...panel,
    params: changeParams(panel, engine, (key, value, { min, max }) =>
      keys.has(lastKeyPart(key))
        ? Math.min(Math.max(value * random.logUniform(low, high), min), max)
        : value,
    ),
  });
  switch (random.integer(0, 6)) {
    case 0:
      return scaled(DAMPING_KEYS, 3, 300);
    case 1:
      return scaled(new Set(['cutoff']), 2, 30);
    case 2: {
      const distance = stretch * random.logUniform(1e-4, 0.1);
      const mode = random.pick(['fixed', 'adaptive'] as const);
      return {
        ...panel,
        targetClamp: { mode, distance, angle: distance / stretch, rule: 'paper' },
      };
    }
    case 3:
      return {
        ...panel,
        maxStep: random.logUniform(1e-5, 0.1),
        maxSlide: stretch * random.logUniform(1e-5, 0.1),
      };
    case 4: {
      const kind = random.pick(['rest', 'limit-middle', 'manipulability'] as const);
      return { ...panel, secondary: { kind, gain: random.logUniform(0.1, 3) } };
    }
    case 5:
      return { ...panel, gain: random.between(1.5, 2.5) };
    default:
      return scaled(DAMPING_KEYS, 1e-4, 0.1);
  }
}

/** Returns goals at a pose within the limits, at one that may exceed them, or anywhere. */
function drawGoals(
  search: BoundedPoseSearch,
  start: readonly number[],
  stretch: number,
  random: Random,
): BoundedSearchGoal[] {
  const kind = random.pick(['near', 'far', 'far', 'beyond', 'anywhere'] as const);
  if (kind === 'far') return search.computeGoals(search.drawPose(random));
  if (kind === 'beyond') return search.computeGoals(search.nudge(start, random, Math.PI / 2));
  if (kind === 'near') {
    const { lower, upper } = search.limits;
    const near = search.nudge(start, random, 0.6);
    return search.computeGoals(
      near.map((x, i) => Math.min(Math.max(x, lower[i] ?? x), upper[i] ?? x)),
    );
  }
  return search.computeGoals(search.drawPose(random)).map(({ orientation }, i) => {
    const from = search.computeGoals(start)[i]?.position ?? [0, 0, 0];
    const direction = [0, 1, 2].map(() => random.between(-1, 1));
    const length = (stretch * random.between(0, 1)) / Math.hypot(...direction);
    return {
      position: from.map((x, k) => x + length * (direction[k] ?? 0)) as unknown as Vec3,
      orientation,
    };
  });
}

const lastKeyPart = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

/** Applies `change` to each numeric parameter of a method and its stages, given its range. */
function changeParams(
  { id, params }: MethodPanel,
  { catalogue }: Engine,
  change: (key: string, value: number, range: { min: number; max: number }) => number,
): MethodPanel['params'] {
  const row = (name: unknown) => catalogue.methods.find((each) => each.id === name);
  const changed: Record<string, MethodPanel['params'][string]> = { ...params };
  for (const [key, value] of Object.entries(params)) {
    if (typeof value !== 'number') continue;
    const [stage, inner] = key.includes('.') ? key.split('.') : [null, key];
    const found = row(stage ? params[stage] : id)?.params.find((each) => each.key === inner);
    if (found) changed[key] = change(key, value, found);
  }
  return changed;
}

class TestedSolver {
  readonly #solver: PoseSolver;
  readonly #drag: DragCase;
  readonly #rules: Float64Array;

  constructor(engine: Engine, drag: DragCase, scene = drag.scene) {
    this.#drag = drag;
    this.#solver = openPoseSolver(engine, scene);
    this.#solver.numbers('rules').set([0], RULE.restarts);
    this.#rules = this.#solver.numbers('rules').slice();
  }

  run(
    panel: MethodPanel,
    start: readonly number[],
  ): { theta: number[]; stop: Stop; updates: number } {
    this.#setInputs(panel, start);
    this.#solver.solve();
    const outcome = this.#solver.numbers('outcome');
    return {
      theta: [...this.#solver.numbers('answer')],
      stop: STOPS[outcome[ANSWER.stop] as number] as Stop,
      updates: outcome[ANSWER.updates] as number,
    };
  }

  /** Disables the stop rules of later runs, except this limit of updates. */
  withoutRules(updates: number): void {
    const rules = this.#rules;
    rules[RULE.minImprovement] = 0;
    rules[RULE.maxRises] = NO_LIMIT;
    rules[RULE.maxSlow] = 0;
    rules[RULE.maxUpdates] = updates;
  }

  diagnose(panel: MethodPanel, start: readonly number[], stop: Stop): FailureDiagnosis {
    this.#setInputs(panel, start);
    return this.#solver.diagnose(stop);
  }

  #setInputs(panel: MethodPanel, start: readonly number[]): void {
    this.#solver.setMethod(panel);
    this.#solver.numbers('rules').set(this.#rules);
    this.#solver.numbers('start').set(start);
    const rows = this.#solver.numbers('goals');
    for (const [i, { position, orientation }] of this.#drag.goals.entries())
      rows.set([...position, ...orientation], i * TARGET_STRIDE);
  }

  delete(): void {
    this.#solver.delete();
  }
}

/** Runs a drag to its end and checks the diagnosis. */
export function judgeDrag(
  drag: DragCase,
  engine: Engine,
  clock: () => number = () => 0,
): DragReport {
  const solver = new TestedSolver(engine, drag);
  try {
    return judgeRun(solver, drag, engine, clock);
  } finally {
    solver.delete();
  }
}

function judgeRun(
  solver: TestedSolver,
  drag: DragCase,
  engine: Engine,
  clock: () => number,
): DragReport {
  const { scene, panel } = drag;
  const { theta, stop } = solver.run(panel, drag.start);
  const search = new BoundedPoseSearch(scene.tree, scene.scenario.targets, drag.stretch);
  const report = {
    number: drag.number,
    robot: drag.robot,
    method: panel.id,
    limits: scene.scenario.limitPolicy,
    stop,
  };
  const result = search.evaluate(theta, drag.goals, scene.scenario.run);
  if (stop === 'reached')
    return {
      ...report,
      reached: true,
      why: null,
      cures: [],
      error: result.error,
      confirmed: result.reached,
      took: 0,
    };
  const before = clock();
  const why = solver.diagnose(panel, theta, stop);
  const took = clock() - before;
  const judge = new Judge(engine, drag, search, theta);
  const cures = judge.findCures();
  const confirmed = judge.confirms(why, cures, stop);
  return { ...report, reached: false, why, cures, error: result.error, confirmed, took };
}

class Judge {
  readonly #engine: Engine;
  readonly #drag: DragCase;
  readonly #search: BoundedPoseSearch;
  readonly #theta: readonly number[];
  readonly #endResult: BoundedSearchResult;
  readonly #random: Random;
  readonly #holds: boolean;
  readonly #tolerances: BoundedSearchTolerances;
  /** Smallest sum of distances of the poses found within the bounds, and whether any reaches. */
  #closest = Infinity;
  #anyReached = false;

  constructor(engine: Engine, drag: DragCase, search: BoundedPoseSearch, theta: readonly number[]) {
    this.#engine = engine;
    this.#drag = drag;
    this.#search = search;
    this.#theta = theta;
    this.#tolerances = drag.scene.scenario.run;
    this.#endResult = search.evaluate(theta, drag.goals, this.#tolerances);
    this.#random = new Random(drag.number);
    this.#holds = drag.scene.scenario.limitPolicy !== 'ignore';
  }

  findCures(): DragCure[] {
    const cures = new Set<DragCure>([...this.#tryPoseCures(), ...this.#tryMethodCures()]);
    return DRAG_CURES.filter((cure) => cures.has(cure));
  }

  confirms(
    { cause, shortfall }: FailureDiagnosis,
    cures: readonly DragCure[],
    stop: Stop,
  ): boolean {
    switch (cause) {
      case 'out-of-reach':
        return !this.#anyReached && this.#closest > shortfall - 1e-9;
      case 'no-pose-found':
        return cures.length === 0;
      case 'breakdown':
        return stop === 'breakdown';
      case 'update-limit':
      case 'stop-rule':
      case 'converging':
        return cures.includes('continued');
      default:
        return cures.includes(cause as DragCure);
    }
  }

  *#tryPoseCures(): Generator<DragCure> {
    const { released } = this.#search;
    const bounded = this.#solve(this.#theta);
    if (this.#helps(bounded)) yield 'method';
    if (this.#holds && !bounded.reached) {
      const free = this.#search.solve(this.#theta, this.#drag.goals, this.#tolerances, released);
      const closer =
        free.reached || free.error <= CLOSER_SHARE * bounded.error || !this.#helps(bounded);
      if (this.#helps(free) && closer) yield 'joint-limits';
    }
    if (this.#helps(bounded)) return;
    let moved = false;
    for (let k = 0; k < NUDGE_COUNT && !moved; k++) {
      const near = this.#solve(this.#search.nudge(this.#theta, this.#random, NUDGE_ANGLE));
      moved = near.reached || near.error <= CLOSER_SHARE * bounded.error;
    }
    if (moved) yield 'singular-pose';
    for (let k = 0; k < RESTART_COUNT; k++) {
      if (this.#solve(this.#search.drawPose(this.#random)).reached && !moved)
        return yield 'local-minimum';
    }
  }

  #solve(start: readonly number[]): BoundedSearchResult {
    const { limits, released } = this.#search;
    const bounds = this.#holds ? limits : released;
    const { goals, scene } = this.#drag;
    const found = this.#search.solve(start, goals, this.#tolerances, bounds);
    this.#anyReached ||= found.reached;
    const tips = this.#search.computeGoals(found.theta);
    const sum = scene.scenario.targets.reduce((total, _, i) => {
      const [tip, to] = [tips[i]?.position ?? [], goals[i]?.position ?? []];
      return total + Math.hypot(...tip.map((x, k) => x - (to[k] ?? 0)));
    }, 0);
    this.#closest = Math.min(this.#closest, sum);
    return found;
  }

  *#tryMethodCures(): Generator<DragCure> {
    const { panel, scene, stretch } = this.#drag;
    const helps = (changed: MethodPanel, changedScene = scene) => {
      const solver = new TestedSolver(this.#engine, this.#drag, changedScene);
      solver.withoutRules(CURE_UPDATES);
      const { theta } = solver.run(changed, this.#theta);
      solver.delete();
      return this.#helps(this.#search.evaluate(theta, this.#drag.goals, this.#tolerances));
    };
    const anyHelps = (changed: readonly MethodPanel[]) => changed.some((each) => helps(each));
    if (helps(panel)) yield 'continued';
    if (anyHelps([1 / 3, 0.1, 0.01].flatMap((share) => this.#scalePanels(DAMPING_KEYS, share))))
      yield 'damping';
    const cutoffs = [0.3, 0.1, 0.01, 1e-3, 1e-6];
    if (anyHelps(cutoffs.flatMap((share) => this.#scalePanels(new Set(['cutoff']), share))))
      yield 'dropped-direction';
    if (anyHelps([...this.#withoutStepLimit()])) yield 'step-limit';
    const { targetClamp: clamp } = panel;
    if (clamp.mode !== 'off' && helps({ ...panel, targetClamp: { ...clamp, mode: 'off' } }))
      yield 'target-clamp';
    if (panel.secondary && helps({ ...panel, secondary: null })) yield 'secondary-goal';
    if (scene.tree.joints.some(({ weight }) => weight !== 1)) {
      const joints = scene.tree.joints.map((joint) => ({ ...joint, weight: 1 }));
      if (helps(panel, { ...scene, tree: { ...scene.tree, joints } })) yield 'joint-weights';
    }
    if (panel.id === 'priority') {
      const dls = this.#engine.catalogue.methods.find(({ id }) => id === 'dls');
      const numbers = dls?.params.map(({ key, initial, options, scale }) => [
        key,
        scale === 'toggle' ? Boolean(initial) : (options[initial] ?? initial),
      ]);
      const params = { ...Object.fromEntries(numbers ?? []), lambda: panel.params.lambda };
      if (helps({ ...panel, id: 'dls', params })) yield 'priority';
    }
    const smaller: MethodPanel[] = [
      ...this.#scalePanels(DAMPING_KEYS, 3),
      { ...panel, gain: panel.gain / 2 },
      { ...panel, maxStep: 0.1 },
    ];
    const near = {
      mode: 'fixed',
      distance: 0.1 * stretch,
      angle: Math.PI / 4,
      rule: 'paper',
    } as const;
    if (clamp.mode === 'off') smaller.push({ ...panel, targetClamp: near });
    if (anyHelps(smaller)) yield 'overshoot';
  }

  /** Returns one panel for each positive parameter with one of these names. */
  #scalePanels(keys: ReadonlySet<string>, share: number): MethodPanel[] {
    const { panel } = this.#drag;
    return Object.keys(panel.params)
      .filter((key) => keys.has(lastKeyPart(key)) && Number(panel.params[key]) > 0)
      .map((one) => ({
        ...panel,
        params: changeParams(panel, this.#engine, (key, value, { min, max }) =>
          key === one ? Math.min(Math.max(value * share, min), max) : value,
        ),
      }));
  }

  *#withoutStepLimit(): Generator<MethodPanel> {
    const { panel } = this.#drag;
    if (panel.maxStep !== null || panel.maxSlide !== null)
      yield { ...panel, maxStep: null, maxSlide: null };
    for (const [key, no] of [
      ['gammaMax', 2 * Math.PI],
      ['stepBound', 100],
      ['maxTurn', 0],
    ] as const) {
      const limitKeys = Object.keys(panel.params).filter((each) => lastKeyPart(each) === key);
      for (const each of limitKeys) yield { ...panel, params: { ...panel.params, [each]: no } };
    }
  }

  #helps(found: BoundedSearchResult): boolean {
    return found.reached || found.error <= CLOSER_SHARE * this.#endResult.error;
  }
}
