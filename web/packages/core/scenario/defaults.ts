/** Default values of a document. The schema adds them; `compactDocument` removes them. */
import { CURRENT_DOCUMENT_VERSION, versionDefaults } from './versions.ts';

export const jointDefaults = {
  parent: null,
  type: 'revolute',
  xyz: [0, 0, 0],
  rpy: [0, 0, 0],
  axis: [0, 0, 1],
  limits: null,
  comfort: 0,
  weight: 1,
  pitch: 0,
} as const;

export const mimicDefaults = { multiplier: 1, offset: 0 } as const;

export const effectorDefaults = { xyz: [0, 0, 0], rpy: [0, 0, 0] } as const;

export const motionDefaults = { phase: [0, 0, 0] } as const;

export const targetDefaults = {
  orientation: null,
  orientationWeight: 1,
  motion: null,
  tolerance: null,
  free: null,
} as const;

export const targetFreedomDefaults = { position: [], orientation: [], frame: 'world' } as const;

/**
 * Defaults of a target clamp. The default `distance` depends on the tree: see
 * `halfTypicalLinkLength`.
 */
export const targetClampDefaults = { mode: 'off', angle: Math.PI / 4, rule: 'paper' } as const;

export const secondaryObjectiveDefaults = { gain: 0.1 } as const;

export const methodDefaults = { maxSlide: null, gain: 1, secondary: null } as const;

export const runDefaults = {
  mode: 'track',
  updatesPerFrame: 1,
  timeStep: 1 / 60,
  tolerance: 1e-4,
  orientationTolerance: 1e-3,
  ...versionDefaults[CURRENT_DOCUMENT_VERSION].run,
  maxUpdates: 4000,
  maxSlow: 0,
  slowShare: 0.05,
  residual: null,
  restarts: null,
} as const;

export const restartsDefaults = {
  every: 0,
  seed: 1,
  outside: 'keep',
  from: 'random',
  maxSlow: 0,
} as const;

export const viewDefaults = { camera: null, lookAt: null, trail: 'line', meshes: 0 } as const;

export const documentDefaults = {
  name: '',
  note: '',
  unit: 'm',
  judgedBy: 'updates',
  start: null,
  limitPolicy: versionDefaults[CURRENT_DOCUMENT_VERSION].limitPolicy,
} as const;
