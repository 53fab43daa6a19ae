/** Start, targets and final pose of each problem, to verify a row. */
import { isMovingJoint, resolve } from 'iklab/scenario';
import type { Study } from './study.ts';

/** Values of a target: position and unit quaternion. */
export const GOAL = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'] as const;

export interface Poses {
  /** Start, `GOAL` of each target, end; undefined if unknown. */
  of(cell: number, index: number): ArrayLike<number> | undefined;
}

/** Ids of the independent joints, in the order of their values. */
export const jointsOf = ({ scenario }: Pick<Study, 'scenario'>): string[] =>
  resolve(scenario)
    .tree.joints.filter(isMovingJoint)
    .map(({ id }) => id);

/** Names of the values (radians, metres, world axes) that the targets constrain. */
export function poseNames({
  scenario,
}: Pick<Study, 'scenario'>): readonly (readonly [name: string, place: number])[] {
  const joints = jointsOf({ scenario });
  const { targets } = scenario;
  const goals = targets.length * GOAL.length;
  return [
    ...joints.map((id, i): [string, number] => [`start.${id}`, i]),
    ...targets.flatMap(({ effector, orientation }, t) =>
      GOAL.slice(0, orientation ? GOAL.length : 3).map((part, i): [string, number] => [
        `target.${effector}.${part}`,
        joints.length + t * GOAL.length + i,
      ]),
    ),
    ...joints.map((id, i): [string, number] => [`end.${id}`, joints.length + goals + i]),
  ];
}

/** Poses of problems, solved on demand slice by slice. */
export function slicedPoses(
  size: number,
  count: number,
  solve: (slice: { cell: number; first: number; count: number }) => Float64Array,
): Poses {
  let at = { cell: -1, first: 0, count: 0 };
  let numbers: Float64Array = new Float64Array();
  return {
    of(cell, index) {
      if (cell !== at.cell || index < at.first || index >= at.first + at.count) {
        const first = index - (index % size);
        at = { cell, first, count: Math.min(size, count - first) };
        numbers = solve(at);
      }
      const stride = numbers.length / at.count;
      return numbers.subarray((index - at.first) * stride, (index - at.first + 1) * stride);
    },
  };
}
