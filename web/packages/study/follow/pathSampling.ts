import {
  MOST_FOLLOW_POINTS,
  MOST_FOLLOW_ROUNDS,
  MOST_FOLLOW_UPDATES,
} from '@iklab/core/engine/protocol';
import {
  choiceSchema,
  integerSchema,
  isRecord,
  listSchema,
  MAX_NAME_CHARACTERS,
  numberSchema,
  pairSchema,
  quaternionSchema,
  recordSchema,
  singleKeySchema,
  textSchema,
  variantSchema,
  vectorSchema,
} from '@iklab/core/scenario/checks';
import * as v from 'valibot';

export const FOLLOW_KIND = 'follow';
export const PATH_SHAPES = ['line', 'circle', 'eight', 'poses', 'motion'] as const;
const ORIENTATION_MODES = ['kept', 'tangent', 'free'] as const;
const INTERPOLATIONS = ['straight', 'spline'] as const;
export const MAX_PATH_POSES = 1000;
const MAX_STARTS = 1000;
/** Greatest number of points of a path study: of all runs of all its cells together. */
export const MAX_PATH_STUDY_POINTS = 10_000_000;

export const pathSamplingDefaults = {
  points: 480,
  period: 8,
  updates: 1,
  rounds: 3,
  starts: 16,
} as const;
export const pathShapeDefaults = { centre: 'start', from: 'start', plane: [0, 0, 1] } as const;

/**
 * Schema of a position: `start` for the effector's start position, or a point in the world frame,
 * metres.
 */
const startKeyword = choiceSchema(['start'], ['start', '[x, y, z]']);
const pointSchema = variantSchema([startKeyword, vectorSchema()], (input) =>
  Array.isArray(input) ? vectorSchema() : startKeyword,
);
/** Schema of the effector that follows the path; by default that of the first target. */
const effectorSchema = v.optional(textSchema(1, MAX_NAME_CHARACTERS));
const centreSchema = v.optional(pointSchema, pathShapeDefaults.centre);
const planeSchema = v.optional(vectorSchema(), [...pathShapeDefaults.plane]);
const shape = <S extends (typeof PATH_SHAPES)[number]>(name: S) =>
  choiceSchema([name], PATH_SHAPES);

const poseSchema = recordSchema({
  time: numberSchema(),
  position: vectorSchema(),
  orientation: v.optional(quaternionSchema()),
});

const shapes = {
  line: recordSchema({
    shape: shape('line'),
    effector: effectorSchema,
    from: v.optional(pointSchema, pathShapeDefaults.from),
    to: pointSchema,
  }),
  circle: recordSchema({
    shape: shape('circle'),
    effector: effectorSchema,
    centre: centreSchema,
    radius: numberSchema({ above: 0 }),
    plane: planeSchema,
  }),
  eight: recordSchema({
    shape: shape('eight'),
    effector: effectorSchema,
    centre: centreSchema,
    size: pairSchema('[length, width]', numberSchema({ above: 0 })),
    plane: planeSchema,
  }),
  poses: recordSchema({
    shape: shape('poses'),
    effector: effectorSchema,
    poses: listSchema(poseSchema, 'poses', 2, MAX_PATH_POSES),
    between: v.optional(choiceSchema(INTERPOLATIONS)),
  }),
  motion: recordSchema({ shape: shape('motion') }),
} as const;

const { line, circle, eight, poses, motion } = shapes;
const unknownShape = singleKeySchema('shape', choiceSchema([], PATH_SHAPES));
const pathSchema = variantSchema([line, circle, eight, poses, motion], (input) => {
  if (!isRecord(input)) return line;
  const shapeName = PATH_SHAPES.find((name) => name === input.shape);
  return shapeName === undefined ? unknownShape : shapes[shapeName];
});

export const pathSamplingSchema = recordSchema({
  kind: choiceSchema([FOLLOW_KIND]),
  path: pathSchema,
  /** Orientation along the path; by default as the target constrains it. */
  turn: v.optional(choiceSchema(ORIENTATION_MODES)),
  points: v.optional(integerSchema(2, MOST_FOLLOW_POINTS), pathSamplingDefaults.points),
  /** Duration of a round, seconds; by default the time from the first to the last pose. */
  period: v.optional(numberSchema({ above: 0 })),
  /** Maximum number of updates per point; a point ends as soon as its target is reached. */
  updates: v.optional(integerSchema(1, MOST_FOLLOW_UPDATES), pathSamplingDefaults.updates),
  rounds: v.optional(integerSchema(1, MOST_FOLLOW_ROUNDS), pathSamplingDefaults.rounds),
  starts: v.optional(integerSchema(1, MAX_STARTS), pathSamplingDefaults.starts),
});

/** Sampling of a path study as written, without some defaults. */
export type PathSamplingDocument = v.InferOutput<typeof pathSamplingSchema>;
export type PathShape = PathSamplingDocument['path'];
export type PathOrientationMode = (typeof ORIENTATION_MODES)[number];
export type PathShapeOfKind<S extends PathShape['shape']> = Extract<PathShape, { shape: S }>;
export type PathSampling = PathSamplingDocument & {
  readonly turn: PathOrientationMode;
  readonly period: number;
};
