import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MeshResult, readMesh } from './readMesh.ts';
import {
  encodeMeshText,
  makeAsciiStl,
  makeCollada,
  makeGlb,
  makeStl,
  makeTetrahedronGltf,
  TETRAHEDRON_CORNERS,
  TETRAHEDRON_FACES,
  TETRAHEDRON_TRIANGLES,
} from './testMesh.ts';
import { MAX_TRIANGLES } from './triangles.ts';

const NOTHING = () => null;
const read = (
  name: string,
  bytes: Uint8Array,
  beside: (name: string) => Uint8Array | null = NOTHING,
) => readMesh(name, bytes, beside);

function near(got: MeshResult, expected: readonly number[]): void {
  if (!got.ok) throw new Error(got.reason);
  expect(got.triangles).toHaveLength(expected.length);
  expected.forEach((value, i) => {
    expect(got.triangles[i]).toBeCloseTo(value, 5);
  });
}

/** All corners of the tetrahedron, transformed. */
const moved = (move: (at: readonly number[]) => readonly number[]): number[] =>
  TETRAHEDRON_TRIANGLES.flatMap((_, i) =>
    i % 3 === 0 ? [...move(TETRAHEDRON_TRIANGLES.slice(i, i + 3))] : [],
  );

const refusal = async (name: string, bytes: Uint8Array): Promise<string> => {
  const got = await read(name, bytes);
  if (got.ok) throw new Error(`${name} was taken`);
  return got.reason;
};

describe('STL', () => {
  test('reads binary files, even if they begin with "solid"', async () =>
    near(await read('a.STL', makeStl(TETRAHEDRON_TRIANGLES)), TETRAHEDRON_TRIANGLES));

  test('reads ASCII files', async () =>
    near(await read('a.stl', makeAsciiStl(TETRAHEDRON_TRIANGLES)), TETRAHEDRON_TRIANGLES));

  test('rejects truncated files, NaN, files without triangles, empty files and other files', async () => {
    const cut = makeStl(TETRAHEDRON_TRIANGLES).subarray(0, 84 + 120);
    expect(await refusal('a.stl', cut)).toBe('it is truncated: 2 of 4 triangles');
    const text = makeAsciiStl(TETRAHEDRON_TRIANGLES);
    expect(await refusal('a.stl', text.subarray(0, text.length - 20))).toMatch(/^it is truncated/);
    const holed = makeStl(TETRAHEDRON_TRIANGLES.map((value, i) => (i === 7 ? Number.NaN : value)));
    expect(await refusal('a.stl', holed)).toBe('corner 3 has the coordinate NaN');
    expect(await refusal('a.stl', makeStl([]))).toBe('it has no triangles');
    expect(await refusal('a.stl', new Uint8Array())).toBe('the file is empty');
    expect(await refusal('a.stl', encodeMeshText('hello'))).toBe('5 bytes are not an STL file');
  });

  test('rejects too many triangles by the count in the header', async () => {
    const huge = new Uint8Array(84 + 50 * (MAX_TRIANGLES + 1));
    new DataView(huge.buffer).setUint32(80, MAX_TRIANGLES + 1, true);
    expect(await refusal('a.stl', huge)).toBe('2,000,001 triangles; the maximum is 2,000,000');
  });
});

