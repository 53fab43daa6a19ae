import { resolveScenario } from '@iklab/core/scenario';
import type { PathStudy } from './pathStudy.ts';

/** Names of the fields of a run along a path, computed over the last round. NaN: unknown. */
export const PATH_RUN_FIELDS = [
  /**
   * Root mean square, 95th percentile and maximum of the position error summed over the targets,
   * metres.
   */
  'rms',
  'error95',
  'largest',
  /** Place of the largest position error, as a share of the round. */
  'largestAt',
  /** Rms, 95th percentile and maximum of the largest orientation error, radians. */
  'angleRms',
  'angle95',
  'angleLargest',
  'within',
  /** Lag behind the goals, in points: the shift with the least rms error. Then in seconds. */
  'lag',
  'lagTime',
  /**
   * Number of stretches with a jump (`findPathJumps`); place of the first, as a share of the round.
   */
  'jumps',
  'firstJump',
  /** Share of the points whose largest joint step exceeds `BRANCH_JUMP_THRESHOLDS.turn`. */
  'largeSteps',
  /** Joint motion as in `TrajectoryStats`, with each point as an update. */
  'jitter',
  'shake',
  'travel',
  'limited',
  /** Smallest singular value within the working rank; its place as a share of the round. */
  'sigma',
  'sigmaAt',
  /**
   * Distance between the last poses of the last two rounds, radians (metres if no joint is
   * revolute). NaN with one round.
   */
  'gap',
  'updates',
  /** Seconds per point: median and 99th percentile. They depend on the machine. */
  'time',
  'time99',
] as const;
export type PathRunField = (typeof PATH_RUN_FIELDS)[number];
export const PATH_RUN_STRIDE = PATH_RUN_FIELDS.length;
export const PATH_RUN_TIME_FIELDS: readonly PathRunField[] = ['time', 'time99'];

/**
 * Names of the additional fields of a run with external solvers. NaN: not reported, or not of a
 * solver.
 */
export const SOLVER_PATH_RUN_FIELDS = [
  /** Share of the points that the solver claims solved; share of points with false claims. */
  'claimed',
  'refused',
  /** Share of the points without an answer in time. Joints then keep their values. */
  'unanswered',
  /**
   * Share of the points at which a joint exceeds its limits by more than 1e-9 (radians or metres).
   */
  'outside',
  /** Median time per point by the solver's own clock, seconds. */
  'ownTime',
] as const;
export type SolverPathRunField = (typeof SOLVER_PATH_RUN_FIELDS)[number];

type FollowLayout = Pick<PathStudy, 'solvers'>;

export const pathRunFields = ({
  solvers,
}: FollowLayout): readonly (PathRunField | SolverPathRunField)[] =>
  solvers ? [...PATH_RUN_FIELDS, ...SOLVER_PATH_RUN_FIELDS] : PATH_RUN_FIELDS;
/** Returns the number of fields of a run, without the values of its points. */
export const pathRunFieldCount = (study: FollowLayout): number => pathRunFields(study).length;
/** Returns the number of values of a run, with those of its points and poses. */
export const storedPathRunStride = (
  study: FollowLayout & Pick<PathStudy, 'sampling' | 'scenario'>,
): number =>
  pathRunFieldCount(study) + study.sampling.points * (PATH_POINT_STRIDE + valuesPerPose(study));

const poseSizes = new WeakMap<PathStudy['scenario'], number>();

function valuesPerPose({ scenario }: Pick<PathStudy, 'scenario'>): number {
  const size = poseSizes.get(scenario) ?? resolveScenario(scenario).start.length;
  poseSizes.set(scenario, size);
  return size;
}

/** Names of the fields of each point of a path, as in `FOLLOW`. `jump`: 1 at a jump. */
export const PATH_POINT_FIELDS = [
  'error',
  'angle',
  'sigma',
  'turn',
  'limits',
  'updates',
  'jump',
] as const;
export type PathPointField = (typeof PATH_POINT_FIELDS)[number];
export const PATH_POINT_STRIDE = PATH_POINT_FIELDS.length;

export const pathRunFieldIndex = (field: PathRunField | SolverPathRunField): number => {
  const index = PATH_RUN_FIELDS.indexOf(field as PathRunField);
  return index < 0
    ? PATH_RUN_STRIDE + SOLVER_PATH_RUN_FIELDS.indexOf(field as SolverPathRunField)
    : index;
};
export const pathPointFieldIndex = (field: PathPointField): number =>
  PATH_POINT_FIELDS.indexOf(field);
