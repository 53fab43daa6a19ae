import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutParts } from './rendererParts.mjs';
import { root } from './tools.mjs';

const three = readFileSync(join(root, 'node_modules/three/build/three.module.js'), 'utf8');

test('the renderer asks no more of headsets than what stands in for them answers', () => {
  const asked = [...three.matchAll(/(?<!\w)xr\.(\w+)/g)].map(([, name]) => name);
  const presenting = ['cameraAutoUpdate', 'getCamera', 'updateCamera'];
  presenting.push('getDepthSensingMesh', 'hasDepthSensing');
  const standsIn = ['addEventListener', 'removeEventListener', 'enabled', 'isPresenting'];
  standsIn.push('setAnimationLoop', 'getEnvironmentBlendMode', 'dispose');
  expect([...new Set(asked)].sort()).toEqual([...presenting, ...standsIn].sort());
});

test('a part that Three.js no longer has is named', () => {
  const other = three.replaceAll('WebGLShadowMap', 'WebGLShade');
  expect(() => withoutParts(other)).toThrow('Three.js has 0 parts WebGLShadowMap, not 1');
});

test('what a shader that fails says is asked for still', () => {
  const lean = withoutParts(three);
  const [check] = lean.match(/^\t\t\/\/ check for link errors\n[\s\S]*?^\t\t}$/m) ?? [];
  expect(check).toContain('gl.getProgramParameter( program, gl.LINK_STATUS ) === false ) {');
  expect(check).toContain("'WebGLProgram: Shader Error '");
  expect(lean.match(/getProgramInfoLog/g)).toHaveLength(1);
  const other = three.replace('debug.checkShaderErrors', 'debug.check');
  expect(() => withoutParts(other)).toThrow('Three.js has 0 times a check of shaders, not 1');
});

test('what follows a part stays', () => {
  const lean = withoutParts(three);
  expect(lean).toContain('\nclass WebGLRenderer {');
  expect(lean).not.toContain('requestSession');
  expect(lean.match(/^export \{[^}]*\};/m)?.[0]).toBe(three.match(/^export \{[^}]*\};/m)?.[0]);
});
