import { anglesOf, composed, frameOf } from './rigidFrame.ts';
import type { Effector } from './types.ts';

/** An effector moved to a tool frame in its own: x y z, metres, and roll pitch yaw, radians, about x, y, z in turn. */
export function withTool(effector: Effector, tool: ArrayLike<number>): Effector {
  const [x = 0, y = 0, z = 0, roll = 0, pitch = 0, yaw = 0] = Array.from(tool);
  const { at, turn } = composed(
    frameOf(effector.xyz, effector.rpy),
    frameOf([x, y, z], [roll, pitch, yaw]),
  );
  return { ...effector, xyz: at, rpy: anglesOf(turn) };
}
