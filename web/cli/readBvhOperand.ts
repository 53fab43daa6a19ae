import { quoteFileName } from '@iklab/core/scenario/checks';
import { readRobotArchive } from '@iklab/robots';
import { findBvhText } from '@iklab/robots/motion';
import { makeInputError } from './errors.ts';
import { openRobotFiles } from './robotFiles.ts';

/** Throws an InputError if the file is no BVH. */
export function readBvhOperand(operand: string): string {
  const { folder, file } = openRobotFiles(operand);
  const text = file === null ? null : findBvhText(folder, file);
  if (text === null) throw makeInputError(quoteFileName(operand), 'must be a BVH file');
  return text;
}

/** Returns the BVH file in a saved archive; null if the robot has another format. */
export function readArchiveBvh(operand: string): string | null {
  const carried = readRobotArchive(openRobotFiles(operand).folder);
  if (!carried?.ok) return null;
  const { folder, file } = carried.value.source;
  return findBvhText(folder, file);
}
