import { resolveScenario } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import type { Study } from '../document/study.ts';

export const GOAL_POSE_FIELDS = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'] as const;

export interface ProblemPosesReader {
  /**
   * Returns start pose, targets (`GOAL_POSE_FIELDS` values each) and final pose of a problem;
   * undefined if unknown.
   */
  get(cell: number, index: number): ArrayLike<number> | undefined;
}

/** Returns the ids of the independent joints, in the order of their values in a pose. */
export const independentJointIds = ({ scenario }: Pick<Study, 'scenario'>): string[] =>
  resolveScenario(scenario)
    .tree.joints.filter(isIndependentJoint)
    .map(({ id }) => id);

/**
 * Returns names and positions of a problem's pose values: radians and metres, world frame. Free
 * target components are left out.
 */
export function poseValueNames({
  scenario,
}: Pick<Study, 'scenario'>): readonly (readonly [name: string, place: number])[] {
  const joints = independentJointIds({ scenario });
  const { targets } = scenario;
  const goals = targets.length * GOAL_POSE_FIELDS.length;
  return [
    ...joints.map((id, i): [string, number] => [`start.${id}`, i]),
    ...targets.flatMap(({ effector, orientation }, t) =>
      GOAL_POSE_FIELDS.slice(0, orientation ? GOAL_POSE_FIELDS.length : 3).map(
        (part, i): [string, number] => [
          `target.${effector}.${part}`,
          joints.length + t * GOAL_POSE_FIELDS.length + i,
        ],
      ),
    ),
    ...joints.map((id, i): [string, number] => [`end.${id}`, joints.length + goals + i]),
  ];
}

/** Computes poses on demand, in slices of at most `size` problems. */
export function makeSlicedPosesReader(
  size: number,
  count: number,
  solve: (slice: { cell: number; first: number; count: number }) => Float64Array,
): ProblemPosesReader {
  let slice = { cell: -1, first: 0, count: 0 };
  let numbers: Float64Array = new Float64Array();
  return {
    get(cell, index) {
      if (cell !== slice.cell || index < slice.first || index >= slice.first + slice.count) {
        const first = index - (index % size);
        slice = { cell, first, count: Math.min(size, count - first) };
        numbers = solve(slice);
      }
      const stride = numbers.length / slice.count;
      return numbers.subarray((index - slice.first) * stride, (index - slice.first + 1) * stride);
    },
  };
}
