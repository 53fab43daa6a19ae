/**
 * The schema of a scenario document: its structure. `parse` then checks relations between parts
 * (ids, limits, counts that follow from the tree, parameters of a method).
 */

import * as v from 'valibot';
import {
  AXIS_FRAMES,
  CLAMP_MODES,
  CLAMP_RULES,
  JOINT_KINDS,
  LIMIT_POLICIES,
  OUTSIDES,
  RUN_MODES,
  SECONDARY_KINDS,
} from '../engine/protocol.ts';
import {
  MAX_COUNT,
  MAX_EFFECTORS,
  MAX_JOINTS,
  MAX_METHODS,
  MAX_NAME,
  MAX_NOTE,
  MAX_PATH_POINTS,
  MAX_RESTARTS,
  MAX_SEED,
  MAX_UPDATES_PER_FRAME,
  MIN_PERIOD,
  MIN_WEIGHT,
} from './checks/bounds.ts';
import {
  anything,
  choice,
  guard,
  integer,
  isRecord,
  list,
  number,
  pair,
  quaternion,
  record,
  singleKey,
  text,
  variant,
  vector,
} from './checks/shapes.ts';
import { receivedValueText } from './checks/words.ts';
import {
  documentDefaults,
  effectorDefaults,
  freeDefaults,
  jointDefaults,
  methodDefaults,
  mimicDefaults,
  motionDefaults,
  restartsDefaults,
  runDefaults,
  secondaryDefaults,
  targetDefaults,
  viewDefaults,
} from './defaults.ts';
import { JUDGED_BY } from './types.ts';
import { VERSIONS, versionFault } from './versions.ts';

const id = text(1, MAX_NAME);
const vec3 = vector();
const positive = number({ above: 0 });
const notNegative = number({ min: 0 });
const period = number({ above: 0, min: MIN_PERIOD });

const mimic = record({
  joint: id,
  multiplier: v.optional(number(), mimicDefaults.multiplier),
  offset: v.optional(number(), mimicDefaults.offset),
});

const joint = record({
  id,
  parent: v.optional(v.nullable(id), jointDefaults.parent),
  type: v.optional(choice(JOINT_KINDS), jointDefaults.type),
  xyz: v.optional(vec3, [...jointDefaults.xyz]),
  rpy: v.optional(vec3, [...jointDefaults.rpy]),
  axis: v.optional(vec3, [...jointDefaults.axis]),
  limits: v.optional(v.nullable(pair('[lower, upper]')), jointDefaults.limits),
  rest: v.optional(number()),
  comfort: v.optional(number(), jointDefaults.comfort),
  weight: v.optional(positive, jointDefaults.weight),
  pitch: v.optional(number(), jointDefaults.pitch),
  mimic: v.optional(mimic),
});

const effector = record({
  id,
  parent: id,
  xyz: v.optional(vec3, [...effectorDefaults.xyz]),
  rpy: v.optional(vec3, [...effectorDefaults.rpy]),
});

export const inlineTree = record({
  joints: list(joint, 'joints', 1, MAX_JOINTS),
  effectors: list(effector, 'effectors', 1, MAX_EFFECTORS),
});
const presetTree = record({ preset: id });
const planarLinks = record({ links: list(positive, 'links', 1, MAX_JOINTS) });
const planarPoints = record({ points: list(pair('[x, y]'), 'points', 1, MAX_JOINTS) });

const hasKey = (input: unknown, key: string) => isRecord(input) && Object.hasOwn(input, key);

const planar = guard(
  variant([planarLinks, planarPoints], (input) =>
    hasKey(input, 'points') ? planarPoints : planarLinks,
  ),
  (input) => {
    if (!isRecord(input)) return null;
    const both = hasKey(input, 'links') && hasKey(input, 'points');
    return both ? 'must have either links or points; got both' : null;
  },
);
const planarTree = record({ planar });

