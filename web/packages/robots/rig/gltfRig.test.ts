import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { createFolder } from '../folder.ts';
import { formatRemark, importRobot } from '../importRobot.ts';
import { readRobot } from '../readRobot.ts';
import { computeLinkMatrix } from '../testRobots.ts';
import { readGltfRig } from './gltfRig.ts';
import { encodeGlb, encodeGltf, RIG_FIGURE_GLTF } from './testRig.ts';

const read = (json: object) =>
  readGltfRig(encodeGltf(json), 'figure.gltf', createFolder(new Map()));
function rigOf(json: object) {
  const rig = read(json);
  if (!rig.ok) throw new Error(JSON.stringify(rig.faults));
  return rig;
}
const fault = (json: object): string => {
  const rig = read(json);
  return rig.ok ? 'was taken' : (rig.faults[0]?.reason ?? '');
};

describe('a glTF skeleton', () => {
  test('has the bones of all skins and the ends of limbs, with unique names', () => {
    const { value } = rigOf(RIG_FIGURE_GLTF);
    expect(value.bones.map(({ node, link, above, moves }) => [node, link, above, moves])).toEqual([
      [1, 'Hips', -1, false],
      [2, 'Spine', 0, true],
      [3, 'Arm', 1, true],
      [4, 'Hand', 2, true],
      [5, 'Wrist', 3, false],
      [6, 'Wrist_end', 4, false],
      [8, 'bone 8', 0, true],
      [9, 'Arm_2', 6, true],
      [10, 'Arm_end', 7, false],
    ]);
    expect(value.robot.up).toBe('y');
    expect(value.robot.effectors).toEqual(['Hand', 'Arm_end']);
  });

  test('is in metres of the scene, with scales applied', () => {
    const { robot } = rigOf(RIG_FIGURE_GLTF).value;
    const place = (link: string) =>
      computeLinkMatrix(robot, link, new Map())
        .slice(0, 3)
        .map((row) => +(row[3] as number).toFixed(9) + 0);
    // the armature rotates y to z and z to −y, and scales by 100
    expect(place('Hips')).toEqual([0, -1, 0.2]);
    expect(place('bone 8')).toEqual([0.3, -0.9, 0.2]);
    expect(place('Arm_2')).toEqual([0.3, -0.4, 0.2]);
    expect(robot.unit).toBe('m');
  });

  test('has three hinges per moving bone, and says so', () => {
    const { value, remarks } = rigOf(RIG_FIGURE_GLTF);
    const imported = importRobot(value.robot, {}, remarks, sampleCatalogue);
    if (!imported.ok) throw new Error(JSON.stringify(imported.faults));
    const { joints } = imported.value.document.tree as { joints: { id: string }[] };
    expect(joints.map(({ id }) => id).slice(0, 3)).toEqual(['Spine_x', 'Spine_y', 'Spine_z']);
    expect(joints.length).toBe(15);
    expect(remarks.map(formatRemark)).toEqual([
      'figure.gltf: skeleton: 5 of its bones move: three hinges each, about x, then y, then z, after their rest rotation',
      'figure.gltf: skeleton: fixed, because they are roots or have no length: "Hips", "Wrist"',
      'figure.gltf: animations: they move no bone; left out: "0"',
    ]);
  });

  test('is read by content, as glTF text and as GLB', () => {
    const open = (name: string, bytes: Uint8Array) =>
      readRobot(createFolder(new Map([[name, bytes]])), name, new Map());
    const [text, packed] = [
      open('f.gltf', encodeGltf(RIG_FIGURE_GLTF)),
      open('f.glb', encodeGlb(RIG_FIGURE_GLTF)),
    ];
    expect(packed.ok && packed.value.robot.joints.map(({ xyz }) => xyz)).toEqual(
      text.ok && text.value.robot.joints.map(({ xyz }) => xyz),
    );
    expect(packed.ok).toBe(true);
  });

  test('has at least one moving bone, even with a single bone', () => {
    const two = { ...RIG_FIGURE_GLTF, skins: [{ joints: [4, 5] }] };
    expect(rigOf(two).value.bones.map(({ moves }) => moves)).toEqual([false, true, false]);
    const nodes = [
      { name: 'low', translation: [0, 1, 0], children: [1] },
      { name: 'high', rotation: [1, 0, 0, 0] },
    ];
    const bent = rigOf({ nodes, skins: [{ joints: [0, 1] }] });
    expect(bent.value.bones.map(({ link, moves, node }) => [link, moves, node])).toEqual([
      ['low', false, 0],
      ['high', true, 1],
      ['high_end', false, -1],
    ]);
    expect(bent.remarks[0]?.reason).toBe('no bone moves another; each gets an effector at its end');
    const end = computeLinkMatrix(bent.value.robot, 'high_end', new Map());
    expect(end.slice(0, 3).map((row) => +(row[3] as number).toFixed(9))).toEqual([0, 2, 0]);
    const one = rigOf({ nodes: [{ name: 'only' }], skins: [{ joints: [0] }] });
    expect(one.value.robot.effectors).toEqual(['only_end']);
    expect(computeLinkMatrix(one.value.robot, 'only_end', new Map())[1]?.[3]).toBe(1);
  });

  test('warns of an implausible size and of non-uniform scales', () => {
    const scaled = (scale: number[]) => ({
      ...RIG_FIGURE_GLTF,
      nodes: RIG_FIGURE_GLTF.nodes.map((node, i) => (i === 0 ? { ...node, scale } : node)),
    });
    const large = rigOf(scaled([9000, 9000, 9000]));
    expect(large.value.robot.unit).toBe('none');
    expect(large.remarks[0]?.reason).toContain('too much for metres');
    const uneven = rigOf(scaled([100, 120, 100]));
    expect(uneven.remarks[0]).toMatchObject({ grave: true });
    expect(uneven.remarks[0]?.reason).toContain(
      'bones are scaled non-uniformly, by up to 20 %: exact in the rest pose, off by this much when they rotate',
    );
  });
});

