import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { type ShaderMaterial, Vector2 } from 'three';
import { expect, test } from 'vitest';
import { makeMechanismShape } from '../bodies/mechanismShape.ts';
import { CapsuleShadows } from './capsuleShadows.ts';
import { Ground, makeGroundSquare } from './ground.ts';

test.each([
  ['two links', [0.5, 0, 0], 2],
  ['links of zero length', [0, 0, 0], 0],
])(
  'shadows of %s have uniform arrays of the size that the shader declares',
  async (_, xyz, count) => {
    const joint = (id: string, parent: string | null, at: readonly number[]) => ({
      id,
      parent,
      xyz: at,
      axis: [0, 1, 0],
    });
    const tree = {
      joints: [joint('a', null, [0, 0, 0]), joint('b', 'a', xyz)],
      effectors: [{ id: 'tip', parent: 'b', xyz }],
    };
    const targets = [{ effector: 'tip', position: [0, 0, 0] }];
    const document = { iklab: 1, tree, targets, methods: [{ id: 'dls' }] };
    const shape = makeMechanismShape(makeTestScene(document, await testEngine()), []);
    const shadows = new CapsuleShadows(shape.shadows, 20);
    const ground = new Ground(
      shape,
      makeGroundSquare(shape),
      { value: new Vector2(1, 1) },
      shadows,
    );
    const { defines, uniforms } = ground.mesh.material as ShaderMaterial;
    expect(defines.CAPSULES).toBe(count);
    // Three.js reads the first number of such an array, and fails on an empty one
    expect(uniforms.ends?.value).toHaveLength(4 * (2 * count + 1));
  },
);