const tree = guard(
  variant([presetTree, planarTree, inlineTree], (input) => {
    if (hasKey(input, 'preset')) return presetTree;
    return hasKey(input, 'planar') ? planarTree : inlineTree;
  }),
  (input) => {
    if (!isRecord(input)) return null;
    const keys = ['preset', 'planar', 'joints', 'effectors'].filter((key) => hasKey(input, key));
    const inline = keys.every((key) => key === 'joints' || key === 'effectors');
    if (keys.length === 1 || (keys.length === 2 && inline)) return null;
    const expected = 'a preset, a planar chain, or joints with effectors';
    return `must be one of ${expected}; got ${keys.join(' and ') || 'none of them'}`;
  },
);

const isKind = (input: unknown, kind: string) => isRecord(input) && input.kind === kind;
/**
 * Returns the schema of an object whose `kind` is unknown, so that one fault is reported instead of
 * one for every key.
 */
const kindRecord = (all: readonly string[]) => (input: unknown) =>
  isRecord(input) ? singleKey('kind', choice([], all)) : record({});

const motions = ['still', 'sine', 'path'] as const;
const still = record({ kind: choice(['still'], motions) });
const sine = record({
  kind: choice(['sine'], motions),
  amplitude: vec3,
  period: vector(period),
  phase: v.optional(vec3, [...motionDefaults.phase]),
});
const path = record({
  kind: choice(['path'], motions),
  period,
  points: list(vec3, 'points', 2, MAX_PATH_POINTS),
});
const motion = variant([still, sine, path], (input) => {
  if (isKind(input, 'sine')) return sine;
  if (isKind(input, 'path')) return path;
  return isKind(input, 'still') ? still : kindRecord(motions)(input);
});

const axisTolerance = record({ position: notNegative, rotation: notNegative });

const axes = list(choice(['x', 'y', 'z']), 'axes', 0, 3);
const spin = record({ spin: vec3 });
const cone = record({ cone: record({ axis: vec3, angle: number({ above: 0, max: Math.PI }) }) });
const freeTurn = guard(
  variant([axes, spin, cone], (input) => {
    if (hasKey(input, 'cone')) return cone;
    return hasKey(input, 'spin') ? spin : axes;
  }),
  (input) => {
    if (Array.isArray(input)) return null;
    const one = hasKey(input, 'spin') !== hasKey(input, 'cone');
    return one ? null : `must be a list of axes, a spin or a cone; ${receivedValueText(input)}`;
  },
);
const free = record({
  position: v.optional(axes, [...freeDefaults.position]),
  orientation: v.optional(freeTurn, [...freeDefaults.orientation]),
  frame: v.optional(choice(AXIS_FRAMES), freeDefaults.frame),
});

const target = record({
  effector: id,
  position: vec3,
  orientation: v.optional(v.nullable(quaternion()), targetDefaults.orientation),
  orientationWeight: v.optional(
    number({ above: 0, min: MIN_WEIGHT }),
    targetDefaults.orientationWeight,
  ),
  motion: v.optional(v.nullable(motion), targetDefaults.motion),
  tolerance: v.optional(v.nullable(axisTolerance), targetDefaults.tolerance),
  free: v.optional(v.nullable(free), targetDefaults.free),
});

const secondaries = SECONDARY_KINDS.filter((kind) => kind !== 'none');
const postures = secondaries.filter((kind) => kind !== 'clearance');
const secondaryGain = v.optional(notNegative, secondaryDefaults.gain);
const posture = record({ kind: choice(postures, secondaries), gain: secondaryGain });
const clearance = record({
  kind: choice(['clearance'], secondaries),
  gain: secondaryGain,
  centre: vec3,
  radius: positive,
});
const secondary = variant([posture, clearance], (input) => {
  if (isKind(input, 'clearance')) return clearance;
  const isPosture = postures.some((kind) => isKind(input, kind));
  return isPosture ? posture : kindRecord(secondaries)(input);
});

