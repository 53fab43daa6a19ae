/** The module's part of the benchmark, and the requests to the other programs. */
import { type Engine, type Lab, loadEngine, openCrowd } from '@iklab/core/engine';
import { resolveScenario, type Scene } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { method as makeMethod } from '../npm/method.ts';
import type { Method } from '../npm/packageTypes.ts';
import { solveMany } from '../npm/solveMany.ts';
import { TaskSolvers } from '../npm/taskSolvers.ts';
import { SOLVE_OPTIONS } from '../npm/writeSolveRules.ts';
import {
  BENCH_RUN_SETTINGS,
  getPresetDocument,
  listBenchDocuments,
  listScenesOfGrowingSize,
} from './benchScenes';

const CHECKED = 20;
const SHIFT = 1e-10; // Radians or metres.
const BURSTS = 16;
const BURST_MS = 1.5;

interface Case {
  readonly scene: string;
  readonly method: string;
  /** Method of the reference step with dense matrices; null without such a method. */
  readonly plain: string | null;
  readonly request: object;
  readonly lab: () => Lab;
  /** Returns the factor by which a difference of the starts grows during the updates. */
  readonly growth: () => number;
}

const near = { tolerance: 1e-3, orientationTolerance: 1e-3 };
const nearer = { tolerance: 1e-5, orientationTolerance: 1e-5 };
const ROBOTS = {
  UR5e: 'ur5e',
  Panda: 'panda',
  'iiwa 14': 'iiwa-14',
  KR6: 'kr6',
  'Kinova Gen3': 'kinova-gen3',
  'PR2 arm': 'pr2-arm',
};
const WAYS = [
  { method: makeMethod('dls', { lambda: 0.01 }), rules: near },
  { method: makeMethod('levenberg-marquardt', {}), rules: nearer },
  { method: makeMethod('sdls', {}), rules: near },
];

/** Methods whose growth is measured. */
const GROWING = /^(transpose|dls|levenberg-marquardt|halley|newton|sdls|fabrik)$/;

function listBatches(engine: Engine) {
  return Object.entries(ROBOTS).flatMap(([robot, preset]) =>
    WAYS.flatMap(({ method, rules }) => {
      const scene = poseScene(getPresetDocument(preset), method, engine);
      const lab = engine.open(scene);
      const request = { ...requestOf(scene, lab.instanceNumbers(0)), run: rules };
      lab.close();
      const { tolerance } = rules;
      return [false, true].map((seeded) => ({
        ...{ robot, method: method.id, tolerance, start: seeded ? 'none' : 'given' },
        request: { ...request, seeded },
        options: { method, ...rules, ...(!seeded && { start: scene.start }) },
        scene,
      }));
    }),
  );
}

/** The scene with one pose as target, weighted like the goals of the npm package. */
function poseScene(document: Record<string, unknown>, { id, params }: Method, engine: Engine) {
  const [first] = document.targets as object[];
  const of = (more: object) =>
    sceneOf(
      {
        ...document,
        run: BENCH_RUN_SETTINGS,
        targets: [{ ...first, ...more }],
        methods: [{ id, params }],
      },
      engine,
    );
  const stretch = engine.catalogue.stretchOf(of({ orientationWeight: 1 }));
  return of({ orientationWeight: Number((stretch / 3).toPrecision(2)) });
}

type Batch = ReturnType<typeof listBatches>[number];

const LEAST = 0.02; // Seconds: a batch is solved again until then.

const compiled = new WeakSet<Batch['options']>();

/** Solves a batch by the package's `solveMany`, in this thread. `goals`: 7 numbers per problem. */
function solveBatch(engine: Engine, { scene, options, goals }: Batch & { goals: number[] }) {
  const solvers = new TaskSolvers(engine, scene);
  const solve = () => solveMany(solvers, goals, options, SOLVE_OPTIONS);
  const repeat = (least: number) => {
    const begin = seconds();
    let passes = 0;
    do {
      solve();
      passes += 1;
    } while (seconds() - begin < least);
    return { seconds: seconds() - begin, passes };
  };
  // The engine optimises functions that have run for a while, in threads of its own.
  if (!compiled.has(options)) repeat(10 * LEAST);
  compiled.add(options);
  const time = repeat(LEAST);
  const made = solve();
  solvers.free();
  const updates = made.updates.reduce((sum, each) => sum + each, 0) / made.updates.length;
  return { ends: Array.from(made.q), updates, ...time };
}

/** Processor time under Node; a browser has only its clock. */
function seconds(): number {
  if (typeof process === 'undefined') return 1e-3 * performance.now();
  const { user, system } = process.cpuUsage();
  return 1e-6 * (user + system);
}

function sceneOf(document: object, engine: Engine): Scene {
  const parsed = parseScenarioDocument(document, engine.catalogue);
  if (!parsed.ok) throw new Error(faultsText(parsed.faults));
  return resolveScenario(parsed.value);
}

