import { composeFrames, frameFromXyzRpy, rpyFromRotation } from '../numbers/rigidFrame.ts';
import type { Effector } from '../types.ts';

/**
 * Moves an effector to a tool frame relative to it: x y z in metres, and roll pitch yaw in radians
 * about fixed axes.
 */
export function withToolFrame(effector: Effector, tool: ArrayLike<number>): Effector {
  const [x = 0, y = 0, z = 0, roll = 0, pitch = 0, yaw = 0] = Array.from(tool);
  const { position, rotation } = composeFrames(
    frameFromXyzRpy(effector.xyz, effector.rpy),
    frameFromXyzRpy([x, y, z], [roll, pitch, yaw]),
  );
  return { ...effector, xyz: position, rpy: rpyFromRotation(rotation) };
}
