/** Bones of Three.js, compared with the joints that are made from them. */

import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { sampleCatalogue } from '@iklab/core/scenario/testing';
import {
  createFolder,
  importRobot,
  readGltfRig,
  type ScenarioTreeEffector,
  type ScenarioTreeJoint,
} from '@iklab/robots';
import {
  encodeGlb,
  HUMANOID_GLTF,
  makeAxisQuaternion,
  RIG_FIGURE_GLTF,
  SWING_KEYFRAMES,
  withAnimations,
} from '@iklab/robots/testing';
import { AnimationMixer, type Bone, Euler, type Object3D, Quaternion, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

// the loader draws nothing here, so a missing mesh would be requested
const bare = {
  ...RIG_FIGURE_GLTF,
  nodes: RIG_FIGURE_GLTF.nodes.map(({ mesh, ...node }) => ({ ...node })),
};

test('bones are where the joints of the imported skeleton put them, at rest and rotated', async () => {
  const bytes = encodeGlb(bare);
  const rig = readGltfRig(bytes, 'figure.glb', createFolder(new Map()));
  if (!rig.ok) throw new Error(JSON.stringify(rig.faults));
  const { robot, bones } = rig.value;
  const imported = importRobot(
    robot,
    { effectors: bones.map(({ link }) => link) },
    [],
    sampleCatalogue,
  );
  if (!imported.ok) throw new Error(JSON.stringify(imported.faults));
  const tree = imported.value.document.tree as {
    joints: ScenarioTreeJoint[];
    effectors: ScenarioTreeEffector[];
  };
  const { parser } = await new GLTFLoader().parseAsync(bytes.buffer as ArrayBuffer, '');
  const nodes: Object3D[] = await parser.getDependencies('node');
  for (const size of [0, 1, 3]) {
    const values = new Map<string, number>();
    bones.forEach(({ node, joint, moves }, i) => {
      if (!moves) return;
      const angles = [0, 1, 2].map((k) => size * Math.sin(1 + i + 5 * k + size)) as [
        number,
        number,
        number,
      ];
      ['x', 'y', 'z'].forEach((axis, k) => {
        values.set(`${joint}_${axis}`, angles[k] as number);
      });
      const bone = nodes[node] as Bone;
      bone.userData.rest ??= bone.quaternion.clone();
      const turn = new Quaternion().setFromEuler(new Euler(...angles, 'XYZ'));
      bone.quaternion.copy(bone.userData.rest).multiply(turn);
    });
    nodes[0]?.updateMatrixWorld(true);
    const own = tree.joints.filter(({ type }) => type !== 'fixed');
    const tips = computeEffectorTipFrames(
      tree.joints,
      tree.effectors,
      own.map(({ id }) => values.get(id) ?? 0),
    );
    tree.effectors.forEach(({ id }, i) => {
      const bone = nodes[bones.find(({ link }) => link === id)?.node ?? -1] as Bone;
      const place = new Vector3().setFromMatrixPosition(bone.matrixWorld);
      expect(place.distanceTo(new Vector3(...(tips[i]?.position ?? [9, 9, 9]))), id).toBeLessThan(
        1e-6,
      );
    });
  }
});

test('an animation puts nodes where Three.js puts them', async () => {
  vi.stubGlobal('ProgressEvent', class {}); // the loader fetches the keyframes
  const hips = {
    ...SWING_KEYFRAMES,
    node: 1,
    values: [makeAxisQuaternion('y', 10), makeAxisQuaternion('y', 100)],
  };
  const walk = {
    node: 1,
    path: 'translation',
    times: [0, 0.5, 1],
    interpolation: 'CUBICSPLINE',
    values: [0, 1, 2].flatMap((i) => [
      [1, i, 0],
      [i, 1, i],
      [0, 1, -i],
    ]),
  } as const;
  const bytes = encodeGlb(withAnimations(HUMANOID_GLTF, [SWING_KEYFRAMES, hips, walk]));
  const rig = readGltfRig(bytes, 'figure.glb', createFolder(new Map()), 'free');
  if (!rig.ok || !rig.value.clip) throw new Error('it has no clip');
  const { bones, clip } = rig.value;
  const { parser, animations } = await new GLTFLoader().parseAsync(bytes.buffer as ArrayBuffer, '');
  const nodes: Object3D[] = await parser.getDependencies('node');
  const mixer = new AnimationMixer(nodes[0] as Object3D);
  mixer.clipAction(animations[0] as (typeof animations)[number]).play();
  for (const frame of [0, 4, 15, 22, 29]) {
    mixer.setTime(frame * clip.frameTime);
    nodes[0]?.updateMatrixWorld(true);
    const places = clip.linkPositions(frame);
    for (const { link, node } of bones) {
      const place = new Vector3().setFromMatrixPosition((nodes[node] as Object3D).matrixWorld);
      const off = place.distanceTo(new Vector3(...(places.get(link) ?? [9, 9, 9])));
      expect(off, `${link} ${frame}`).toBeLessThan(1e-6);
    }
  }
});
