import { FOLLOWER_ROW_LENGTH, type PathFollower, type PathPointGoal } from '@iklab/core/engine';
import { FOLLOW } from '@iklab/core/engine/protocol';
import type { MethodPanel } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { arithmeticMean, median } from '../../results/statistics.ts';
import { computePathRun, type PathRun } from '../computePathRun.ts';
import type { FollowedPath } from '../followedPath.ts';
import {
  PATH_RUN_STRIDE,
  pathRunFieldIndex,
  SOLVER_PATH_RUN_FIELDS,
  type SolverPathRunField,
} from '../pathRunFields.ts';
import type { PathSampling } from '../pathSampling.ts';

export interface PathPointAnswer {
  /** Joint values of the answer; null if the solver gave none, or none in time. */
  readonly q: readonly number[] | null;
  readonly claimed: boolean;
  /** Number of updates that the solver reports; NaN if it reports none. */
  readonly updates: number;
  /** Time to the answer by the solver's clock, seconds. `ourTime`: by IK Lab's clock. */
  readonly ownTime: number;
  readonly ourTime: number;
}

const LIMIT_SLACK = 1e-9; // Radians or metres.

export class ExternalSolverRun {
  readonly #path: FollowedPath;
  readonly #follower: PathFollower;
  readonly #start: readonly number[];
  readonly #sampling: PathSampling;
  readonly #answers: PathPointAnswer[] = [];
  #pose: readonly number[];
  #point = 0;

  constructor(
    path: FollowedPath,
    follower: PathFollower,
    start: readonly number[],
    sampling: PathSampling,
  ) {
    [this.#path, this.#follower, this.#start, this.#sampling] = [path, follower, start, sampling];
    this.#pose = start;
    // The method is not run; it only completes the scene.
    const panel = path.scene.scenario.methods[0] as MethodPanel;
    follower.beginAnswers({ panel, start, rounds: sampling.rounds });
  }

  get next(): number | null {
    const { points, rounds } = this.#sampling;
    return this.#point < points * rounds ? this.#point : null;
  }

  goals(point: number): readonly PathPointGoal[] {
    return this.#path.points[point % this.#sampling.points] ?? [];
  }

  /** Pose from which the next point is solved: the previous answer, or the start of the run. */
  get pose(): readonly number[] {
    return this.#pose;
  }

  addAnswer(answer: PathPointAnswer): void {
    const { points, rounds } = this.#sampling;
    if (this.#point >= points * (rounds - 1)) this.#answers.push(answer);
    this.#point++;
    this.#pose = answer.q ?? this.#pose;
    this.#follower.takeAnswer(answer.q);
  }

  computeResult(): PathRun {
    const answers = this.#answers;
    const { followed } = this.#follower;
    const times = withoutNaN(answers.map(({ ourTime }) => ourTime));
    const { row: methodRow, ...points } = computePathRun(
      this.#path,
      followed,
      this.#start,
      this.#sampling.period,
      times.length > 0 ? times : null,
    );
    const isWithin = (k: number) => followed.rows[k * FOLLOWER_ROW_LENGTH + FOLLOW.within] === 1;
    const share = (condition: (answer: PathPointAnswer, k: number) => boolean) =>
      answers.filter(condition).length / answers.length;
    const answered: Readonly<Record<SolverPathRunField, number>> = {
      claimed: share(({ q, claimed }) => q !== null && claimed),
      refused: share(({ q, claimed }, k) => q !== null && claimed && !isWithin(k)),
      unanswered: share(({ q }) => q === null),
      outside: this.#shareOutside(followed.poses),
      ownTime: median(answers.map(({ ownTime }) => ownTime)),
    };
    const row = new Float64Array(PATH_RUN_STRIDE + SOLVER_PATH_RUN_FIELDS.length);
    row.set(methodRow);
    for (const field of SOLVER_PATH_RUN_FIELDS) row[pathRunFieldIndex(field)] = answered[field];
    row[pathRunFieldIndex('updates')] = arithmeticMean(answers.map(({ updates }) => updates));
    return { row, ...points };
  }

  #shareOutside(poses: Float64Array): number {
    const limits = this.#path.scene.tree.joints
      .filter(isIndependentJoint)
      .map(({ limits }) => limits);
    const count = poses.length / limits.length;
    const isOutside = (k: number): boolean =>
      limits.some((limit, j) => {
        const value = poses[k * limits.length + j] as number;
        return limit && (value < limit[0] - LIMIT_SLACK || value > limit[1] + LIMIT_SLACK);
      });
    return Array.from({ length: count }, (_, k) => isOutside(k)).filter(Boolean).length / count;
  }
}

const withoutNaN = (values: readonly number[]): Float64Array =>
  Float64Array.from(values.filter((x) => !Number.isNaN(x)));
