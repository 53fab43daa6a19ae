import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandLine } from './testCalls.ts';

const FILES = {
  'scene/arm.usda': '#usda 1.0\n(\n)\n',
  'scene/notes.md': 'hello',
  'arm.urdf': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
  'drive.bag': '#ROSBAG V2.0\n',
  'large/arm.sdf':
    '<sdf version="1.9"><model name="a"><include><uri>log.sdf</uri></include></model></sdf>',
  'large/log.sdf': '#ROSBAG V2.0\n',
};

let top: string;
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'iklab-unread-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  for (const path of ['drive.bag', 'large/log.sdf']) truncateSync(join(top, path), 65e6);
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

test.each([
  ['a file', 'scene/arm.usda', /^arm\.usda: file: this is a USD scene/],
  ['a folder', 'scene', /scene: contains no robot; .*; arm\.usda: this is a USD scene/],
  ['a file with the ending of a robot', 'arm.urdf', /^arm\.urdf: file: this is a Git LFS pointer/],
  ['a file over the limit', 'drive.bag', /^drive\.bag: this is a rosbag/],
  ['an included file over the limit', 'large/arm.sdf', /^log\.sdf: is over 64 MB/],
])('import says what %s that is not read is', async (_, path, said) => {
  const result = await runCommandLine(['import', join(top, path)]);
  expect(result.status).toBe(1);
  expect(result.err).toMatch(said);
});
