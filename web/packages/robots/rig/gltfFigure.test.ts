import { resolveScenario } from '@iklab/core/scenario';
import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { createFolder } from '../folder.ts';
import { type EffectorGoal, importDroppedRobot } from '../importDroppedRobot.ts';
import { readSkinnedFigure } from './gltfFigure.ts';
import { SKINNED_FIGURE_GLTF } from './testFigure.ts';
import { encodeGltf } from './testRig.ts';

const folderWith = (json: object) => createFolder(new Map([['figure.gltf', encodeGltf(json)]]));

function droppedWith(effector: string) {
  const folder = folderWith(SKINNED_FIGURE_GLTF);
  const effectorGoals = new Map<string, EffectorGoal>([[effector, 'position']]);
  const source = { name: 'figure.gltf', folder, file: 'figure.gltf' };
  const read = importDroppedRobot(source, { effectorGoals }, sampleCatalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const { joints } = resolveScenario(read.value.scenario).tree;
  const figure = readSkinnedFigure(folder, 'figure.gltf', joints);
  if (!figure?.ok) throw new Error(JSON.stringify(figure?.faults));
  const named = [...figure.value.bones].map((bone) => joints[bone - 1]?.id ?? 'world');
  return { figure: figure.value, named, joints };
}

test('each vertex of a skin moves with the last hinge of its heaviest bone', () => {
  const { figure, named, joints } = droppedWith('Hand_end');
  // the glove is a child of the hand; the hips are the root, which is held
  expect(named).toEqual(['Hand_z', 'Hand_z', 'Hand_z', 'world', 'Arm_z', 'Hand_z']);
  const places = [...figure.triangles].map((x) => +x.toFixed(6));
  expect(places.slice(9)).toEqual([0.5, 1, 0, 1.5, 1, 0, 2.5, 1, 0]);
  expect(places.slice(0, 9)).toEqual([2, 1, 0, 2.5, 1, 0, 2, 1.5, 0]);
  const hand = joints.findIndex(({ id }) => id === 'Hand_z') + 1;
  expect(figure.frames[hand]?.position).toEqual([2, 1, 0]);
});

test('a bone that is not in the tree moves with its parent', () => {
  const { named } = droppedWith('Arm');
  expect(named).toEqual(['Arm_z', 'Arm_z', 'Arm_z', 'world', 'Arm_z', 'Arm_z']);
});

const empty = { componentType: 5126, count: 3, type: 'VEC4' };

test.each([
  [{ skins: [{ joints: [0, 1], inverseBindMatrices: 2 }] }, 'joint 2 of a skin does not exist'],
  [{ buffers: [{ byteLength: 9, uri: 'skin.bin' }] }, 'its buffer skin.bin is missing'],
  [
    {
      meshes: SKINNED_FIGURE_GLTF.meshes.map(() => ({
        primitives: [{ attributes: { POSITION: 0 } }],
      })),
    },
    'a mesh with a skin has no weights',
  ],
  [
    {
      accessors: SKINNED_FIGURE_GLTF.accessors.map((each, i) =>
        i === 3 ? { ...each, bufferView: 2 } : each,
      ),
    },
    'buffer view 2 does not exist',
  ],
  [
    { accessors: SKINNED_FIGURE_GLTF.accessors.map((each, i) => (i === 3 ? empty : each)) },
    'corner 0 has no weight',
  ],
])('rejects a skin that cannot be drawn: %#', (other, reason) => {
  const read = readSkinnedFigure(
    folderWith({ ...SKINNED_FIGURE_GLTF, ...other }),
    'figure.gltf',
    [],
  );
  expect(read?.ok === false && read.faults[0]?.reason).toBe(reason);
});

test('a file that is not glTF has no figure', () => {
  const folder = createFolder(new Map([['a.bvh', encodeGltf({})]]));
  expect(readSkinnedFigure(folder, 'a.bvh', [])).toBeNull();
});
