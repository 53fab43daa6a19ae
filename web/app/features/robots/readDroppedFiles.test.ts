import { expect, test } from 'vitest';
import { readDroppedFiles } from './readDroppedFiles.ts';

/** A file that claims to have 300 MB. */
const large = (name: string, beginning: string) =>
  Object.defineProperty(new File([beginning], name), 'size', { value: 3e8 });

test.each([
  ['drive.bag', '#ROSBAG V2.0\n', /^this is a rosbag/],
  ['notes.txt', 'hello', /^300 MB of files; the maximum/],
  ['robot.zip', 'PK\u0003\u0004', /^300 MB of files; the maximum/],
  ['robot.zip', '#usda 1.0\n', /^300 MB of files; the maximum/],
])('a large %s is refused with its reason', async (name, beginning, reason) => {
  const read = await readDroppedFiles([large(name, beginning)]);
  expect(read.ok ? '' : read.faults[0]?.reason).toMatch(reason);
});
