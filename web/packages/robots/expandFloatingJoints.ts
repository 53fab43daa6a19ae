import { AXIS_DIRECTIONS } from '@iklab/core/scenario/numbers';
import type { Robot, RobotJoint, RobotLink } from './robot.ts';
import { UniqueNameGenerator } from './uniqueNameGenerator.ts';

const AXIS_NAMES = ['x', 'y', 'z'] as const;

/**
 * Replaces each floating joint, such as `base`, by prismatic joints `base_shift_x` and so on, and a
 * ball joint `base`.
 */
export function expandFloatingJoints(robot: Robot): Robot {
  if (robot.joints.every(({ type }) => type !== 'floating')) return robot;
  const names = new UniqueNameGenerator(robot.links.map(({ name }) => name));
  const links: RobotLink[] = [...robot.links];
  const joints = robot.joints.flatMap((joint) => {
    if (joint.type !== 'floating') return [joint];
    const { file, line, name, child } = joint;
    const slides: RobotJoint[] = [];
    let from: RobotJoint = joint;
    for (const axis of AXIS_NAMES) {
      const shift = `${name}_shift_${axis}`;
      const link = names.makeUnique(shift);
      links.push({ name: link, file, line, visuals: [], collisions: [] });
      slides.push({
        ...from,
        name: shift,
        type: 'prismatic',
        axis: AXIS_DIRECTIONS[axis],
        child: link,
      });
      from = { ...joint, parent: link, xyz: [0, 0, 0], rpy: [0, 0, 0] };
    }
    return [...slides, { ...from, type: 'ball' as const, child }];
  });
  return { ...robot, links, joints };
}
