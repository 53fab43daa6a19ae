import { bytesText } from '@iklab/core/format';
import { type LoadedRobot, sumFileSizes } from '@iklab/robots';

export const meshCountText = (count: number): string =>
  count === 1 ? '1 mesh' : `${count} meshes`;

/** Returns text such as `the robot’s 7 meshes (2.1 MB) and its import report`. */
export function robotFilesText({ meshes, source }: LoadedRobot): string {
  const size = bytesText(sumFileSizes(source.folder, meshes.paths));
  const count = meshes.named - meshes.missing.length;
  return count > 0
    ? `the robot’s ${meshCountText(count)} (${size}) and its import report`
    : 'the robot’s files and its import report';
}
