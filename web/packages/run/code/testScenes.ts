import '@iklab/core/scenario/presets/robotShelf';
import type { Scenario } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import { codeInjectionScene } from './testCodeInjection.ts';

type Changes = Readonly<Record<string, unknown>>;

const ending = { mode: 'converge', maxUpdates: 400 };
const withoutMotion = (targets: readonly Changes[]) =>
  targets.map(({ motion: _, ...target }) => target);

function presetWith(preset: string, method: Changes, changes: Changes = {}): Changes {
  const document = scenarioPreset(preset)?.document as { targets: Changes[]; run?: Changes };
  if (!document) throw new Error(`there is no preset ${preset}`);
  return {
    ...document,
    targets: withoutMotion(document.targets),
    methods: [method],
    ...changes,
    run: { ...(document.run ?? {}), ...ending, ...((changes.run as Changes | undefined) ?? {}) },
  };
}

const partialTarget = {
  free: { position: ['x'], orientation: ['y', 'z'], frame: 'target' },
  tolerance: { position: 1e-5, rotation: 1e-4 },
};

const arm: Changes = {
  iklab: 1,
  name: 'A slide under two hinges',
  note: 'Numbers of nobody',
  tree: {
    joints: [
      { id: 'lift', type: 'prismatic', limits: [0, 0.5] },
      { id: 'turn', parent: 'lift', xyz: [0, 0, 0.3], limits: [-2, 2] },
      { id: 'bend', parent: 'turn', xyz: [0.4, 0, 0], axis: [0, 1, 0], limits: [-2, 2] },
      { id: 'twist', parent: 'bend', xyz: [0.3, 0, 0], axis: [1, 0, 0] },
    ],
    effectors: [{ id: 'tip', parent: 'twist', xyz: [0.1, 0, 0.05], rpy: [0, 0.3, 0] }],
  },
  start: [0.2, 0.3, 0.4, 0],
  limitPolicy: 'clamp',
  targets: [{ effector: 'tip', position: [0.5, 0.35, 0.4] }],
  methods: [{ id: 'dls', params: { lambda: 0.1 } }],
  run: ending,
};

const planar: Changes = {
  iklab: 1,
  name: 'Three links',
  tree: { planar: { links: [1, 0.8, 0.5] } },
  start: [0.4, 0.8, 0.6],
  targets: [{ effector: 'tip', position: [1.1, 0.7, 0] }],
};

const movingTarget = {
  run: { mode: 'track', updatesPerFrame: 2 },
  targets: [
    {
      effector: 'tip',
      position: [1.1, 0.7, 0],
      motion: { kind: 'sine', amplitude: [0.4, 0.3, 0], period: [4, 3, 1] },
    },
  ],
};

