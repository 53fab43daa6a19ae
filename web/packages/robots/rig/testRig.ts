const encodeJson = (data: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(data));

const makeQuaternion = (x: number, y: number, z: number, w: number) => {
  const length = Math.hypot(x, y, z, w);
  return [x, y, z, w].map((part) => part / length);
};

export const RIG_FIGURE_GLTF = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [
    {
      name: 'Armature',
      scale: [100, 100, 100],
      rotation: makeQuaternion(1, 0, 0, 1),
      children: [1],
    },
    { name: 'Hips', translation: [0, 0.002, 0.01], children: [2, 8] },
    {
      name: 'Spine',
      translation: [0, 0.001, 0.004],
      rotation: makeQuaternion(1, 2, 3, 9),
      children: [3],
    },
    { name: 'Arm', translation: [0, 0, 0.003], scale: [0.5, 0.5, 0.5], children: [4, 7] },
    {
      name: 'Hand',
      matrix: [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 0.004, 0.001, 0.002, 1],
      children: [5],
    },
    { name: 'Wrist', children: [6] },
    { name: 'Wrist_end', translation: [0.001, 0, 0] },
    { name: 'Arm', mesh: 0 },
    { translation: [0.003, 0, -0.001], children: [9] },
    { name: 'Arm', translation: [0, 0, -0.005], children: [10] },
    { name: 'Arm_end', translation: [0, 0, -0.004] },
  ],
  skins: [{ joints: [1, 2, 3, 4] }, { joints: [1, 4, 5, 8, 9] }],
  animations: [{ channels: [], samplers: [] }],
};

export const encodeGltf = (json: object): Uint8Array => encodeJson(json);

export function encodeGlb(json: object): Uint8Array {
  const text = encodeJson(json);
  const length = Math.ceil(text.length / 4) * 4;
  const out = new Uint8Array(20 + length).fill(0x20);
  const view = new DataView(out.buffer);
  [0x46546c67, 2, out.length, length, 0x4e4f534a].forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  out.set(text, 20);
  return out;
}
