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
  RESTART_POSES,
  RUN_MODES,
  SECONDARY_KINDS,
} from '../engine/protocol.ts';
import {
  MAX_EFFECTORS,
  MAX_JOINTS,
  MAX_METHODS,
  MAX_NAME_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_PATH_POINTS,
  MAX_RESTARTS,
  MAX_RUN_COUNT,
  MAX_SEED,
  MAX_UPDATES_PER_FRAME,
  MIN_MOTION_PERIOD,
  MIN_ORIENTATION_WEIGHT,
} from './checks/bounds.ts';
import {
  anyObjectSchema,
  checkedInputSchema,
  choiceSchema,
  integerSchema,
  isRecord,
  listSchema,
  numberSchema,
  pairSchema,
  quaternionSchema,
  recordSchema,
  singleKeySchema,
  textSchema,
  variantSchema,
  vectorSchema,
} from './checks/shapes.ts';
import { receivedValueText } from './checks/words.ts';
import {
  documentDefaults,
  effectorDefaults,
  jointDefaults,
  methodDefaults,
  mimicDefaults,
  motionDefaults,
  restartsDefaults,
  runDefaults,
  secondaryObjectiveDefaults,
  targetDefaults,
  targetFreedomDefaults,
  viewDefaults,
} from './defaults.ts';
import { RANKING_CRITERIA } from './types.ts';
import { DOCUMENT_VERSIONS, documentVersionFault } from './versions.ts';

const id = textSchema(1, MAX_NAME_CHARACTERS);
const vec3 = vectorSchema();
const positive = numberSchema({ above: 0 });
const notNegative = numberSchema({ min: 0 });
const period = numberSchema({ above: 0, min: MIN_MOTION_PERIOD });

const mimic = recordSchema({
  joint: id,
  multiplier: v.optional(numberSchema(), mimicDefaults.multiplier),
  offset: v.optional(numberSchema(), mimicDefaults.offset),
});

const joint = recordSchema({
  id,
  parent: v.optional(v.nullable(id), jointDefaults.parent),
  type: v.optional(choiceSchema(JOINT_KINDS), jointDefaults.type),
  xyz: v.optional(vec3, [...jointDefaults.xyz]),
  rpy: v.optional(vec3, [...jointDefaults.rpy]),
  axis: v.optional(vec3, [...jointDefaults.axis]),
  limits: v.optional(v.nullable(pairSchema('[lower, upper]')), jointDefaults.limits),
  rest: v.optional(numberSchema()),
  comfort: v.optional(numberSchema(), jointDefaults.comfort),
  weight: v.optional(positive, jointDefaults.weight),
  pitch: v.optional(numberSchema(), jointDefaults.pitch),
  mimic: v.optional(mimic),
});

const effector = recordSchema({
  id,
  parent: id,
  xyz: v.optional(vec3, [...effectorDefaults.xyz]),
  rpy: v.optional(vec3, [...effectorDefaults.rpy]),
});

export const inlineTreeSchema = recordSchema({
  joints: listSchema(joint, 'joints', 1, MAX_JOINTS),
  effectors: listSchema(effector, 'effectors', 1, MAX_EFFECTORS),
});
const presetTree = recordSchema({ preset: id });
const planarLinks = recordSchema({ links: listSchema(positive, 'links', 1, MAX_JOINTS) });
const planarPoints = recordSchema({
  points: listSchema(pairSchema('[x, y]'), 'points', 1, MAX_JOINTS),
});

const hasKey = (input: unknown, key: string) => isRecord(input) && Object.hasOwn(input, key);

const planar = checkedInputSchema(
  variantSchema([planarLinks, planarPoints], (input) =>
    hasKey(input, 'points') ? planarPoints : planarLinks,
  ),
  (input) => {
    if (!isRecord(input)) return null;
    const both = hasKey(input, 'links') && hasKey(input, 'points');
    return both ? 'must have either links or points; got both' : null;
  },
);
const planarTree = recordSchema({ planar });

