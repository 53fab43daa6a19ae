import {
  CLAMP_MODES,
  CLAMP_RULES,
  LIMIT_POLICIES,
  OUTSIDES,
  RESTART_POSES,
  SECONDARY_KINDS,
  type Trait,
} from '@iklab/core/engine/protocol';
import type {
  InlineTree,
  PlainObject,
  Quaternion,
  SecondaryObjective,
  TreeDocument,
} from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import {
  type Catalogue,
  type CatalogueParam,
  type MethodRow,
  methodPresets,
  methodRow,
} from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { treePreset } from '@iklab/core/scenario/presets';
import { clampToJointLimits, isIndependentJoint, resolveTree } from '@iklab/core/scenario/robot';
import { FORMULA_TEXTS } from './formulaTexts.ts';
import { computeEffectorFrames } from './kinematics.ts';
import type { Random } from './random.ts';
import {
  makeRandomTree,
  makeRandomVector,
  RANDOM_TREE_FORMS,
  type RandomTreeForm,
} from './randomTrees.ts';

export interface RandomDocumentShape {
  /** Form in which the document gives its mechanism; by default a random one. */
  readonly treeForm?: RandomTreeForm;
  readonly joints: number;
  readonly panels: number;
  /** Maximum number of updates until a panel stops; a frame has at most 4 of them. */
  readonly updates: number;
  /** True if numbers in the document may have any magnitude that is allowed. */
  readonly wild?: boolean;
}

export function makeRandomDocument(
  random: Random,
  catalogue: Catalogue,
  shape: RandomDocumentShape,
): PlainObject {
  const { treeForm = random.pick(RANDOM_TREE_FORMS), wild = false } = shape;
  const source = makeRandomTree(random, treeForm, shape.joints, wild);
  const written = resolveTreeDocument(source, catalogue);
  const limitPolicy = random.pick(LIMIT_POLICIES);
  const free = limitPolicy === 'ignore';
  const pose = () =>
    written.tree.joints.filter(isIndependentJoint).map(({ limits }) => {
      const value = random.between(-1.5, 1.5) * (wild && random.chance(0.05) ? 1e6 : 1);
      return free ? value : clampToJointLimits(value, limits);
    });
  const started = written.pose === null && random.chance(0.7);
  return {
    iklab: 1,
    ...(random.chance(0.3) && { name: drawText(random, 20), note: drawText(random, 60) }),
    ...(random.chance(0.3) && { unit: random.pick(['m', 'cm', 'mm', 'none']) }),
    tree: source,
    ...(started && { start: pose() }),
    limitPolicy,
    targets: drawTargets(random, written.tree, pose(), wild),
    methods: random.list(1, shape.panels, () => drawMethod(random, catalogue, wild)),
    run: drawRun(random, shape.updates, wild),
    ...(random.chance(0.3) && { view: drawView(random) }),
  };
}

/** Returns the tree with its preset and defaults written out. */
function resolveTreeDocument(tree: TreeDocument, catalogue: Catalogue) {
  const effector = 'effectors' in tree ? tree.effectors[0]?.id : firstEffector(tree);
  const targets = [{ effector, position: [0, 0, 0] }];
  const parsed = parseScenarioDocument(
    { iklab: 1, tree, targets, methods: [{ id: 'dls' }] },
    catalogue,
  );
  if (!parsed.ok) throw new Error(faultsText(parsed.faults));
  const written = resolveTree(parsed.value.tree);
  if (!written) throw new Error('no tree is written');
  return written;
}

const firstEffector = (tree: TreeDocument): string | undefined =>
  'preset' in tree ? treePreset(tree.preset)?.tree.effectors[0]?.id : 'tip';

const LETTERS = [...'abc XYZ 019 <>&"\'\\/%#äß漢\u{1f600}\u202e\n\t'];
const drawText = (random: Random, most: number): string =>
  random.list(0, most, () => random.pick(LETTERS)).join('');

function drawQuaternion(random: Random): Quaternion {
  const q = [1, 2, 3, 4].map(() => random.between(-1, 1));
  const length = Math.hypot(...q) || 1;
  return q.map((x) => x / length) as unknown as Quaternion;
}

