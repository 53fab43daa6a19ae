import { csvCell } from '@iklab/core/format';
import type { Scene } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import type { JointTrajectory } from '@iklab/run/history/records';
import { METRES_IN_LENGTH_UNIT } from './rotationsToYUp.ts';

export type MotionExportScene = Pick<Scene, 'tree' | 'scenario'>;

/**
 * Columns: `time` in seconds, and one per independent joint, in radians or in the length unit of
 * the scene.
 */
export function writeTrajectoryCsv(
  { tree }: MotionExportScene,
  { timeStep, poses }: JointTrajectory,
): string {
  const head = ['time', ...tree.joints.filter(isIndependentJoint).map(({ id }) => id)].map(csvCell);
  const rows = poses.map((pose, i) => [formatSeconds(i * timeStep), ...pose].join(','));
  return [head.join(','), ...rows, ''].join('\n');
}

/** Formats a time in seconds, without the rounding errors of multiplying by the time step. */
const formatSeconds = (seconds: number): string => String(Number(seconds.toPrecision(12)));

const NANOSECONDS = 1e9;

/**
 * Writes a trajectory as ROS 2 `trajectory_msgs/msg/JointTrajectory` in YAML, in radians and
 * metres.
 */
export function writeTrajectoryYaml(
  scene: MotionExportScene,
  { timeStep, poses }: JointTrajectory,
): string {
  const joints = scene.tree.joints.filter(isIndependentJoint);
  const scales = joints.map(({ type }) =>
    type === 'prismatic' ? METRES_IN_LENGTH_UNIT[scene.scenario.unit] : 1,
  );
  const points = poses.flatMap((pose, i) => {
    const nanoseconds = Math.round(i * timeStep * NANOSECONDS);
    const [sec, nanosec] = [Math.floor(nanoseconds / NANOSECONDS), nanoseconds % NANOSECONDS];
    const positions = pose.map((value, k) => formatFloat(value * (scales[k] as number)));
    return [
      `- positions: [${positions.join(', ')}]`,
      `  time_from_start: {sec: ${sec}, nanosec: ${nanosec}}`,
    ];
  });
  const names = joints.map(({ id }) => `- ${JSON.stringify(id)}`);
  return ['joint_names:', ...names, 'points:', ...points, ''].join('\n');
}

/**
 * Formats a number with a decimal point, because YAML 1.1 reads 1e-7 as text and 1 as an integer.
 */
const formatFloat = (value: number): string => {
  const [digits = '', exponent] = String(value).split('e');
  const decimal = digits.includes('.') ? digits : `${digits}.0`;
  return exponent === undefined ? decimal : `${decimal}e${exponent}`;
};
