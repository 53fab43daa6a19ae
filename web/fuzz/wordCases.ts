/** Random scenes for the checks of sentences, and events: drags, slider changes and restarts. */
import {
  applyDocumentEdit,
  type DocumentEdit,
  editMethod,
  setTargetPosition,
} from '@iklab/core/document/edits';
import type { Engine } from '@iklab/core/engine';
import { RUN_MODES } from '@iklab/core/engine/protocol';
import { RANKING_CRITERIA, resolveScenario, type Scene, type Vec3 } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset, scenarioPresetIds } from '@iklab/core/scenario/presets';
import { clampToJointLimits, isIndependentJoint } from '@iklab/core/scenario/robot';
import { makeRandomFreeAxes } from './documents.ts';
import { computeEffectorFrames } from './kinematics.ts';
import type { Random } from './random.ts';
import { makeRandomVector } from './randomTrees.ts';

const MAX_JOINTS = 20; // a case with a larger preset would take long
const DISTANCE_FACTORS = { near: 1, out: 3 };

function parseScene(document: object, engine: Engine): Scene {
  const read = parseScenarioDocument(document, engine.catalogue);
  if (!read.ok) throw new Error(`a valid document is rejected: ${faultsText(read.faults)}`);
  return resolveScenario(read.value);
}

/** Returns a preset, usually with random methods, mode, stop rules and targets. */
export function makeRandomScene(random: Random, engine: Engine): Scene {
  const preset = scenarioPreset(random.pick(scenarioPresetIds))?.document as object;
  const scene = parseScene(preset, engine);
  if (scene.start.length > MAX_JOINTS) return makeRandomScene(random, engine);
  if (random.chance(0.25)) return scene;
  const mode = random.pick([...RUN_MODES, 'converge', 'converge'] as const);
  const targets = drawTargets(random, scene);
  return parseScene(
    {
      ...preset,
      targets,
      methods: drawMethods(random, engine),
      run: drawRun(random, mode),
      ...(random.chance(0.3) && { judgedBy: random.pick(RANKING_CRITERIA) }),
      ...(random.chance(0.2) && { unit: random.pick(['m', 'cm', 'mm', 'none']) }),
    },
    engine,
  );
}

const LABELS = ['A', 'B, with a comma', 'C 2', 'D′', 'E', 'F', 'G', 'H'];

/** Returns methods of any kind, which may repeat. */
function drawMethods(random: Random, engine: Engine) {
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

function drawRun(random: Random, mode: string) {
  return {
    mode,
    updatesPerFrame: random.pick([1, 1, 1, 3]),
    timeStep: random.pick([1 / 60, 0.005]),
    tolerance: random.pick([1e-6, 1e-4, 1e-3, 0.05]),
    orientationTolerance: random.pick([1e-3, 0.1]),
    maxUpdates: random.pick([10, 60, 300]),
    maxRises: random.pick([1, 3]),
    ...(random.chance(0.15) && { residual: random.pick([1e-6, 1e-2]) }),
    ...(mode === 'converge' && random.chance(0.15) && { restarts: { most: random.integer(1, 3) } }),
  };
}

/** Returns targets at the effectors of a pose, or farther away; still, or moving. */
function drawTargets(random: Random, { scenario, tree, start }: Scene) {
  const joints = tree.joints.filter(isIndependentJoint);
  const near = random.chance(0.1);
  const pose = joints.map(({ limits }, j) =>
    near ? (start[j] as number) : clampToJointLimits(random.between(-1.5, 1.5), limits),
  );
  const frames = computeEffectorFrames(tree, pose);
  const away = random.chance(0.25) ? DISTANCE_FACTORS.out : DISTANCE_FACTORS.near;
  const oriented = random.chance(0.2);
  const moving = random.chance(0.3);
  const partly = random.chance(0.3);
  return scenario.targets.map(({ effector }) => {
    const { position, rotation } = frames.get(effector) as {
      position: Vec3;
      rotation: readonly number[];
    };
    const hasRotation = (oriented || partly) && random.chance(0.7);
    // No tolerance per axis: for two constrained rotations, it would depend on the choice of rows.
    const free = partly && random.chance(0.8);
    return {
      effector,
      position: position.map((x) => away * x),
      ...(hasRotation && { orientation: rotation }),
      ...(free && { free: makeRandomFreeAxes(random, hasRotation) }),
      ...(!free && random.chance(0.15) && { tolerance: { position: 0.05, rotation: 0.3 } }),
      ...(moving && { motion: drawMotion(random) }),
    };
  });
}

function drawMotion(random: Random) {
  if (random.chance(0.5))
    return { kind: 'sine', amplitude: makeRandomVector(random, 0.4), period: [1, 2, 3] };
  const points = random.list(3, 8, () => makeRandomVector(random, 0.4));
  return { kind: 'path', period: random.between(1, 5), points: [...points, points[0]] };
}

/** A random event of a run: an edit by dragging or by a slider, a restart, or null for none. */
export type RandomRunEvent =
  | { readonly kind: 'drag' | 'slider'; readonly change: DocumentEdit }
  | 'restart'
  | null;

export function makeRandomRunEvent(random: Random, { scenario }: Scene): RandomRunEvent {
  if (random.chance(0.4)) return null;
  if (random.chance(0.15)) return 'restart';
  if (random.chance(0.2)) {
    const gain = random.pick([0.5, 0.8]);
    const index = random.integer(0, scenario.methods.length - 1);
    return {
      kind: 'slider',
      change: editMethod(index, (method) => Object.assign(method, { gain })),
    };
  }
  const index = random.integer(0, scenario.targets.length - 1);
  const from = scenario.targets[index]?.position as Vec3;
  const offset = makeRandomVector(random, random.pick([1e-5, 0.1, 2]));
  const to = from.map((x, axis) => x + (offset[axis] as number));
  return { kind: 'drag', change: setTargetPosition(index, to) };
}

/** Returns the edited scene; null: the edit is invalid. */
export function applyEdit({ scenario }: Scene, change: DocumentEdit, engine: Engine): Scene | null {
  const next = applyDocumentEdit(scenario, change, engine.catalogue);
  return next.ok ? resolveScenario(next.value) : null;
}
