import type { Engine } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import { beforeAll, expect, test } from 'vitest';
import { importDroppedRobot } from './importDroppedRobot.ts';
import { SKINNED_FIGURE_GLTF } from './rig/testFigure.ts';
import { makeTextFolder } from './testFolder.ts';

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
])('the package licence "%s" is shown as "%s"', (written, said) => {
  const folder = makeTextFolder({
    'p/package.xml': `<package><name>p</name><license>${written}</license></package>`,
    'p/a.urdf': ARM,
  });
  const read = importDroppedRobot({ name: 'p', folder, file: 'p/a.urdf' }, {}, engine.catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  expect(read.value.licence).toBe(said);
  expect(read.value.scenario.note).toBe(said ? `From p; licence: ${said}.` : 'From p.');
});

test.each([
  ['two meshes', SKINNED_FIGURE_GLTF, 2],
  [
    'one mesh used twice',
    {
      ...SKINNED_FIGURE_GLTF,
      nodes: SKINNED_FIGURE_GLTF.nodes.map((node) =>
        'mesh' in node ? { ...node, mesh: 0 } : node,
      ),
    },
    1,
  ],
  [
    'no mesh',
    {
      ...SKINNED_FIGURE_GLTF,
      nodes: SKINNED_FIGURE_GLTF.nodes.map(({ name, children }) => ({ name, children })),
    },
    0,
  ],
])('the scene of a figure counts %s', (_, figure, count) => {
  const folder = makeTextFolder({ 'a.gltf': JSON.stringify(figure) });
  const read = importDroppedRobot({ name: 'a', folder, file: 'a.gltf' }, {}, engine.catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  expect(read.value.scenario.view.meshes).toBe(count);
  expect(read.value.meshes).toEqual(
    count === 0
      ? { named: 0, missing: [], paths: [] }
      : { named: count, missing: [], paths: ['a.gltf'] },
  );
});
