import * as fc from 'fast-check';
import { MIN_MOTION_PERIOD } from './checks/bounds.ts';
import { faultsText } from './checks/faults.ts';
import type { MethodRow } from './methods/catalogue.ts';
import { panelMethodRow } from './methods/formula.ts';
import { keyedParams } from './methods/methodParams.ts';
import { sampleCatalogue } from './methods/testCatalogue.ts';
import { sampleFormulas } from './methods/testFormulas.ts';
import { parseScenarioDocument } from './parse.ts';
import { treePreset, treePresetIds } from './presets/presets.ts';
import { requireValue } from './testRequireValue.ts';
import type { Joint, Scenario } from './types.ts';
import { deepEqual, type PlainObject } from './write.ts';

/**
 * Returns a small document of two revolute joints, one target and one method; `changes` replace its
 * top-level keys.
 */
export const smallDocument = (changes: PlainObject = {}): PlainObject => ({
  iklab: 1,
  tree: {
    joints: [{ id: 'a' }, { id: 'b', parent: 'a', xyz: [1, 0, 0] }],
    effectors: [{ id: 'tip', parent: 'b', xyz: [0.5, 0, 0] }],
  },
  targets: [{ effector: 'tip', position: [1, 1, 0] }],
  methods: [{ id: 'dls' }],
  ...changes,
});

/** Returns a hinge about z in the frame of the base, without limits. */
export const makeTestHinge = (id: string, changes: Partial<Joint> = {}): Joint => ({
  id,
  parent: null,
  type: 'revolute',
  xyz: [0, 0, 0],
  rpy: [0, 0, 0],
  axis: [0, 0, 1],
  limits: null,
  rest: 0,
  comfort: 0,
  weight: 1,
  pitch: 0,
  ...changes,
});

export const parseTestScenario = (document: unknown): Scenario =>
  requireValue(parseScenarioDocument(document, sampleCatalogue));

export function documentFaultsText(document: unknown): string {
  const parsed = parseScenarioDocument(document, sampleCatalogue);
  return parsed.ok ? '' : faultsText(parsed.faults);
}

const number = fc.oneof(
  fc.integer({ min: -2000, max: 2000 }).map((x) => x / 1000),
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
);
const positive = fc.oneof(
  fc.integer({ min: 1, max: 5000 }).map((x) => x / 1000),
  fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
);
const period = positive.map((x) => Math.max(x, MIN_MOTION_PERIOD));
const notNegative = fc.oneof(fc.constant(0), positive);
const vec3 = fc.tuple(number, number, number);
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const partialRecord = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { requiredKeys: [] });

const axis = vec3.filter((v) => v.some((x) => x !== 0));
const limits = fc.option(
  fc.tuple(number, number).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]),
);
const jointEntries = partialRecord({
  type: fc.constantFrom('revolute', 'prismatic', 'screw', 'fixed'),
  xyz: vec3,
  rpy: vec3,
  axis,
  limits,
  rest: number,
  comfort: number,
  weight: positive,
  pitch: number,
});

const canMimic = ({ type, limits }: { type?: string; limits?: unknown }, rank: number) =>
  type !== 'fixed' && !limits && rank % 3 === 0;

const inlineTree = fc
  .array(fc.tuple(jointEntries, fc.nat(), fc.integer()), { minLength: 1, maxLength: 8 })
  .chain((made) => {
    const joints = made.map(([entries, parent, rank], i) => ({
      rank,
      joint: {
        ...entries,
        id: `j${i}`,
        ...(i === 0 ? { type: 'revolute' } : { parent: parent % 5 ? `j${parent % i}` : null }),
        ...(i > 0 && canMimic(entries, rank) && { mimic: { joint: 'j0', multiplier: parent % 7 } }),
      },
    }));
    const ordered = joints.sort((a, b) => a.rank - b.rank).map(({ joint }) => joint);
    const effector = (i: number) =>
      partialRecord({ xyz: vec3, rpy: vec3 }).map((x) => ({
        ...x,
        id: `tip${i}`,
        parent: `j${i}`,
      }));
    return fc.record({
      joints: fc.constant(ordered),
      effectors: fc.tuple(...made.slice(0, 4).map((_, i) => effector(i))),
    });
  });