export const codeTestScenes: Readonly<Record<string, () => Changes>> = {
  'dls, an arm and its turn': () => presetWith('ur5e', { id: 'dls', params: { lambda: 0.05 } }),
  'sdls, an arm and its turn': () => presetWith('ur5e', { id: 'sdls' }),
  'transpose, planar': () => ({ ...planar, methods: [{ id: 'transpose' }], run: ending }),
  'pseudoinverse, a secondary goal': () =>
    presetWith('panda', { id: 'pseudoinverse', secondary: { kind: 'limit-middle', gain: 0.2 } }),
  'pseudoinverse, halving': () =>
    presetWith('iiwa-14', { id: 'pseudoinverse', params: { residualHalving: true } }),
  'truncated, an arm': () =>
    presetWith('kr6', { id: 'truncated', params: { cutoff: 0.05 }, maxStep: null }),
  'dls by the smallest singular value': () =>
    presetWith('puma-560', {
      id: 'dls',
      params: { damping: 'smallest-singular-value', lambdaMax: 0.1, region: 0.1 },
    }),
  'dls by manipulability': () =>
    presetWith('ur10', { id: 'dls', params: { damping: 'manipulability', lambdaMax: 0.1 } }),
  'dls by the error, locked limits': () => ({
    ...arm,
    limitPolicy: 'lock',
    methods: [{ id: 'dls', params: { damping: 'error' } }],
  }),
  'pseudoinverse, wrapped limits': () => ({
    ...arm,
    limitPolicy: 'wrap',
    tree: {
      joints: [
        { id: 'lift', type: 'prismatic', limits: [0, 0.5] },
        { id: 'turn', parent: 'lift', xyz: [0, 0, 0.3], limits: [-3.3, 3.3] },
        { id: 'bend', parent: 'turn', xyz: [0.4, 0, 0], axis: [0, 1, 0], limits: [-3.3, 3.3] },
        { id: 'twist', parent: 'bend', xyz: [0.3, 0, 0], axis: [1, 0, 0], limits: [-2, 2] },
      ],
      effectors: [{ id: 'tip', parent: 'twist', xyz: [0.1, 0, 0.05] }],
    },
    start: [0.2, 3.2, 0.4, 0],
    targets: [{ effector: 'tip', position: [-0.4, -0.5, 0.4] }],
    methods: [{ id: 'truncated', maxStep: null }],
    run: ending,
  }),
  'dls by condition, a slide': () => ({
    ...arm,
    methods: [{ id: 'dls', params: { damping: 'bounded-condition' }, maxSlide: 0.02, gain: 0.8 }],
  }),
  'dls by a bound on the step': () =>
    presetWith('y', { id: 'dls', params: { damping: 'bounded-step', stepBound: 0.2 } }),
  'filtered, two tips': () => presetWith('y', { id: 'filtered' }),
  'dls, a weight of each tip, a tolerance of one': () =>
    presetWith(
      'y',
      { id: 'dls', params: { lambda: 0.3 } },
      {
        targets: [
          {
            effector: 'tip1',
            position: [1.1, 1.7, 0],
            orientation: [0, 0, -0.28, 0.96],
            orientationWeight: 0.4,
            tolerance: { position: 1e-5, rotation: 1e-4 },
          },
          {
            effector: 'tip2',
            position: [-0.6, 1.8, 0],
            orientation: [0, 0, 0.28, 0.96],
            orientationWeight: 0.9,
          },
        ],
        run: { tolerance: 0.02, orientationTolerance: 0.03, minImprovement: 0, maxRises: 1000000 },
      },
    ),
  'sdls, many tips': () => presetWith('double-y', { id: 'sdls' }),
  'dls, an adaptive clamp': () =>
    presetWith('double-y', {
      id: 'dls',
      params: { lambda: 0.6 },
      targetClamp: { mode: 'adaptive', distance: 0.3 },
    }),
  'dls, a fixed clamp on a turn': () =>
    presetWith('ur5e', {
      id: 'dls',
      params: { lambda: 0.05 },
      targetClamp: { mode: 'fixed', distance: 0.1, angle: 0.3 },
    }),
  'weighted least norm within limits': () =>
    presetWith('panda', { id: 'weighted-least-norm' }, { limitPolicy: 'clamp' }),
  'idls, seven joints': () => presetWith('panda', { id: 'idls' }, { limitPolicy: 'clamp' }),
  'idls, their jacobian': () =>
    presetWith(
      'na-human-3',
      { id: 'na-idls', params: { jacobian: 'parent-frame' } },
      { run: { maxUpdates: 200 } },
    ),
  'dls, their jacobian': () =>
    presetWith('na-human-1', { id: 'na-dls' }, { run: { maxUpdates: 200 } }),
  'a quadratic program': () => presetWith('iiwa-14', { id: 'qp' }, { limitPolicy: 'clamp' }),
  'a quadratic program, a slide at its end': () => ({
    ...arm,
    targets: [{ effector: 'tip', position: [0.5, 0.35, 1.2] }],
    methods: [{ id: 'qp', params: { lambda: 0.05 }, maxStep: 0.3, maxSlide: 0.05 }],
  }),
  'gauss-newton': () => presetWith('ur5e', { id: 'gauss-newton' }),
  'levenberg-marquardt': () => presetWith('panda', { id: 'levenberg-marquardt' }),
  halley: () => presetWith('ur5e', { id: 'quik' }),
  'bfgs, four fingers': () => presetWith('allegro', { id: 'bfgs' }, { run: { maxUpdates: 60 } }),
  'bfgs, an arm and its turn': () => presetWith('ur5e', { id: 'bfgs' }),
  'conjugate gradients': () => presetWith('panda', { id: 'conjugate-gradient' }),
  'ccd, a slide': () => ({ ...arm, methods: [{ id: 'ccd' }] }),
  'fabrik, planar': () => ({ ...planar, methods: [{ id: 'fabrik' }], run: ending }),
  'priority, two tips': () => presetWith('y', { id: 'priority' }),
  'two stages': () => presetWith('y', { id: 'dls-then-sdls' }),
  'a method as text, restarts': () => ({
    ...arm,
    methods: [
      {
        id: 'formula',
        label: 'Mine',
        params: { text: 'param λ = 1.1 m\nΔθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e', λ: 0.2 },
      },
    ],
    run: { ...ending, restarts: { most: 2, seed: 3, from: 'table' } },
  }),
  'dls, restarts that are given up': () =>
    presetWith(
      'panda',
      { id: 'dls', params: { lambda: 0.02 } },
      {
        limitPolicy: 'clamp',
        targets: [
          {
            effector: 'panda_link8',
            position: [-0.2, 0.6, 0.4],
            orientation: [0.5, 0.5, -0.5, 0.5],
          },
        ],
        run: { ...ending, restarts: { most: 12, every: 60, seed: 4, from: 'table', maxSlow: 1 } },
      },
    ),
  'dls, goes on, a limit on steps': () => ({
    ...planar,
    methods: [{ id: 'dls', params: { lambda: 0.3 }, maxStep: 0.05, gain: 0.5 }],
    run: { mode: 'hybrid', updatesPerFrame: 3 },
  }),
  'sdls follows, rules by hand': () => ({ ...planar, ...movingTarget, methods: [{ id: 'sdls' }] }),
  'dls follows within tolerances': () => ({
    ...planar,
    ...movingTarget,
    methods: [{ id: 'dls', params: { lambda: 0.1 }, targetClamp: { mode: 'adaptive' } }],
    run: { mode: 'hybrid', updatesPerFrame: 4, tolerance: 0.05 },
  }),
  'hostile names': () => codeInjectionScene,
  'five joints, a cone': () => presetWith('widowx-200', { id: 'dls', params: { lambda: 0.02 } }),
  'six joints, axes of the target': () => {
    const scene = presetWith('ur5e', { id: 'sdls' });
    return {
      ...scene,
      targets: (scene.targets as Changes[]).map((t) => ({ ...t, ...partialTarget })),
    };
  },
};

export function makeCodeTestScene(name: string, catalogue: Catalogue): Scenario {
  const parsed = parseScenarioDocument(codeTestScenes[name]?.(), catalogue);
  if (!parsed.ok) throw new Error(`${name}: ${faultsText(parsed.faults)}`);
  return parsed.value;
}
