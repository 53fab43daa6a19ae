import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { FINE_ROBOT_DETAIL } from '../../drawn/robotDetailLevel.ts';
import { makeMechanismShape } from './mechanismShape.ts';
import { makeRobotHousingBody } from './robotHousingBody.ts';

const engine = await testEngine();

test('every drawn link has its own mesh, and all meshes together are the machine', () => {
  const scene = makePresetTestScene('arm-6', engine);
  const { body, meshes } = makeRobotHousingBody(
    scene,
    makeMechanismShape(scene, []),
    FINE_ROBOT_DETAIL,
  );
  const bones = [...new Set(body.solid.getAttribute('skinIndex').array)];
  expect(bones.length).toBeGreaterThan(6);
  expect(bones.filter((bone) => !meshes.has(bone))).toEqual([]);
  const counts = bones.map((bone) => meshes.single(bone).index?.count ?? 0);
  expect(counts.reduce((sum, count) => sum + count)).toBe(body.solid.index?.count);
});