const targetClamp = record({
  mode: v.optional(choice(CLAMP_MODES)),
  distance: v.optional(positive),
  angle: v.optional(positive),
  rule: v.optional(choice(CLAMP_RULES)),
});

const method = record({
  id,
  label: v.optional(id),
  slot: v.optional(integer(1, MAX_METHODS)),
  params: v.optional(anything('an object of parameters by key'), {}),
  targetClamp: v.optional(targetClamp, {}),
  maxStep: v.optional(v.nullable(positive)),
  maxSlide: v.optional(v.nullable(positive), methodDefaults.maxSlide),
  gain: v.optional(positive, methodDefaults.gain),
  secondary: v.optional(v.nullable(secondary), methodDefaults.secondary),
});

const restarts = record({
  most: integer(0, MAX_RESTARTS),
  every: v.optional(integer(0, MAX_COUNT), restartsDefaults.every),
  seed: v.optional(integer(0, MAX_SEED), restartsDefaults.seed),
  outside: v.optional(choice(OUTSIDES), restartsDefaults.outside),
});

const run = record({
  mode: v.optional(choice(RUN_MODES), runDefaults.mode),
  updatesPerFrame: v.optional(integer(1, MAX_UPDATES_PER_FRAME), runDefaults.updatesPerFrame),
  timeStep: v.optional(positive, runDefaults.timeStep),
  tolerance: v.optional(notNegative, runDefaults.tolerance),
  orientationTolerance: v.optional(notNegative, runDefaults.orientationTolerance),
  minImprovement: v.optional(notNegative, runDefaults.minImprovement),
  maxRises: v.optional(v.nullable(integer(1, MAX_COUNT)), runDefaults.maxRises),
  maxUpdates: v.optional(integer(1, MAX_COUNT), runDefaults.maxUpdates),
  maxSlow: v.optional(integer(0, MAX_COUNT), runDefaults.maxSlow),
  slowShare: v.optional(number({ min: 0, max: 1 }), runDefaults.slowShare),
  residual: v.optional(v.nullable(positive), runDefaults.residual),
  restarts: v.optional(v.nullable(restarts), runDefaults.restarts),
});

const view = record({
  camera: v.optional(v.nullable(vec3), viewDefaults.camera),
  lookAt: v.optional(v.nullable(vec3), viewDefaults.lookAt),
  up: v.optional(choice(['x', 'y', 'z'])),
  trail: v.optional(choice(['none', 'line', 'strobe']), viewDefaults.trail),
  meshes: v.optional(integer(0, MAX_COUNT), viewDefaults.meshes),
});

export const documentSchema = record(
  {
    iklab: v.picklist(VERSIONS, (issue) => versionFault(issue.input)),
    name: v.optional(text(0, MAX_NAME), documentDefaults.name),
    note: v.optional(text(0, MAX_NOTE), documentDefaults.note),
    unit: v.optional(choice(['m', 'cm', 'mm', 'none']), documentDefaults.unit),
    judgedBy: v.optional(choice(JUDGED_BY), documentDefaults.judgedBy),
    tree,
    start: v.optional(v.nullable(list(number(), 'values', 0, MAX_JOINTS)), documentDefaults.start),
    limitPolicy: v.optional(choice(LIMIT_POLICIES), documentDefaults.limitPolicy),
    targets: list(target, 'targets', 1, MAX_EFFECTORS),
    methods: list(method, 'methods', 1, MAX_METHODS),
    run: v.optional(run, {}),
    view: v.optional(view, {}),
  },
  'an object',
  ['preset'],
);

export type Document = v.InferOutput<typeof documentSchema>;
export type TreeDocument = Document['tree'];
export type InlineDocument = Extract<TreeDocument, { joints: unknown }>;
export type JointDocument = InlineDocument['joints'][number];
export type TargetDocument = Document['targets'][number];
export type MethodDocument = Document['methods'][number];