interface Arm {
  readonly tree: unknown;
  readonly effectors: readonly string[];
  readonly moving: number;
}

const arm: fc.Arbitrary<Arm> = fc.oneof(
  inlineTree.map((tree) => ({
    tree,
    effectors: tree.effectors.map(({ id }) => id),
    moving: tree.joints.filter((joint) => joint.type !== 'fixed' && !('mimic' in joint)).length,
  })),
  fc.constantFrom(...treePresetIds).map((preset) => {
    const tree = treePreset(preset)?.tree;
    const effectors = tree?.effectors.map(({ id }) => id) ?? [];
    return { tree: { preset }, effectors, moving: tree?.joints.length ?? 0 };
  }),
  fc.array(positive, { minLength: 1, maxLength: 9 }).map((links) => {
    return { tree: { planar: { links } }, effectors: ['tip'], moving: links.length };
  }),
  fc
    .uniqueArray(fc.tuple(positive, positive), {
      minLength: 1,
      maxLength: 9,
      comparator: deepEqual,
    })
    .map((points) => ({ tree: { planar: { points } }, effectors: ['tip'], moving: 0 })),
);

const quaternion = fc
  .tuple(...[1, 2, 3, 4].map(() => fc.double({ min: -1, max: 1, noNaN: true })))
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => q.map((x) => x / Math.hypot(...q)));
const sine = fc.record(
  {
    kind: fc.constant('sine'),
    amplitude: vec3,
    period: fc.tuple(period, period, period),
    phase: vec3,
  },
  { requiredKeys: ['kind', 'amplitude', 'period'] },
);
const path = fc.record({
  kind: fc.constant('path'),
  period,
  points: fc.array(vec3, { minLength: 2, maxLength: 9 }),
});
const motion = fc.oneof(sine, path);
const freeAxis = fc.tuple(fc.constant(1), fc.integer({ min: -9, max: 9 }), fc.integer());
const coneAngle = fc.double({ min: 1e-3, max: 3, noNaN: true });
const free = fc.record({
  position: fc.subarray(['x', 'y', 'z'], { maxLength: 2 }),
  orientation: fc.oneof(
    fc.subarray(['x', 'y', 'z']),
    fc.record({ spin: freeAxis }),
    fc.record({ cone: fc.record({ axis: freeAxis, angle: coneAngle }) }),
  ),
  frame: fc.constantFrom('world', 'target'),
});

const target = (effector: string) =>
  fc
    .record(
      {
        effector: fc.constant(effector),
        position: vec3,
        orientation: fc.option(quaternion),
        orientationWeight: positive,
        motion: fc.option(motion),
        tolerance: fc.option(fc.record({ position: notNegative, rotation: notNegative })),
        free: fc.option(free),
      },
      { requiredKeys: ['effector', 'position'] },
    )
    // A target without orientation must not have free rotations.
    .map((each) =>
      each.free && !each.orientation ? { ...each, free: { position: each.free.position } } : each,
    );

const secondary = fc.oneof(
  fc.record({
    kind: fc.constantFrom('rest', 'limit-middle', 'manipulability'),
    gain: notNegative,
  }),
  fc.record({ kind: fc.constant('clearance'), gain: notNegative, centre: vec3, radius: positive }),
);
const targetClamp = partialRecord({
  mode: fc.constantFrom('off', 'fixed', 'adaptive'),
  distance: positive,
  angle: positive,
  rule: fc.constantFrom('paper', 'published', 'repaired'),
});

