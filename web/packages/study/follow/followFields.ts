/** What is told of a run along a path, a number each, and of each of its points. */
import { resolve } from 'iklab/scenario';
import type { FollowStudy } from './followStudy.ts';

/** Of a run, over the points of its last round. NaN: not known. */
export const FOLLOW_FIELDS = [
  /** Of the error, the sum of the distances of the targets: root of the mean square, 95 %, largest; metres. */
  'rms',
  'error95',
  'largest',
  /** Where it is largest, share of the round. */
  'largestAt',
  /** The same of the largest orientation error, radians. */
  'angleRms',
  'angle95',
  'angleLargest',
  /** Share of the points within the tolerances. */
  'within',
  /** Points by which the tips are behind: the shift of least rms; seconds. */
  'lag',
  'lagTime',
  /** Stretches of points with a jump (`jumpsOf`), and where the first is, share of the round. */
  'jumps',
  'firstJump',
  /** Share of the points at which a joint turns by more than `JUMP.turn` from the answer before: see `isJumpy`. */
  'largeSteps',
  /** As `Measures` has them, each point an update. */
  'jitter',
  'shake',
  'travel',
  'limited',
  /** Least σ of the working rank, and where. */
  'sigma',
  'sigmaAt',
  /** |θ at the end of the round − θ at the end of the one before|; NaN: there was one round. */
  'gap',
  /** Mean of a point. */
  'updates',
  /** Seconds a point, median and 99 %: no part of what is the same on every machine. */
  'time',
  'time99',
] as const;
export type FollowField = (typeof FOLLOW_FIELDS)[number];
export const RUN_STRIDE = FOLLOW_FIELDS.length;
/** Those that hang on the machine. */
export const TIME_FIELDS: readonly FollowField[] = ['time', 'time99'];

/** Of a run behind the others, where programs of others follow the path too. NaN: of a method, or not told. */
export const ANSWERED_FIELDS = [
  /** Share of the points that the program says it has solved; and that it says so of, but are not within. */
  'claimed',
  'refused',
  /** Share of the points without an answer in time: the joints stay where they are. */
  'unanswered',
  /** Share of the points at which a joint is beyond its limits, by more than 1e-9. */
  'outside',
  /** Seconds a point by its own clock, median. */
  'ownTime',
] as const;
export type AnsweredField = (typeof ANSWERED_FIELDS)[number];

type Laid = Pick<FollowStudy, 'solvers'>;

/** Fields of a run of a study. */
export const runFields = ({ solvers }: Laid): readonly (FollowField | AnsweredField)[] =>
  solvers ? [...FOLLOW_FIELDS, ...ANSWERED_FIELDS] : FOLLOW_FIELDS;
/** Numbers of a run without its course. */
export const runStride = (study: Laid): number => runFields(study).length;
/** Numbers of a run with its course and its poses. */
export const followStride = (study: Laid & Pick<FollowStudy, 'sampling' | 'scenario'>): number =>
  runStride(study) + study.sampling.points * (COURSE_STRIDE + poseSize(study));

const sizes = new WeakMap<FollowStudy['scenario'], number>();

/** Numbers of a pose: of each joint that moves by itself, in all cells alike. */
function poseSize({ scenario }: Pick<FollowStudy, 'scenario'>): number {
  const size = sizes.get(scenario) ?? resolve(scenario).start.length;
  sizes.set(scenario, size);
  return size;
}

/** Of a point, as `FOLLOW` of the engine has them; jump: 1 where there is one. */
export const COURSE_FIELDS = [
  'error',
  'angle',
  'sigma',
  'turn',
  'limits',
  'updates',
  'jump',
] as const;
export type CourseField = (typeof COURSE_FIELDS)[number];
export const COURSE_STRIDE = COURSE_FIELDS.length;

/** The place of a field in the row of a run. */
export const followAt = (field: FollowField | AnsweredField): number => {
  const place = FOLLOW_FIELDS.indexOf(field as FollowField);
  return place < 0 ? RUN_STRIDE + ANSWERED_FIELDS.indexOf(field as AnsweredField) : place;
};
/** The place of a field in the row of a point. */
export const courseAt = (field: CourseField): number => COURSE_FIELDS.indexOf(field);
