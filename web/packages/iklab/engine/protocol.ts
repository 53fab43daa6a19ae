/** Written by web/setup/module.mjs, as wasm/src/iklab/lab/protocol.cpp tells it; not by hand. */

// the words of the enums: the module knows each by its place

export const JOINT_KINDS = ['revolute', 'prismatic', 'screw', 'fixed'] as const;
export type JointKind = (typeof JOINT_KINDS)[number];

export const EFFECTOR_GOALS = ['position', 'pose', 'pose-without-heading'] as const;
export type EffectorGoal = (typeof EFFECTOR_GOALS)[number];

export const RUN_MODES = ['track', 'converge', 'hybrid'] as const;
export type RunMode = (typeof RUN_MODES)[number];

export const LIMIT_POLICIES = ['ignore', 'clamp', 'lock', 'wrap'] as const;
export type LimitPolicy = (typeof LIMIT_POLICIES)[number];

export const CLAMP_MODES = ['off', 'fixed', 'adaptive'] as const;
export type ClampMode = (typeof CLAMP_MODES)[number];

export const CLAMP_RULES = ['paper', 'published', 'repaired'] as const;
export type ClampRule = (typeof CLAMP_RULES)[number];

export const SECONDARY_KINDS = [
  'none',
  'rest',
  'limit-middle',
  'manipulability',
  'clearance',
] as const;
export type SecondaryKind = (typeof SECONDARY_KINDS)[number];

export const STOPS = [
  'none',
  'reached',
  'stalled',
  'at-limit',
  'breakdown',
  'no-improvement',
  'oscillating',
  'iteration-limit',
  'too-slow',
  'outside-limits',
] as const;
export type Stop = (typeof STOPS)[number];

export const CAUSES = [
  'none',
  'out-of-reach',
  'joint-limits',
  'singular-pose',
  'local-minimum',
  'no-pose-found',
  'converging',
  'update-limit',
  'stop-rule',
  'damping',
  'dropped-direction',
  'step-limit',
  'target-clamp',
  'joint-weights',
  'secondary-goal',
  'priority',
  'overshoot',
  'breakdown',
  'method',
  'undiagnosed',
] as const;
export type Cause = (typeof CAUSES)[number];

export const SCALES = ['linear', 'log', 'integer', 'toggle', 'choice', 'method', 'even'] as const;
export type Scale = (typeof SCALES)[number];

export const GROUPS = [
  'spectral',
  'constrained',
  'optimisation',
  'geometric',
  'staged',
  'written',
] as const;
export type Group = (typeof GROUPS)[number];

export const TRAITS = [
  'spectral',
  'stage',
  'unclamped',
  'handles-limits',
  'per-joint',
  'per-target',
] as const;
export type Trait = (typeof TRAITS)[number];

export const PERS = ['instance', 'joint', 'direction', 'target'] as const;
export type Per = (typeof PERS)[number];

export const SAMPLINGS = [
  'reachable',
  'box',
  'path',
  'singular',
  'golden',
  'plane',
  'start-plane',
] as const;
export type Sampling = (typeof SAMPLINGS)[number];

export const START_KINDS = ['given', 'random', 'near', 'middle'] as const;
export type StartKind = (typeof START_KINDS)[number];

export const AXIS_FRAMES = ['world', 'target'] as const;
export type AxisFrame = (typeof AXIS_FRAMES)[number];

export const OUTSIDES = ['keep', 'wrap', 'turn'] as const;
export type Outside = (typeof OUTSIDES)[number];

// what stands where in the rows of the buffers

export const PANEL = {
  method: 0,
  clampMode: 1,
  clampDistance: 2,
  clampAngle: 3,
  clampRule: 4,
  maxStep: 5,
  maxSlide: 6,
  gain: 7,
  secondaryKind: 8,
  secondaryGain: 9,
  centreX: 10,
  centreY: 11,
  centreZ: 12,
  radius: 13,
} as const;
export type PanelField = keyof typeof PANEL;