function requestOf(scene: Scene, row: Float64Array): object {
  const { tree, start, scenario } = scene;
  const joints = tree.joints.map(({ limits, ...joint }) => ({
    ...joint,
    ...(limits && { limits }),
  }));
  const targets = scenario.targets.map(
    ({ effector, position, orientation, orientationWeight, motion }) => ({
      effector,
      position,
      ...(orientation && { orientation, orientationWeight }),
      ...(motion && { motion }),
    }),
  );
  const { timeStep } = scenario.run;
  const { limitPolicy } = scenario;
  return {
    tree: { ...tree, joints },
    targets,
    start,
    timeStep,
    limitPolicy,
    row: Array.from(row),
  };
}

function caseOf(scene: string, id: string, document: object, engine: Engine): Case {
  const resolved = sceneOf({ ...document, methods: [{ id }] }, engine);
  const lab = () => engine.open(resolved);
  const first = lab();
  const request = requestOf(resolved, first.instanceNumbers(0));
  first.close();
  const oriented = resolved.scenario.targets.some(({ orientation }) => orientation);
  const plain = !oriented && ['transpose', 'dls', 'sdls'].includes(id) ? id : null;
  const end = (shift: number): number[] => {
    const shifted = engine.open({ ...resolved, start: resolved.start.map((x) => x + shift) });
    for (let i = 0; i < CHECKED; i += 1) shifted.advance();
    const angles = [...shifted.angles(0)];
    shifted.close();
    return angles;
  };
  const growth = () => {
    const shifted = end(SHIFT);
    return Math.max(...end(0).map((angle, j) => Math.abs(angle - (shifted[j] ?? 0)))) / SHIFT;
  };
  return { scene, method: id, plain, request, lab, growth };
}

function microseconds(update: () => void): number {
  const burst = (count: number) => {
    const start = seconds();
    for (let i = 0; i < count; i += 1) update();
    return 1e3 * (seconds() - start);
  };
  let count = 8;
  while (burst(count) < BURST_MS) count *= 2;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < BURSTS; i += 1) least = Math.min(least, burst(count) / count);
  return 1e3 * least;
}

const CROWD = 1000; // Instances.
const CROWDED = ['double-Y', 'UR5e'];
const BY = ['transpose', 'dls', 'levenberg-marquardt', 'sdls', 'ccd'];
const APART = 0.01; // Seconds between their clocks.

interface CrowdCase extends Pick<Case, 'scene' | 'method'> {
  /** Returns microseconds per instance, and the mean of the joint sums after some frames. */
  readonly ask: () => { us: number; sum: number };
}

function crowdsOf(engine: Engine): CrowdCase[] {
  const scenes = listBenchDocuments().filter(([scene]) => CROWDED.includes(scene));
  return scenes.flatMap(([scene, document]) =>
    BY.map((method) => {
      const resolved = sceneOf({ ...document, methods: [{ id: method }] }, engine);
      return { scene, method, ask: () => crowdTime(engine, resolved) };
    }),
  );
}

function crowdTime(engine: Engine, scene: Scene): { us: number; sum: number } {
  const [panel] = scene.scenario.methods;
  if (!panel) throw new Error('a crowd has a method');
  const crowd = openCrowd(engine, scene, panel, CROWD);
  crowd.delays.forEach((_, i, delays) => {
    delays[i] = APART * i;
  });
  crowd.restart();
  for (let i = 0; i < CHECKED; i += 1) crowd.advance();
  const sum = crowd.angles(0).reduce((total, angle) => total + angle, 0);
  const us = microseconds(() => crowd.advance()) / CROWD;
  crowd.delete();
  return { us, sum };
}

/** `wasmBinary`: for environments that cannot fetch the module. */
export async function benchModule(wasmBinary?: Uint8Array) {
  const engine = await loadEngine(wasmBinary && { wasmBinary });
  const ids = engine.catalogue.methods.map((method) => method.id);
  const cases = listBenchDocuments().flatMap(([scene, document]) =>
    ids.map((id) => caseOf(scene, id, document, engine)),
  );
  const sizes = () =>
    listScenesOfGrowingSize().flatMap(({ along, size, document }) =>
      ids
        .filter((id) => GROWING.test(id))
        .map((id) => ({ ...caseOf(`${size} ${along}`, id, document, engine), along, size })),
    );
  const ask = ({ lab: open }: Case) => {
    const lab = open();
    for (let i = 0; i < CHECKED; i += 1) lab.advance();
    const sum = lab.angles(0).reduce((total, angle) => total + angle, 0);
    const us = microseconds(() => lab.advance());
    lab.close();
    return { us, sum };
  };
  const solveInModule = (batch: Batch & { goals: number[] }) => solveBatch(engine, batch);
  return {
    cases,
    sizes,
    ask,
    batches: listBatches(engine),
    solveInModule,
    crowds: crowdsOf(engine),
  };
}
