/** Small skeletons without a skin for tests, and animations of them. */

const base64 = (numbers: Float32Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(numbers.buffer)));

/** Bones of a figure: hips, spine, head, an arm and a leg, below an armature. */
export const HUMANOID_GLTF = {
  asset: { version: '2.0' },
  nodes: [
    { name: 'Armature', children: [1] },
    { name: 'mixamorig:Hips', translation: [0, 1, 0], children: [2, 7] },
    { name: 'mixamorig:Spine', translation: [0, 0.25, 0], children: [10, 4] },
    { name: 'mixamorig:Head', translation: [0, 0.25, 0] },
    { name: 'mixamorig:LeftArm', translation: [0.25, 0.25, 0], children: [5] },
    { name: 'mixamorig:LeftForeArm', translation: [0.25, 0, 0], children: [6] },
    { name: 'mixamorig:LeftHand', translation: [0.25, 0, 0] },
    { name: 'mixamorig:LeftUpLeg', translation: [0.125, 0, 0], children: [8] },
    { name: 'mixamorig:LeftLeg', translation: [0, -0.5, 0], children: [9] },
    { name: 'mixamorig:LeftFoot', translation: [0, -0.5, 0] },
    { name: 'mixamorig:Neck', translation: [0, 0.25, 0], children: [3] },
  ],
};

export interface TestKeyframes {
  readonly node: number;
  readonly path: 'rotation' | 'translation' | 'scale';
  readonly times: readonly number[];
  readonly values: readonly (readonly number[])[];
  readonly interpolation?: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
}

export function withAnimations(json: object, ...clips: readonly (readonly TestKeyframes[])[]) {
  const all = clips.flat();
  const numbers = all.flatMap(({ times, values }) => [...times, ...values.flat()]);
  let offset = 0;
  const parts = all.flatMap(({ times, values }) =>
    [times.map((time) => [time]), values].map((rows) => {
      const length = 4 * rows.flat().length;
      offset += length;
      const type = ['', 'SCALAR', '', 'VEC3', 'VEC4'][rows[0]?.length ?? 0];
      return {
        view: { buffer: 0, byteOffset: offset - length, byteLength: length },
        count: rows.length,
        type,
      };
    }),
  );
  let next = 0;
  const animations = clips.map((keys, i) => {
    const from = next;
    next += keys.length;
    return {
      name: `clip ${i}`,
      samplers: keys.map(({ interpolation }, k) => ({
        input: 2 * (from + k),
        output: 2 * (from + k) + 1,
        interpolation,
      })),
      channels: keys.map(({ node, path }, k) => ({ sampler: k, target: { node, path } })),
    };
  });
  const data = new Float32Array(numbers);
  return {
    ...json,
    animations,
    accessors: parts.map(({ count, type }, bufferView) => ({
      bufferView,
      componentType: 5126,
      count,
      type,
    })),
    bufferViews: parts.map(({ view }) => view),
    buffers: [
      { byteLength: data.byteLength, uri: `data:application/octet-stream;base64,${base64(data)}` },
    ],
  };
}

export function makeAxisQuaternion(axis: 'x' | 'y' | 'z', degrees: number): readonly number[] {
  const half = (degrees * Math.PI) / 360;
  const sine = Math.sin(half);
  return [...['x', 'y', 'z'].map((each) => (each === axis ? sine : 0)), Math.cos(half)];
}

/** An animation in which the arm swings about z by 90°, while its parent stays. */
export const SWING_KEYFRAMES: TestKeyframes = {
  node: 4,
  path: 'rotation',
  times: [0, 1],
  values: [makeAxisQuaternion('z', 0), makeAxisQuaternion('z', 90)],
};