/** Returns targets at the effectors of the pose, or anywhere. */
function drawTargets(random: Random, tree: InlineTree, pose: readonly number[], wild: boolean) {
  const frames = computeEffectorFrames(tree, pose);
  const chosen = random.shuffle(tree.effectors).slice(0, random.integer(1, tree.effectors.length));
  return chosen.map(({ id }) => {
    const tip = frames.get(id)?.position ?? [0, 0, 0];
    const far = makeRandomVector(random, wild ? random.logUniform(1e-6, 1e15) : 3);
    const position = random.chance(0.7) ? tip.map((x) => Math.min(Math.max(x, -1e15), 1e15)) : far;
    const oriented = random.chance(0.3);
    return {
      effector: id,
      position,
      ...(oriented && { orientation: drawQuaternion(random) }),
      ...(random.chance(0.2) && { orientationWeight: random.logUniform(0.01, wild ? 1e6 : 2) }),
      ...(random.chance(0.4) && { motion: drawMotion(random, wild) }),
      ...(random.chance(0.1) && {
        tolerance: { position: random.pick([0, 1e-3]), rotation: random.pick([0, 1e-3]) },
      }),
      ...(random.chance(0.3) && { free: makeRandomFreeAxes(random, oriented) }),
    };
  });
}

const CUSTOM_AXES = [
  [1, 0, 0],
  [0, -1, 0],
  [0, 0, 2],
];

/** Returns free components. Position along z is never free, so that something is constrained. */
export function makeRandomFreeAxes(random: Random, oriented: boolean) {
  const some = (axes: readonly string[]) => axes.filter(() => random.chance(0.4));
  const position = some(['x', 'y']);
  if (!oriented) return { position };
  const axis = random.chance(0.5)
    ? random.pick(CUSTOM_AXES)
    : [1, random.between(-1, 1), random.between(-1, 1)];
  const orientation = random.pick([
    some(['x', 'y', 'z']),
    { spin: axis },
    { cone: { axis, angle: random.between(0.01, 3.14) } },
  ]);
  return { position, orientation, frame: random.pick(['world', 'target']) };
}

function drawMotion(random: Random, wild: boolean) {
  const kind = random.pick(['still', 'sine', 'sine', 'path'] as const);
  if (kind === 'still') return { kind };
  const period = () => (wild ? random.logUniform(1e-6, 1e15) : random.between(0.3, 5));
  const size = wild ? random.logUniform(1e-6, 1e12) : 1;
  if (kind === 'path')
    return {
      kind,
      period: period(),
      points: random.list(2, 9, () => makeRandomVector(random, size)),
    };
  return {
    kind,
    amplitude: makeRandomVector(random, size),
    period: [period(), period(), period()],
    ...(random.chance(0.5) && { phase: makeRandomVector(random, 3.2) }),
  };
}

function drawMethod(random: Random, catalogue: Catalogue, wild: boolean) {
  if (random.chance(0.15)) return { id: random.pick(methodPresets).id };
  const text = random.chance(0.1) ? random.pick(FORMULA_TEXTS) : null;
  const row = text === null ? random.pick(catalogue.methods) : readFormulaRow(text, catalogue);
  const has = (trait: Trait) => row.traits.includes(trait);
  const length = () => (wild ? random.logUniform(1e-9, 1e9) : random.between(0.05, 2));
  return {
    id: row.id,
    ...(random.chance(0.2) && { label: drawText(random, 10) || 'x' }),
    ...(text === null
      ? random.chance(0.6) && { params: drawParams(random, row, catalogue, wild) }
      : { params: { text, ...drawParams(random, row, catalogue, wild) } }),
    ...(!has('unclamped') && random.chance(0.4) && { targetClamp: drawClamp(random, length) }),
    ...(random.chance(0.2) && { maxStep: random.pick([null, length()]) }),
    ...(random.chance(0.1) && { maxSlide: random.pick([null, length()]) }),
    ...(random.chance(0.1) && { gain: length() }),
    ...(has('spectral') && random.chance(0.25) && { secondary: drawSecondary(random, length) }),
  };
}

