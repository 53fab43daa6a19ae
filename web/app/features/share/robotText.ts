import { bytesOf, type RobotAtWork } from '@iklab/robots';
import { bytesText } from 'iklab/format';

export const meshesText = (count: number): string => (count === 1 ? '1 mesh' : `${count} meshes`);

/** `its 7 meshes (2.1 MB) and its report` */
export function robotText({ meshes, source }: RobotAtWork): string {
  const size = bytesText(bytesOf(source.folder, meshes.paths));
  const count = meshes.named - meshes.missing.length;
  return count > 0
    ? `its ${meshesText(count)} (${size}) and its report`
    : 'its files and its report';
}