const tree = checkedInputSchema(
  variantSchema([presetTree, planarTree, inlineTreeSchema], (input) => {
    if (hasKey(input, 'preset')) return presetTree;
    return hasKey(input, 'planar') ? planarTree : inlineTreeSchema;
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
const kindRecord = (all: readonly string[]) => (input: unknown) =>
  isRecord(input) ? singleKeySchema('kind', choiceSchema([], all)) : recordSchema({});

const motions = ['still', 'sine', 'path'] as const;
const still = recordSchema({ kind: choiceSchema(['still'], motions) });
const sine = recordSchema({
  kind: choiceSchema(['sine'], motions),
  amplitude: vec3,
  period: vectorSchema(period),
  phase: v.optional(vec3, [...motionDefaults.phase]),
});
const path = recordSchema({
  kind: choiceSchema(['path'], motions),
  period,
  points: listSchema(vec3, 'points', 2, MAX_PATH_POINTS),
});
const motion = variantSchema([still, sine, path], (input) => {
  if (isKind(input, 'sine')) return sine;
  if (isKind(input, 'path')) return path;
  return isKind(input, 'still') ? still : kindRecord(motions)(input);
});

const axisTolerance = recordSchema({ position: notNegative, rotation: notNegative });

const axes = listSchema(choiceSchema(['x', 'y', 'z']), 'axes', 0, 3);
const spin = recordSchema({ spin: vec3 });
const cone = recordSchema({
  cone: recordSchema({ axis: vec3, angle: numberSchema({ above: 0, max: Math.PI }) }),
});
const freeTurn = checkedInputSchema(
  variantSchema([axes, spin, cone], (input) => {
    if (hasKey(input, 'cone')) return cone;
    return hasKey(input, 'spin') ? spin : axes;
  }),
  (input) => {
    if (Array.isArray(input)) return null;
    const one = hasKey(input, 'spin') !== hasKey(input, 'cone');
    return one ? null : `must be a list of axes, a spin or a cone; ${receivedValueText(input)}`;
  },
);
const free = recordSchema({
  position: v.optional(axes, [...targetFreedomDefaults.position]),
  orientation: v.optional(freeTurn, [...targetFreedomDefaults.orientation]),
  frame: v.optional(choiceSchema(AXIS_FRAMES), targetFreedomDefaults.frame),
});

const target = recordSchema({
  effector: id,
  position: vec3,
  orientation: v.optional(v.nullable(quaternionSchema()), targetDefaults.orientation),
  orientationWeight: v.optional(
    numberSchema({ above: 0, min: MIN_ORIENTATION_WEIGHT }),
    targetDefaults.orientationWeight,
  ),
  motion: v.optional(v.nullable(motion), targetDefaults.motion),
  tolerance: v.optional(v.nullable(axisTolerance), targetDefaults.tolerance),
  free: v.optional(v.nullable(free), targetDefaults.free),
});

const secondaries = SECONDARY_KINDS.filter((kind) => kind !== 'none');
const postures = secondaries.filter((kind) => kind !== 'clearance');
const secondaryGain = v.optional(notNegative, secondaryObjectiveDefaults.gain);
const posture = recordSchema({ kind: choiceSchema(postures, secondaries), gain: secondaryGain });
const clearance = recordSchema({
  kind: choiceSchema(['clearance'], secondaries),
  gain: secondaryGain,
  centre: vec3,
  radius: positive,
});
const secondary = variantSchema([posture, clearance], (input) => {
  if (isKind(input, 'clearance')) return clearance;
  const isPosture = postures.some((kind) => isKind(input, kind));
  return isPosture ? posture : kindRecord(secondaries)(input);
});

const targetClamp = recordSchema({
  mode: v.optional(choiceSchema(CLAMP_MODES)),
  distance: v.optional(positive),
  angle: v.optional(positive),
  rule: v.optional(choiceSchema(CLAMP_RULES)),
});

const method = recordSchema({
  id,
  label: v.optional(id),
  slot: v.optional(integerSchema(1, MAX_METHODS)),
  params: v.optional(anyObjectSchema('an object of parameters by key'), {}),
  targetClamp: v.optional(targetClamp, {}),
  maxStep: v.optional(v.nullable(positive)),
  maxSlide: v.optional(v.nullable(positive), methodDefaults.maxSlide),
  gain: v.optional(positive, methodDefaults.gain),
  secondary: v.optional(v.nullable(secondary), methodDefaults.secondary),
});

const restarts = recordSchema({
  most: integerSchema(0, MAX_RESTARTS),
  every: v.optional(integerSchema(0, MAX_RUN_COUNT), restartsDefaults.every),
  seed: v.optional(integerSchema(0, MAX_SEED), restartsDefaults.seed),
  outside: v.optional(choiceSchema(OUTSIDES), restartsDefaults.outside),
  from: v.optional(choiceSchema(RESTART_POSES), restartsDefaults.from),
  maxSlow: v.optional(integerSchema(0, MAX_RUN_COUNT), restartsDefaults.maxSlow),
});

const run = recordSchema({
  mode: v.optional(choiceSchema(RUN_MODES), runDefaults.mode),
  updatesPerFrame: v.optional(integerSchema(1, MAX_UPDATES_PER_FRAME), runDefaults.updatesPerFrame),
  timeStep: v.optional(positive, runDefaults.timeStep),
  tolerance: v.optional(notNegative, runDefaults.tolerance),
  orientationTolerance: v.optional(notNegative, runDefaults.orientationTolerance),
  minImprovement: v.optional(notNegative, runDefaults.minImprovement),
  maxRises: v.optional(v.nullable(integerSchema(1, MAX_RUN_COUNT)), runDefaults.maxRises),
  maxUpdates: v.optional(integerSchema(1, MAX_RUN_COUNT), runDefaults.maxUpdates),
  maxSlow: v.optional(integerSchema(0, MAX_RUN_COUNT), runDefaults.maxSlow),
  slowShare: v.optional(numberSchema({ min: 0, max: 1 }), runDefaults.slowShare),
  residual: v.optional(v.nullable(positive), runDefaults.residual),
  restarts: v.optional(v.nullable(restarts), runDefaults.restarts),
});

const view = recordSchema({
  camera: v.optional(v.nullable(vec3), viewDefaults.camera),
  lookAt: v.optional(v.nullable(vec3), viewDefaults.lookAt),
  up: v.optional(choiceSchema(['x', 'y', 'z'])),
  trail: v.optional(choiceSchema(['none', 'line', 'strobe']), viewDefaults.trail),
  meshes: v.optional(integerSchema(0, MAX_RUN_COUNT), viewDefaults.meshes),
});

export const documentSchema = recordSchema(
  {
    iklab: v.picklist(DOCUMENT_VERSIONS, (issue) => documentVersionFault(issue.input)),
    name: v.optional(textSchema(0, MAX_NAME_CHARACTERS), documentDefaults.name),
    note: v.optional(textSchema(0, MAX_NOTE_CHARACTERS), documentDefaults.note),
    unit: v.optional(choiceSchema(['m', 'cm', 'mm', 'none']), documentDefaults.unit),
    judgedBy: v.optional(choiceSchema(RANKING_CRITERIA), documentDefaults.judgedBy),
    tree,
    start: v.optional(
      v.nullable(listSchema(numberSchema(), 'values', 0, MAX_JOINTS)),
      documentDefaults.start,
    ),
    limitPolicy: v.optional(choiceSchema(LIMIT_POLICIES), documentDefaults.limitPolicy),
    targets: listSchema(target, 'targets', 1, MAX_EFFECTORS),
    methods: listSchema(method, 'methods', 1, MAX_METHODS),
    run: v.optional(run, {}),
    view: v.optional(view, {}),
  },
  'an object',
  ['preset'],
);

export type ScenarioDocument = v.InferOutput<typeof documentSchema>;
export type TreeDocument = ScenarioDocument['tree'];
export type InlineTreeDocument = Extract<TreeDocument, { joints: unknown }>;
export type JointDocument = InlineTreeDocument['joints'][number];
export type TargetDocument = ScenarioDocument['targets'][number];
export type MethodDocument = ScenarioDocument['methods'][number];