function params(row: MethodRow, stages: readonly string[]) {
  const keyed = keyedParams(row, ({ key }) => stages[key === 'first' ? 0 : 1], sampleCatalogue);
  const model = keyed.map(({ key, param }): [string, fc.Arbitrary<unknown>] => {
    const { scale, min, max, options } = param;
    if (scale === 'toggle') return [key, fc.boolean()];
    if (scale === 'choice') return [key, fc.constantFrom(...options)];
    if (scale === 'method') return [key, fc.constant(stages[key === 'first' ? 0 : 1])];
    if (scale === 'integer') return [key, fc.integer({ min, max })];
    if (scale === 'even')
      return [key, fc.integer({ min: min / 2, max: max / 2 }).map((half) => 2 * half)];
    return [key, fc.double({ min, max, noNaN: true })];
  });
  const needed = keyed.filter(({ param }) => param.scale === 'method').map(({ key }) => key);
  const entries: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(model);
  return fc.record(entries, { requiredKeys: needed });
}

const stageId = fc.constantFrom('transpose', 'truncated', 'dls', 'sdls');
const { faulty: _, ...sound } = sampleFormulas;
const subjects = [
  ...sampleCatalogue.methods.map(({ id }) => ({ id, params: {} })),
  ...Object.values(sound).map((text) => ({ id: 'formula', params: { text } })),
];
const method = fc
  .tuple(fc.constantFrom(...subjects), stageId, stageId)
  .chain(([subject, first, second]) => {
    const settings = { label: word, maxStep: fc.option(positive), maxSlide: fc.option(positive) };
    const row = panelMethodRow(sampleCatalogue, subject) as MethodRow;
    const { traits } = row;
    const methodParams = params(row, [first, second]).map((more) => ({
      ...subject.params,
      ...more,
    }));
    return fc.record(
      {
        id: fc.constant(subject.id),
        params: methodParams,
        gain: positive,
        ...settings,
        ...(traits.includes('unclamped') ? {} : { targetClamp }),
        ...(traits.includes('spectral') ? { secondary: fc.option(secondary) } : {}),
      },
      { requiredKeys: subject.id === 'formula' ? ['id', 'params'] : ['id'] },
    );
  });
const methods = fc
  .tuple(
    fc.array(method, { minLength: 1, maxLength: 8 }),
    fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 }),
    fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  )
  .map(([panels, slots, hasSlot]) =>
    panels.map((panel, i) => (hasSlot[i] ? { ...panel, slot: slots[i] } : panel)),
  );

const count = fc.integer({ min: 1, max: 1000 });
const run = partialRecord({
  mode: fc.constantFrom('track', 'converge', 'hybrid'),
  updatesPerFrame: count,
  timeStep: positive,
  tolerance: notNegative,
  orientationTolerance: notNegative,
  minImprovement: notNegative,
  maxRises: count,
  maxUpdates: count,
  maxSlow: fc.nat(1000),
  slowShare: fc.constantFrom(0, 0.05, 1),
  residual: fc.option(positive),
  restarts: fc.option(
    fc.record(
      {
        most: count,
        every: fc.nat(1000),
        seed: fc.maxSafeNat(),
        outside: fc.constantFrom('keep', 'wrap', 'turn'),
      },
      { requiredKeys: ['most'] },
    ),
  ),
});
const view = partialRecord({
  camera: fc.option(vec3),
  lookAt: fc.option(vec3),
  up: fc.constantFrom('x', 'y', 'z'),
  trail: fc.constantFrom('none', 'line', 'strobe'),
  meshes: fc.nat(2000),
});

export const validDocumentArbitrary: fc.Arbitrary<PlainObject> = arm.chain(
  ({ tree, effectors, moving }) =>
    fc
      .shuffledSubarray([...effectors], { minLength: 1 })
      .chain((chosen) =>
        fc.record(
          {
            iklab: fc.constant(1),
            tree: fc.constant(tree),
            targets: fc.tuple(...chosen.map(target)),
            methods,
            name: word,
            note: word,
            unit: fc.constantFrom('m', 'cm', 'mm', 'none'),
            start: optional(fc.array(number, { minLength: moving, maxLength: moving })),
            run,
            view,
          },
          { requiredKeys: ['iklab', 'tree', 'targets', 'methods'] },
        ),
      )
      .map(({ start, ...rest }) => (start && moving > 0 ? { ...rest, start } : rest)),
);
