/** A figure for tests whose skin is a square tube over three bones in a row along x. */

const HALF = 0.3; // half the width of the tube, for bones of length 1
const BONES = 3;
const CORNERS = [
  [-HALF, -HALF],
  [HALF, -HALF],
  [HALF, HALF],
  [-HALF, HALF],
] as const;

const base64 = (numbers: ArrayBufferView): string =>
  btoa(String.fromCharCode(...new Uint8Array(numbers.buffer)));

const bones = Array.from({ length: BONES }, (_, i) => i);
/**
 * Rings of the tube, two per bone, near the ends of the bone: the tube continues from one bone to
 * the next.
 */
const rings = bones.flatMap((bone) => [0.05, 0.95].map((share) => ({ bone, x: bone + share })));
const points = rings.flatMap(({ x }) => CORNERS.flatMap(([y, z]) => [x, y, z]));
const sides = [0, 1, 2, 3].flatMap((i) => {
  const next = (i + 1) % 4;
  return [i, next, next + 4, i, next + 4, i + 4];
});
const corners = rings.slice(1).flatMap((_, i) => sides.map((corner) => 4 * i + corner));
const joints = rings.flatMap(({ bone }) => Array<number[]>(4).fill([bone, 0, 0, 0]).flat());
const weights = rings.flatMap(() => Array<number[]>(4).fill([1, 0, 0, 0]).flat());
const binds = bones.flatMap((x) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, 0, 0, 1]);

const data = [
  { numbers: new Float32Array(points), componentType: 5126, type: 'VEC3' },
  { numbers: new Float32Array(weights), componentType: 5126, type: 'VEC4' },
  { numbers: new Float32Array(binds), componentType: 5126, type: 'MAT4' },
  { numbers: new Uint16Array(joints), componentType: 5123, type: 'VEC4' },
  { numbers: new Uint16Array(corners), componentType: 5123, type: 'SCALAR' },
];
const SIZES: Readonly<Record<string, number>> = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };

export const SKINNED_TUBE_GLTF = JSON.stringify({
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0, 4] }],
  nodes: [
    { name: 'Hips', children: [1] },
    { name: 'Arm', translation: [1, 0, 0], children: [2] },
    { name: 'Hand', translation: [1, 0, 0], children: [3] },
    { name: 'Hand_end', translation: [1, 0, 0] },
    { name: 'Body', mesh: 0, skin: 0 },
  ],
  skins: [{ joints: bones, inverseBindMatrices: 2 }],
  meshes: [
    { primitives: [{ attributes: { POSITION: 0, WEIGHTS_0: 1, JOINTS_0: 3 }, indices: 4 }] },
  ],
  accessors: data.map(({ numbers, componentType, type }, bufferView) => ({
    bufferView,
    componentType,
    count: numbers.length / (SIZES[type] as number),
    type,
  })),
  bufferViews: data.map(({ numbers }, buffer) => ({ buffer, byteLength: numbers.byteLength })),
  buffers: data.map(({ numbers }) => ({
    byteLength: numbers.byteLength,
    uri: `data:application/octet-stream;base64,${base64(numbers)}`,
  })),
});