export const STATUS = {
  updates: 0,
  updatesSinceMove: 1,
  error: 2,
  errorBefore: 3,
  startError: 4,
  orientationError: 5,
  within: 6,
  stop: 7,
  lambda: 8,
  rank: 9,
  rises: 10,
  evaluations: 11,
  leak: 12,
  infeasibility: 13,
  discomfort: 14,
  objective: 15,
  objectiveBefore: 16,
  restarts: 17,
  line: 18,
} as const;
export type StatusField = keyof typeof STATUS;

export const TRACE = {
  update: 0,
  frame: 1,
  time: 2,
  errorBefore: 3,
  error: 4,
  rank: 5,
  lambda: 6,
  stop: 7,
  restarts: 8,
} as const;
export type TraceField = keyof typeof TRACE;

export const FINDING = {
  manipulability: 0,
  condition: 1,
  smallest: 2,
  comfort: 3,
} as const;
export type FindingField = keyof typeof FINDING;

export const BATCH_SETTING = {
  sampling: 0,
  start: 1,
  seed: 2,
  sharedRestarts: 3,
  spread: 4,
  lowX: 5,
  lowY: 6,
  lowZ: 7,
  highX: 8,
  highY: 9,
  highZ: 10,
  anyTurn: 11,
  spacing: 12,
  target: 13,
  nx: 14,
  ny: 15,
  originX: 16,
  originY: 17,
  originZ: 18,
  uX: 19,
  uY: 20,
  uZ: 21,
  vX: 22,
  vY: 23,
  vZ: 24,
  column0: 25,
  column1: 26,
  from0: 27,
  from1: 28,
  to0: 29,
  to1: 30,
  levels: 31,
  conditions: 32,
} as const;
export type BatchSettingField = keyof typeof BATCH_SETTING;

export const BATCH = {
  solved: 0,
  inLimits: 1,
  stop: 2,
  updates: 3,
  evaluations: 4,
  restarts: 5,
  error: 6,
  angle: 7,
  objective: 8,
  travel: 9,
  limitHits: 10,
  startError: 11,
  best: 12,
  within1: 13,
  within2: 14,
  within3: 15,
  within4: 16,
  condition: 17,
  goalCondition: 18,
} as const;
export type BatchField = keyof typeof BATCH;

export const BATCH_CAUSE = {
  cause: 0,
  causeJoint: 1,
} as const;
export type BatchCauseField = keyof typeof BATCH_CAUSE;

export const FOLLOW = {
  error: 0,
  angle: 1,
  within: 2,
  updates: 3,
  sigma: 4,
  turn: 5,
  limits: 6,
  limited: 7,
} as const;
export type FollowField = keyof typeof FOLLOW;

export const RULE = {
  limits: 0,
  tolerance: 1,
  orientationTolerance: 2,
  minImprovement: 3,
  maxRises: 4,
  maxUpdates: 5,
  residual: 6,
  maxSlow: 7,
  slowShare: 8,
  restarts: 9,
  every: 10,
  seed: 11,
  outside: 12,
} as const;
export type RuleField = keyof typeof RULE;

export const ANSWER = {
  stop: 0,
  error: 1,
  angle: 2,
  within: 3,
  updates: 4,
  evaluations: 5,
  restarts: 6,
} as const;
export type AnswerField = keyof typeof ANSWER;

export const MAX_PANELS = 8;
export const TARGET_STRIDE = 7;
export const NUMBERS_AT = 14;
export const BY_STAGE = -1;
export const NO_RANK = -1;
export const SPECTRAL_RANK = -2;
export const BATCH_CAPACITY = 512;
export const MATRIX_STRIDE = 16;
export const MOST_INSTANCES = 10000;
export const MOST_CROWD_JOINTS = 64;
export const MOST_SHOWN = 6;
export const MOST_FOLLOW_POINTS = 10000;
export const MOST_FOLLOW_UPDATES = 1000;
export const MOST_FOLLOW_ROUNDS = 1000;

// the rules of a solve that names none

export const SOLVE_DEFAULTS = {
  limits: 1,
  tolerance: 0.0001,
  orientationTolerance: 0.001,
  minImprovement: 0.00001,
  maxRises: 3,
  maxUpdates: 4000,
  residual: 0,
  maxSlow: 0,
  slowShare: 0.05,
  restarts: 20,
  every: 200,
  seed: 1,
  outside: 0,
} as const;
