/** Random scenes for the checks of sentences, and events: drags, slider changes and restarts. */
import { applyChange, type Change, setMethod, setTarget } from 'iklab/document';
import type { Engine } from 'iklab/engine';
import { RUN_MODES } from 'iklab/engine/protocol';
import {
  clampTo,
  faultsText,
  isIndependentJoint,
  JUDGED_BY,
  parse,
  resolve,
  type Scene,
  scenarioPreset,
  scenarioPresetIds,
  type Vec3,
} from 'iklab/scenario';
import { freeOf } from './documents.ts';
import { effectorFrames } from './kinematics.ts';
import type { Random } from './random.ts';
import { vector } from './randomTrees.ts';

const MOST_JOINTS = 20; // a case with a larger preset would take long
const FAR = { near: 1, out: 3 };

function parsed(document: object, engine: Engine): Scene {
  const read = parse(document, engine.catalogue);
  if (!read.ok) throw new Error(`a valid document is rejected: ${faultsText(read.faults)}`);
  return resolve(read.value);
}

/** Returns a preset, usually with random methods, mode, stop rules and targets. */
export function wordScene(random: Random, engine: Engine): Scene {
  const preset = scenarioPreset(random.pick(scenarioPresetIds))?.document as object;
  const scene = parsed(preset, engine);
  if (scene.start.length > MOST_JOINTS) return wordScene(random, engine);
  if (random.chance(0.25)) return scene;
  const mode = random.pick([...RUN_MODES, 'converge', 'converge'] as const);
  const targets = targetsOf(random, scene);
  return parsed(
    {
      ...preset,
      targets,
      methods: methodsOf(random, engine),
      run: runOf(random, mode),
      ...(random.chance(0.3) && { judgedBy: random.pick(JUDGED_BY) }),
      ...(random.chance(0.2) && { unit: random.pick(['m', 'cm', 'mm', 'none']) }),
    },
    engine,
  );
}

const LABELS = ['A', 'B, with a comma', 'C 2', 'D′', 'E', 'F', 'G', 'H'];

/** Returns methods of any kind, which may repeat. */
function methodsOf(random: Random, engine: Engine) {
  const usual = [
    'transpose',
    'dls',
    'sdls',
    'truncated',
    'pseudoinverse',
    'ccd',
    'levenberg-marquardt',
  ];
  return random.list(1, random.pick([2, 4, 6]), (i) => ({
    id: random.chance(0.6) ? random.pick(usual) : random.pick(engine.catalogue.methods).id,
    label: LABELS[i],
  }));
}

function runOf(random: Random, mode: string) {
  return {
    mode,
    updatesPerFrame: random.pick([1, 1, 1, 3]),
    timeStep: random.pick([1 / 60, 0.005]),
    tolerance: random.pick([1e-6, 1e-4, 1e-3, 0.05]),
    orientationTolerance: random.pick([1e-3, 0.1]),
    maxUpdates: random.pick([10, 60, 300]),
    maxRises: random.pick([1, 3]),
    ...(random.chance(0.15) && { residual: random.pick([1e-6, 1e-2]) }),
    ...(mode === 'converge' && random.chance(0.15) && { restarts: { most: random.whole(1, 3) } }),
  };
}

/** Returns targets at the effectors of a pose, or farther away; still, or moving. */
function targetsOf(random: Random, { scenario, tree, start }: Scene) {
  const joints = tree.joints.filter(isIndependentJoint);
  const near = random.chance(0.1);
  const pose = joints.map(({ limits }, j) =>
    near ? (start[j] as number) : clampTo(random.between(-1.5, 1.5), limits),
  );
  const frames = effectorFrames(tree, pose);
  const away = random.chance(0.25) ? FAR.out : FAR.near;
  const oriented = random.chance(0.2);
  const moving = random.chance(0.3);
  const partly = random.chance(0.3);
  return scenario.targets.map(({ effector }) => {
    const { at, turn } = frames.get(effector) as { at: Vec3; turn: readonly number[] };
    const turns = (oriented || partly) && random.chance(0.7);
    // No tolerance per axis: for two constrained rotations, it would depend on the choice of rows.
    const free = partly && random.chance(0.8);
    return {
      effector,
      position: at.map((x) => away * x),
      ...(turns && { orientation: turn }),
      ...(free && { free: freeOf(random, turns) }),
      ...(!free && random.chance(0.15) && { tolerance: { position: 0.05, rotation: 0.3 } }),
      ...(moving && { motion: wayOf(random) }),
    };
  });
}

function wayOf(random: Random) {
  if (random.chance(0.5))
    return { kind: 'sine', amplitude: vector(random, 0.4), period: [1, 2, 3] };
  const points = random.list(3, 8, () => vector(random, 0.4));
  return { kind: 'path', period: random.between(1, 5), points: [...points, points[0]] };
}

/** An event before a moment of a run; null if there is none. */
export type Event =
  | { readonly kind: 'drag' | 'slider'; readonly change: Change }
  | 'restart'
  | null;

export function eventOf(random: Random, { scenario }: Scene): Event {
  if (random.chance(0.4)) return null;
  if (random.chance(0.15)) return 'restart';
  if (random.chance(0.2)) {
    const gain = random.pick([0.5, 0.8]);
    const index = random.whole(0, scenario.methods.length - 1);
    return {
      kind: 'slider',
      change: setMethod(index, (method) => Object.assign(method, { gain })),
    };
  }
  const index = random.whole(0, scenario.targets.length - 1);
  const from = scenario.targets[index]?.position as Vec3;
  const by = vector(random, random.pick([1e-5, 0.1, 2]));
  const to = from.map((x, axis) => x + (by[axis] as number));
  return { kind: 'drag', change: setTarget(index, to) };
}

/** Returns the edited scene; null: the edit is invalid. */
export function edited({ scenario }: Scene, change: Change, engine: Engine): Scene | null {
  const next = applyChange(scenario, change, engine.catalogue);
  return next.ok ? resolve(next.value) : null;
}
