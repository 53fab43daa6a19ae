/** Hostile mesh files: small ones that claim very many triangles, and invalid ones. */
import type { Random } from './random.ts';

export interface HostileMesh {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const drawCount = (random: Random, most: number): number => Math.floor(random.logUniform(1, most));
const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const ODD_NUMBERS = [0, 1, 1.5, -1, 1e9, 1e308, 1e-9, 6e6, 6.6e6, 3, null, 'x'];

function makeGltf(random: Random): HostileMesh {
  const [accessors, primitives, nodes] = [500, 2000, 9000].map((most) => drawCount(random, most));
  const count = random.chance(0.5) ? random.pick(ODD_NUMBERS) : drawCount(random, 7e6);
  const view = random.chance(0.3) ? { bufferView: 0 } : {};
  const type = random.pick([5120, 5123, 5125, 5126, 0]);
  const text = JSON.stringify({
    scenes: [{ nodes: random.list(1, nodes ?? 1, () => random.integer(0, 2)) }],
    nodes: [
      { mesh: 0, scale: [1, random.pick(ODD_NUMBERS), 1] },
      { children: [random.pick([0, 1, 2, 9])] },
      { mesh: 0 },
    ],
    meshes: [
      {
        primitives: Array.from({ length: primitives ?? 1 }, (_, i) => ({
          attributes: { POSITION: i % (accessors ?? 1) },
          ...(random.chance(0.2) && { indices: random.integer(0, 3), mode: random.integer(0, 7) }),
        })),
      },
    ],
    accessors: Array.from({ length: accessors ?? 1 }, () => ({
      componentType: type,
      count,
      ...view,
    })),
    bufferViews: [
      {
        buffer: 0,
        byteOffset: random.pick([0, 0, 1.5, -4]),
        byteStride: random.pick(ODD_NUMBERS) ?? undefined,
      },
    ],
    buffers: [{ byteLength: 16, uri: 'data:x;base64,AAAAAAAAAAAAAAAAAAAAAA==' }],
  });
  return { name: 'm.gltf', bytes: toBytes(text) };
}

function makeCollada(random: Random): HostileMesh {
  const input = '<input semantic="VERTEX" source="#v" offset="0"/>';
  const corners = random
    .pick(['0 1 2 ', '0 ', '9 1 2 ', '-1 0.5 x '])
    .repeat(drawCount(random, 300_000));
  const kind = random.pick(['triangles', 'polylist', 'polygons', 'tristrips', 'trifans']);
  const sizes = random
    .pick(['3 ', '1000000 -1000000 ', '0 ', '1.5 ', 'x '])
    .repeat(drawCount(random, 100_000));
  const part = `<${kind}>${input}<p>${corners}</p><vcount>${sizes}</vcount></${kind}>`;
  const instances = '<instance_geometry url="#g"/>'.repeat(drawCount(random, 15_000));
  const used = '<node><instance_node url="#n"/></node>'.repeat(drawCount(random, 9000));
  const scene = random.pick([
    used,
    `<node>${instances}</node>`,
    '<node><instance_node url="#s"/></node>',
  ]);
  const text = `<COLLADA><library_geometries><geometry id="g"><mesh><source id="s1"><float_array>0 0 0 1 0 0 0 1 0</float_array></source><vertices id="v"><input semantic="POSITION" source="#s1"/></vertices>${part}</mesh></geometry></library_geometries><library_nodes><node id="n">${instances}</node></library_nodes><library_visual_scenes><visual_scene id="s">${scene}</visual_scene></library_visual_scenes></COLLADA>`;
  return { name: 'm.dae', bytes: toBytes(text) };
}

function makeObj(random: Random): HostileMesh {
  const faces = random.pick(['f 1 2 3\n', 'f -1 -2 -9\n', 'f 0 1\n', 'f 1 2 3 1 2 3 1 2 3\n']);
  const wide = `f ${'1 '.repeat(drawCount(random, 1e6))}`;
  const text = `v 0 0 0\nv 1 0 0\nv 0 ${random.pick(['1', '1e400', 'x'])} 0\n${faces.repeat(drawCount(random, 300_000))}${random.chance(0.3) ? wide : ''}`;
  return { name: 'm.obj', bytes: toBytes(text) };
}

function makeStl(random: Random): HostileMesh {
  if (random.chance(0.4)) {
    const vertex = `vertex${random.pick([' ', ' 1 2 3\n', '\t'])}`.repeat(
      drawCount(random, 300_000),
    );
    return {
      name: 'm.stl',
      bytes: toBytes(`solid x\nfacet ${vertex}${random.pick(['', 'endsolid'])}`),
    };
  }
  const bytes = new Uint8Array(84 + 50 * random.integer(0, 9));
  new DataView(bytes.buffer).setUint32(80, random.pick([0, 1, 9, 0xffffffff]), true);
  for (let i = 84; i < bytes.length; i++) bytes[i] = random.integer(0, 255);
  return { name: 'm.stl', bytes };
}

export const makeHostileMesh = (random: Random): HostileMesh =>
  random.pick([makeGltf, makeGltf, makeCollada, makeObj, makeStl])(random);
