/** Bones of Three.js, compared with the joints that are made from them. */

import {
  folderOf,
  importRobot,
  readGltfRig,
  type TreeEffector,
  type TreeJoint,
} from '@iklab/robots';
import { FIGURE, rigGlb } from '@iklab/robots/testing';
import { tipFrames } from 'iklab/scenario';
import { catalogue } from 'iklab/scenario/testing';
import { type Bone, Euler, type Object3D, Quaternion, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { expect, test } from 'vitest';

// the loader draws nothing here, so a missing mesh would be requested
const bare = { ...FIGURE, nodes: FIGURE.nodes.map(({ mesh, ...node }) => ({ ...node })) };

test('bones are where the joints of the imported skeleton put them, at rest and rotated', async () => {
  const bytes = rigGlb(bare);
  const rig = readGltfRig(bytes, 'figure.glb', folderOf(new Map()));
  if (!rig.ok) throw new Error(JSON.stringify(rig.faults));
  const { robot, bones } = rig.value;
  const imported = importRobot(robot, { effectors: bones.map(({ link }) => link) }, [], catalogue);
  if (!imported.ok) throw new Error(JSON.stringify(imported.faults));
  const tree = imported.value.document.tree as { joints: TreeJoint[]; effectors: TreeEffector[] };
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
    const tips = tipFrames(
      tree.joints,
      tree.effectors,
      own.map(({ id }) => values.get(id) ?? 0),
    );
    tree.effectors.forEach(({ id }, i) => {
      const bone = nodes[bones.find(({ link }) => link === id)?.node ?? -1] as Bone;
      const place = new Vector3().setFromMatrixPosition(bone.matrixWorld);
      expect(place.distanceTo(new Vector3(...(tips[i]?.at ?? [9, 9, 9]))), id).toBeLessThan(1e-6);
    });
  }
});
