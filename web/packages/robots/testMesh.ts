/**
 * Small meshes for tests: a tetrahedron whose corners are the origin and the ends of the unit
 * axes.
 */

export const TETRAHEDRON_CORNERS = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** Faces of the tetrahedron as indices of its corners, counter-clockwise seen from outside. */
export const TETRAHEDRON_FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
] as const;

export const TETRAHEDRON_TRIANGLES = TETRAHEDRON_FACES.flat().flatMap((corner) => [
  ...(TETRAHEDRON_CORNERS[corner] as readonly number[]),
]);

export const encodeMeshText = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Makes a binary STL file of triangle corners. `claimed`: the number of triangles that its header
 * states.
 */
export function makeStl(numbers: readonly number[], claimed = numbers.length / 9): Uint8Array {
  const bytes = new Uint8Array(84 + (50 * numbers.length) / 9);
  const view = new DataView(bytes.buffer);
  bytes.set(encodeMeshText('solid by a program that does not know better'));
  view.setUint32(80, claimed, true);
  numbers.forEach((value, i) => {
    view.setFloat32(84 + 50 * Math.floor(i / 9) + 12 + 4 * (i % 9), value, true);
  });
  return bytes;
}

export const makeAsciiStl = (numbers: readonly number[]): Uint8Array => {
  const vertex = (offset: number): string =>
    `vertex ${numbers.slice(offset, offset + 3).join(' ')}`;
  const facet = (offset: number): string =>
    `facet normal 0 0 0\nouter loop\n${[0, 3, 6].map((i) => vertex(offset + i)).join('\n')}\nendloop\nendfacet\n`;
  const facets = Array.from({ length: numbers.length / 9 }, (_, i) => facet(9 * i));
  return encodeMeshText(`solid made\n${facets.join('')}endsolid made\n`);
};

/**
 * Makes a glTF of the tetrahedron with the given `nodes`; its only buffer has the corners as
 * floats, then the faces as 16-bit indices.
 */
export function makeTetrahedronGltf(
  nodes: readonly object[],
  uri?: string,
): { json: object; buffer: Uint8Array } {
  const buffer = new Uint8Array(48 + 24);
  new Float32Array(buffer.buffer, 0, 12).set(TETRAHEDRON_CORNERS.flat());
  new Uint16Array(buffer.buffer, 48, 12).set(TETRAHEDRON_FACES.flat());
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes,
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: 12, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 48 },
      { buffer: 0, byteOffset: 48, byteLength: 24 },
    ],
    buffers: [{ byteLength: buffer.length, ...(uri === undefined ? {} : { uri }) }],
  };
  return { json, buffer };
}

export function makeGlb({ json, buffer }: { json: object; buffer: Uint8Array }): Uint8Array {
  const text = JSON.stringify(json);
  const padded = encodeMeshText(text.padEnd(4 * Math.ceil(text.length / 4)));
  const bytes = new Uint8Array(12 + 8 + padded.length + 8 + buffer.length);
  const view = new DataView(bytes.buffer);
  [0x46546c67, 2, bytes.length, padded.length, 0x4e4f534a].forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  bytes.set(padded, 20);
  view.setUint32(20 + padded.length, buffer.length, true);
  view.setUint32(24 + padded.length, 0x004e4942, true);
  bytes.set(buffer, 28 + padded.length);
  return bytes;
}

export const makeCollada = (asset: string, nodes: string): Uint8Array =>
  encodeMeshText(`<?xml version="1.0"?>
<COLLADA version="1.4.1"><asset>${asset}</asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="12">${TETRAHEDRON_CORNERS.flat().join(' ')}</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="4"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="NORMAL" source="#n" offset="1"/>
<vcount>3 3 3 3</vcount><p>${TETRAHEDRON_FACES.flat()
    .map((corner) => `${corner} 0`)
    .join(' ')}</p></polylist></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s">${nodes}</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>`);