describe('glTF', () => {
  const nodes = [
    { children: [1], translation: [0, 0, 3], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
    { mesh: 0, scale: [2, 1, 1] },
  ];
  // scaled, then rotated by 90° about z, then moved up
  const expected = moved(([x = 0, y = 0, z = 0]) => [-y, 2 * x, z + 3]);

  test('reads GLB, with the transforms of its nodes', async () =>
    near(await read('a.glb', makeGlb(makeTetrahedronGltf(nodes))), expected));

  test('reads text, with its buffer embedded or in a file', async () => {
    const { buffer } = makeTetrahedronGltf(nodes);
    const data = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...buffer))}`;
    const inside = encodeMeshText(JSON.stringify(makeTetrahedronGltf(nodes, data).json));
    near(await read('a.gltf', inside), expected);
    const outside = encodeMeshText(JSON.stringify(makeTetrahedronGltf(nodes, 'my%20arm.bin').json));
    near(
      await read('a.gltf', outside, (name) => (name === 'my arm.bin' ? buffer : null)),
      expected,
    );
    expect(await refusal('a.gltf', outside)).toBe('its buffer my%20arm.bin is missing');
  });

  test('rejects truncated, cyclic and compressed files, and accessors beyond their buffer', async () => {
    const whole = makeGlb(makeTetrahedronGltf(nodes));
    expect(await refusal('a.glb', whole.subarray(0, whole.length - 9))).toMatch(/^it is truncated/);
    expect(await refusal('a.glb', makeGlb(makeTetrahedronGltf([{ children: [0] }])))).toMatch(
      /a cycle$/,
    );
    const far = makeTetrahedronGltf(nodes);
    Object.assign((far.json as { accessors: object[] }).accessors[0] as object, { count: 99 });
    expect(await refusal('a.glb', makeGlb(far))).toBe('buffer view 0 exceeds its buffer');
    const draco = makeTetrahedronGltf(nodes);
    const [mesh] = (draco.json as { meshes: { primitives: object[] }[] }).meshes;
    Object.assign(mesh?.primitives[0] as object, {
      extensions: { KHR_draco_mesh_compression: {} },
    });
    expect(await refusal('a.glb', makeGlb(draco))).toMatch(/Draco/);
    expect(await refusal('a.gltf', encodeMeshText('{'))).toMatch(/^its JSON is invalid/);
    const odd = encodeMeshText('{"nodes": [{"children": 7}], "scenes": [{"nodes": [0]}]}');
    expect(await refusal('a.gltf', odd)).toBe('it is not a valid gltf file');
  });
});

describe('OBJ', () => {
  const vertices = TETRAHEDRON_CORNERS.map((corner) => `v ${corner.join(' ')}`).join('\n');

  test('reads indices from the start and from the end, ignoring texture and normal indices', async () => {
    const faces = TETRAHEDRON_FACES.map(
      ([a, b, c]) => `f ${a + 1}/1 ${b - 4}//2 ${c + 1}/3/4`,
    ).join('\r\n');
    near(
      await read('a.obj', encodeMeshText(`# made\n${vertices}\n${faces}\n`)),
      TETRAHEDRON_TRIANGLES,
    );
  });

  test('splits a polygon into triangles', async () => {
    const got = await read(
      'a.obj',
      encodeMeshText('v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4'),
    );
    near(got, [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0]);
  });

  test('rejects an index out of range', async () =>
    expect(await refusal('a.obj', encodeMeshText(`${vertices}\nf 1 2 9`))).toBe(
      'line 5: corner 9 of a face does not exist; there are 4',
    ));
});

describe('Collada', () => {
  const geometry = '<instance_geometry url="#g"/>';

  test('applies unit and transforms, and keeps the up axis as written', async () => {
    const asset = '<unit name="mm" meter="0.001"/><up_axis>Y_UP</up_axis>';
    const turned = `<node><translate>0 0 5</translate><rotate>0 0 2 90</rotate>
      <node><matrix>2 0 0 1  0 1 0 0  0 0 1 0  0 0 0 1</matrix>${geometry}</node></node>`;
    near(
      await read('a.dae', makeCollada(asset, turned)),
      moved(([x = 0, y = 0, z = 0]) => [-y, 2 * x + 1, z + 5].map((value) => value / 1000)),
    );
  });

  test('rejects other files, another root element and an unknown reference', async () => {
    expect(await refusal('a.dae', encodeMeshText('hello'))).toMatch(/^not an XML file/);
    expect(await refusal('a.dae', encodeMeshText('<robot/>'))).toBe('<robot> is not <COLLADA>');
    const lost = makeCollada('', '<node><instance_geometry url="#h"/></node>');
    expect(await refusal('a.dae', lost)).toBe('"#h" does not exist in the file');
  });
});

test('an unknown format is rejected with the supported ones', async () =>
  expect(await refusal('a.step', encodeMeshText('x'))).toBe(
    'unsupported format ".step"; expected one of: stl, glb, gltf, obj, dae',
  ));

test('changed bytes are read as finite numbers, or rejected with a reason', async () => {
  const nodes = [{ children: [1] }, { mesh: 0, scale: [2, 1, 1] }];
  const whole: readonly (readonly [string, Uint8Array])[] = [
    ['a.stl', makeStl(TETRAHEDRON_TRIANGLES)],
    ['a.stl', makeAsciiStl(TETRAHEDRON_TRIANGLES)],
    ['a.glb', makeGlb(makeTetrahedronGltf(nodes))],
    [
      'a.obj',
      encodeMeshText(TETRAHEDRON_CORNERS.map((corner) => `v ${corner.join(' ')}`).join('\n')),
    ],
    ['a.dae', makeCollada('', '<node><instance_geometry url="#g"/></node>')],
  ];
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    to: fc.oneof(fc.constantFrom(...'0179-e.{}[]"<>/ \n'), fc.integer({ min: 0, max: 255 })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...whole),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 400 }),
      async ([name, bytes], changes, cut) => {
        const changed = bytes.slice(0, bytes.length - (cut < 300 ? 0 : cut - 300));
        for (const { at, to } of changes)
          changed[Math.floor(at * changed.length)] = typeof to === 'string' ? to.charCodeAt(0) : to;
        const got = await read(name, changed);
        if (got.ok) expect(got.triangles.every(Number.isFinite)).toBe(true);
        else expect(got.reason).not.toBe('');
      },
    ),
    { numRuns: 2000, seed: 7 },
  );
});