function readFormulaRow(text: string, catalogue: Catalogue): MethodRow {
  const { row, faults } = catalogue.readFormula(text);
  if (!row) throw new Error(`a formula is rejected: ${faults[0]?.message}`);
  return row;
}

/** Draws a clamp, usually without the distance, whose default depends on the tree. */
const drawClamp = (random: Random, length: () => number) => ({
  mode: random.pick(CLAMP_MODES),
  ...(random.chance(0.3) && { distance: length() }),
  ...(random.chance(0.3) && { angle: length() }),
  ...(random.chance(0.5) && { rule: random.pick(CLAMP_RULES) }),
});

function drawSecondary(random: Random, length: () => number) {
  const kind = random.pick(SECONDARY_KINDS.slice(1)) as SecondaryObjective['kind'];
  const gain = random.chance(0.5) ? { gain: random.pick([0, 0.01, 0.1, 1]) } : {};
  if (kind !== 'clearance') return { kind, ...gain };
  return { kind, ...gain, centre: makeRandomVector(random), radius: length() };
}

function drawParams(random: Random, row: MethodRow, catalogue: Catalogue, wild: boolean) {
  const entries = row.params.flatMap((param): [string, unknown][] => {
    if (param.scale !== 'method')
      return random.chance(0.5) ? [[param.key, drawSetting(random, param, wild)]] : [];
    const id = random.pick(param.options);
    const stage = methodRow(catalogue, id);
    const stageParams = stage ? Object.entries(drawParams(random, stage, catalogue, wild)) : [];
    return [
      [param.key, id],
      ...stageParams.map(([key, x]): [string, unknown] => [`${param.key}.${key}`, x]),
    ];
  });
  return Object.fromEntries(entries);
}

function drawSetting(
  random: Random,
  { scale, options, min, max, initial }: CatalogueParam,
  wild: boolean,
) {
  if (scale === 'toggle') return random.chance(0.5);
  if (scale === 'choice') return random.pick(options);
  if (scale === 'integer') return random.integer(min, Math.min(max, min + 50));
  if (scale === 'even') return min + 2 * random.integer(0, Math.floor((max - min) / 2));
  if (wild && random.chance(0.3)) return random.pick([min, max]);
  const value = random.between(0.2, 2) * (initial || 0.1);
  return Math.min(Math.max(value, min), max);
}

function drawRun(random: Random, updates: number, wild: boolean) {
  return {
    mode: random.pick(['track', 'track', 'hybrid', 'converge']),
    updatesPerFrame: random.integer(1, Math.min(updates, 4)),
    timeStep: wild ? random.logUniform(1e-9, 1e9) : random.pick([1 / 60, 0.005, 0.02]),
    tolerance: random.pick([0, 1e-4, 1e-2]),
    orientationTolerance: random.pick([0, 1e-3]),
    ...(random.chance(0.3) && { minImprovement: random.pick([0, 1e-5]) }),
    ...(random.chance(0.3) && { maxRises: random.integer(1, 5) }),
    maxUpdates: random.integer(1, updates),
    ...(random.chance(0.2) && { residual: 10 ** random.between(-9, 1) }),
    ...(random.chance(0.2) && { restarts: drawRestarts(random, updates) }),
    ...(random.chance(0.1) && { maxSlow: random.integer(0, 9), slowShare: random.between(0, 1) }),
  };
}

const drawRestarts = (random: Random, updates: number) => ({
  most: random.integer(0, 3),
  ...(random.chance(0.5) && { every: random.integer(0, updates) }),
  ...(random.chance(0.5) && { seed: random.integer(0, 2 ** 32) }),
  ...(random.chance(0.5) && { outside: random.pick([...OUTSIDES]) }),
  ...(random.chance(0.5) && { from: random.pick([...RESTART_POSES]) }),
  ...(random.chance(0.5) && { maxSlow: random.integer(0, 5) }),
});

const drawView = (random: Random) => ({
  camera: random.pick([null, makeRandomVector(random, 5)]),
  lookAt: random.pick([null, makeRandomVector(random, 2)]),
  ...(random.chance(0.5) && { up: random.pick(['x', 'y', 'z']) }),
  trail: random.pick(['none', 'line', 'strobe']),
  ...(random.chance(0.2) && { meshes: random.integer(0, 2000) }),
});
