/** Archives that contain a robot and possibly a scene of it. */
import { writeFileSync } from 'node:fs';
import { runGeneratorToEnd } from '@iklab/core/time';
import { createFolder, packRobot, type RobotArchiveContents } from '@iklab/robots';
import { expect, test } from 'vitest';
import { useTestFolder } from './study/testRows.ts';
import { runCommandLine } from './testCalls.ts';
import { makePresetDocumentText } from './testLaunch.ts';

const at = useTestFolder();
const scene = makePresetDocumentText('y', { methods: [{ id: 'dls' }] });

function archive(name: string, more: Partial<RobotArchiveContents> = {}): string {
  const folder = createFolder(
    new Map([['arm.urdf', new TextEncoder().encode('<robot name="arm"/>')]]),
  );
  const source = { name: 'arm', file: 'arm.urdf', folder };
  const choices = { args: new Map(), base: 'held', reading: {} } as const;
  const carried: RobotArchiveContents = { source, ...choices, scene, ...more };
  writeFileSync(at(name), runGeneratorToEnd(packRobot(carried, ['arm.urdf'], 'deflated')));
  return at(name);
}

test('run, link and hash treat an archive with a robot like its scene alone', async () => {
  const file = archive('arm.iklab.zip');
  writeFileSync(at('arm.json'), scene);
  for (const words of [['run', '--updates', '3', '--format', 'csv'], ['link'], ['hash']]) {
    const alone = await runCommandLine([...words, at('arm.json')]);
    expect(alone).toMatchObject({ status: 0, err: '' });
    expect(await runCommandLine([...words, file])).toEqual(alone);
  }
});

test('rejects an archive of a robot without a scene, and points to iklab import', async () => {
  const { status, out, err } = await runCommandLine(['run', archive('robot.zip', { scene: null })]);
  expect([status, out]).toEqual([1, '']);
  expect(err).toMatch(
    /robot\.zip: contains a robot but no scene; iklab import converts a robot to a scenario\n$/,
  );
});

test('rejects an empty archive with its name', async () => {
  const nothing = Buffer.from(`PK\u0005\u0006${'\0'.repeat(18)}`, 'latin1');
  writeFileSync(at('empty.zip'), nothing);
  const { status, err } = await runCommandLine(['run', at('empty.zip')]);
  expect([status, /^\S*empty\.zip: \S/.test(err)]).toEqual([1, true]);
});

test('rejects an archive with an invalid scene, a truncated archive, and a missing one', async () => {
  const faulty = archive('bad.zip', { scene: '{"iklab": 1,' });
  expect(await runCommandLine(['run', faulty])).toMatchObject({
    status: 1,
    err: expect.stringContaining('must be JSON: line 1'),
  });
  writeFileSync(at('cut.zip'), 'PK\u0003\u0004');
  expect(await runCommandLine(['run', at('cut.zip')])).toMatchObject({
    status: 1,
    err: expect.stringContaining('cut.zip: '),
  });
  expect(await runCommandLine(['run', at('nowhere.zip')])).toMatchObject({
    status: 1,
    err: expect.stringContaining('nowhere.zip: no such file'),
  });
});
