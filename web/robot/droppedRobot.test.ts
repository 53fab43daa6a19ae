import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { testEngine } from '../engine/testEngine.ts';
import { droppedRobot } from './droppedRobot.ts';
import { folderWith } from './testFolder.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const ARM =
  '<robot name="a"><link name="b"/><link name="t"/><joint name="j" type="continuous"><parent link="b"/><child link="t"/></joint></robot>';

test.each([
  ['BSD-3-Clause', 'BSD-3-Clause'],
  ['TODO', ''],
  ['TODO: License declaration', ''],
  ['Todoist License', 'Todoist License'],
])('the licence %s of a package is said as "%s"', (written, said) => {
  const folder = folderWith({
    'p/package.xml': `<package><name>p</name><license>${written}</license></package>`,
    'p/a.urdf': ARM,
  });
  const read = droppedRobot({ name: 'p', folder, file: 'p/a.urdf' }, {}, engine.catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  expect(read.value.licence).toBe(said);
  expect(read.value.scenario.note).toBe(said ? `From p; licence: ${said}.` : 'From p.');
});
