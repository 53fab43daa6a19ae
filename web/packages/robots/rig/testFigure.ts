/**
 * A small skinned figure for tests: hips, an arm and a hand along x, one triangle over all of
 * them.
 */

const base64 = (numbers: ArrayBufferView): string =>
  btoa(String.fromCharCode(...new Uint8Array(numbers.buffer)));

const SKIN_OFFSET = 5; // offset along z in which the skin was drawn

const inverseBind = (x: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -1, -SKIN_OFFSET, 1];

const points = new Float32Array([
  ...[0.5, 1, SKIN_OFFSET, 1.5, 1, SKIN_OFFSET, 2.5, 1, SKIN_OFFSET],
  ...[0, 0, 0, 0.5, 0, 0, 0, 0.5, 0], // a glove, without a skin
  ...[...inverseBind(0), ...inverseBind(1), ...inverseBind(2)],
  ...[1, 0, 0, 0, 0.3, 0.7, 0, 0, 0, 0, 0.25, 0.75],
]);
const joints = new Uint8Array([0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 1, 2]);

export const SKINNED_FIGURE_GLTF = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0, 5] }],
  nodes: [
    { name: 'Hips', translation: [0, 1, 0], children: [1] },
    { name: 'Arm', translation: [1, 0, 0], children: [2] },
    { name: 'Hand', translation: [1, 0, 0], children: [3, 4] },
    { name: 'Hand_end', translation: [1, 0, 0] },
    { name: 'Glove', mesh: 1 },
    { name: 'Body', mesh: 0, skin: 0 },
  ],
  skins: [{ joints: [0, 1, 2], inverseBindMatrices: 2 }],
  meshes: [
    { primitives: [{ attributes: { POSITION: 0, JOINTS_0: 4, WEIGHTS_0: 3 } }] },
    { primitives: [{ attributes: { POSITION: 1 } }] },
  ],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
    { bufferView: 0, byteOffset: 36, componentType: 5126, count: 3, type: 'VEC3' },
    { bufferView: 0, byteOffset: 72, componentType: 5126, count: 3, type: 'MAT4' },
    { bufferView: 0, byteOffset: 264, componentType: 5126, count: 3, type: 'VEC4' },
    { bufferView: 1, componentType: 5121, count: 3, type: 'VEC4' },
  ],
  bufferViews: [
    { buffer: 0, byteLength: points.byteLength },
    { buffer: 1, byteLength: joints.byteLength },
  ],
  buffers: [points, joints].map((numbers) => ({
    byteLength: numbers.byteLength,
    uri: `data:application/octet-stream;base64,${base64(numbers)}`,
  })),
};