describe('rejects', () => {
  const nodes = (change: (nodes: object[]) => void) => {
    const all = structuredClone(RIG_FIGURE_GLTF.nodes) as object[];
    change(all);
    return { ...RIG_FIGURE_GLTF, nodes: all };
  };
  test.each([
    [
      { ...RIG_FIGURE_GLTF, skins: [] },
      'it has no skin, no animation of nodes and no VRM humanoid map',
    ],
    [
      { ...RIG_FIGURE_GLTF, skins: [{ joints: [99] }] },
      'a skin references the node 99, which does not exist',
    ],
    [
      nodes((all) => Object.assign(all[9] as object, { children: [1] })),
      'node 1 has two parents, 0 and 9; expected one',
    ],
    [
      nodes((all) => Object.assign(all[9] as object, { children: [77] })),
      'node 9 has the child 77, which does not exist; the file has 11 nodes',
    ],
    [
      nodes((all) => {
        Object.assign(all[0] as object, { children: [] });
        Object.assign(all[10] as object, { children: [1] });
      }),
      'node 1 is its own ancestor',
    ],
    [
      nodes((all) => Object.assign(all[2] as object, { translation: [0, 'a', 0] })),
      'node 2 has an invalid or too large number in its transform',
    ],
    [
      nodes((all) => Object.assign(all[2] as object, { scale: 2 })),
      'node 2 must have a transform with 3 numbers',
    ],
    [{ asset: { version: '1.0' }, nodes: {} }, 'glTF 1.0 is not supported; expected 2'],
    [{ nodes: 3 }, 'its nodes must be a list of at most 20000'],
    [{ skins: 3 }, 'it is not a valid glTF file'],
  ])('%#', (json, reason) => {
    expect(fault(json)).toContain(reason);
  });

  test('truncated JSON', () => {
    const cut = readGltfRig(
      encodeGltf(RIG_FIGURE_GLTF).slice(0, 300),
      'figure.gltf',
      createFolder(new Map()),
    );
    expect(cut.ok ? '' : cut.faults[0]?.reason).toContain('its JSON is invalid');
  });
});
