/** The schema of a study's `sampling` of kind `follow`. */
import { MOST_FOLLOW_POINTS, MOST_FOLLOW_ROUNDS, MOST_FOLLOW_UPDATES } from 'iklab/engine/protocol';
import {
  choice,
  integer,
  isRecord,
  list,
  MAX_NAME,
  number,
  pair,
  quaternion,
  record,
  singleKey,
  text,
  variant,
  vector,
} from 'iklab/scenario';
import * as v from 'valibot';

export const FOLLOW = 'follow';
export const SHAPES = ['line', 'circle', 'eight', 'poses', 'motion'] as const;
export const TURNS = ['kept', 'tangent', 'free'] as const;
/**
 * Interpolation of positions between poses. Orientations are interpolated along the shorter arc.
 */
export const BETWEEN = ['straight', 'spline'] as const;
export const MOST_POSES = 1000;
export const MOST_STARTS = 1000;
/** Limit on the points of all runs of all cells. */
export const MOST_COURSE_POINTS = 10_000_000;

export const followDefaults = {
  points: 480,
  period: 8,
  updates: 1,
  rounds: 3,
  starts: 16,
} as const;
export const shapeDefaults = { centre: 'start', from: 'start', plane: [0, 0, 1] } as const;

/** Position of the effector at the start of the scene, or a point in the world frame. */
const start = choice(['start'], ['start', '[x, y, z]']);
const place = variant([start, vector()], (input) => (Array.isArray(input) ? vector() : start));
/** The effector whose target follows the path; by default that of the first target. */
const effector = v.optional(text(1, MAX_NAME));
const centre = v.optional(place, shapeDefaults.centre);
/** Normal of the plane. */
const plane = v.optional(vector(), [...shapeDefaults.plane]);
const shape = <S extends (typeof SHAPES)[number]>(name: S) => choice([name], SHAPES);

const pose = record({
  time: number(),
  position: vector(),
  orientation: v.optional(quaternion()),
});

const shapes = {
  line: record({
    shape: shape('line'),
    effector,
    from: v.optional(place, shapeDefaults.from),
    to: place,
  }),
  circle: record({ shape: shape('circle'), effector, centre, radius: number({ above: 0 }), plane }),
  eight: record({
    shape: shape('eight'),
    effector,
    centre,
    size: pair('[length, width]', number({ above: 0 })),
    plane,
  }),
  poses: record({
    shape: shape('poses'),
    effector,
    poses: list(pose, 'poses', 2, MOST_POSES),
    /** Default: straight. */
    between: v.optional(choice(BETWEEN)),
  }),
  motion: record({ shape: shape('motion') }),
} as const;

const { line, circle, eight, poses, motion } = shapes;
const shapeOnly = singleKey('shape', choice([], SHAPES));
const path = variant([line, circle, eight, poses, motion], (input) => {
  if (!isRecord(input)) return line;
  const known = SHAPES.find((name) => name === input.shape);
  return known === undefined ? shapeOnly : shapes[known];
});

export const followSampling = record({
  kind: choice([FOLLOW]),
  path,
  /** Default: kept if the target has an orientation, otherwise free. */
  turn: v.optional(choice(TURNS)),
  points: v.optional(integer(2, MOST_FOLLOW_POINTS), followDefaults.points),
  /** Duration of a round, seconds; by default that of the times of the poses. */
  period: v.optional(number({ above: 0 })),
  /** Maximum number of updates per point; a point ends as soon as its target is reached. */
  updates: v.optional(integer(1, MOST_FOLLOW_UPDATES), followDefaults.updates),
  rounds: v.optional(integer(1, MOST_FOLLOW_ROUNDS), followDefaults.rounds),
  starts: v.optional(integer(1, MOST_STARTS), followDefaults.starts),
});

/** The sampling as a document writes it. */
export type FollowDocument = v.InferOutput<typeof followSampling>;
export type PathShape = FollowDocument['path'];
export type Turn = (typeof TURNS)[number];
export type ShapeOf<S extends PathShape['shape']> = Extract<PathShape, { shape: S }>;
/** The sampling with all defaults resolved. */
export type FollowSampling = FollowDocument & { readonly turn: Turn; readonly period: number };
