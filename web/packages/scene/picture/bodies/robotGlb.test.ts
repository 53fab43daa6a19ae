import type { Engine } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import type { Scene } from '@iklab/core/scenario';
import { scenarioPreset, scenarioPresetIds } from '@iklab/core/scenario/presets';
import { knownRobotPresets } from '@iklab/core/scenario/presets/robotShelf';
import { Box3, Color, Matrix4, Quaternion, Vector3 } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FINE_ROBOT_DETAIL } from '../../drawn/robotDetailLevel.ts';
import { Armature } from './armature.ts';
import { makeCapsuleBody } from './mechanismBody.ts';
import { makeMechanismShape } from './mechanismShape.ts';
import { type DrawnPanelParts, robotGlb } from './robotGlb.ts';
import { makeRobotHousingShape } from './robotHousingBody.ts';

/** The `FileReader` that the exporter needs and Node lacks. */
class Reader {
  result: unknown = null;
  onloadend: (() => void) | null = null;
  async readAsArrayBuffer(blob: Blob): Promise<void> {
    this.result = await blob.arrayBuffer();
    this.onloadend?.();
  }
}

let engine: Engine;
const before = Object.getOwnPropertyDescriptor(globalThis, 'FileReader');
beforeAll(async () => {
  engine = await testEngine();
  Object.defineProperty(globalThis, 'FileReader', { value: Reader, configurable: true });
});
afterAll(() => {
  if (before) Object.defineProperty(globalThis, 'FileReader', before);
  else Reflect.deleteProperty(globalThis, 'FileReader');
});

const COLORS = {
  link: new Color('#123456'),
  joint: new Color('#654321'),
  cap: new Color('#ff0000'),
  pin: new Color('#00ff00'),
};

function drawn(scene: Scene): DrawnPanelParts {
  const plain = makeMechanismShape(scene, []);
  const { body } = plain.machine
    ? makeRobotHousingShape(scene, plain, FINE_ROBOT_DETAIL)
    : { body: makeCapsuleBody(plain) };
  return { scene, body, colors: COLORS };
}

interface GltfNode {
  readonly name?: string;
  readonly children?: readonly number[];
  readonly mesh?: number;
  readonly translation?: readonly [number, number, number];
  readonly rotation?: readonly [number, number, number, number];
  readonly scale?: readonly [number, number, number];
  readonly matrix?: unknown;
  readonly extras?: { readonly joint?: { readonly type: string; readonly value?: number } };
}
type Material = Gltf['materials'][number];
interface Gltf {
  readonly asset: { readonly version: string };
  readonly scene: number;
  readonly scenes: readonly { readonly nodes: readonly number[] }[];
  readonly nodes: readonly GltfNode[];
  readonly meshes: readonly {
    readonly primitives: readonly {
      readonly attributes: { readonly POSITION: number; readonly NORMAL: number };
      readonly indices: number;
      readonly material: number;
    }[];
  }[];
  readonly materials: readonly {
    readonly name: string;
    readonly pbrMetallicRoughness: { readonly baseColorFactor: readonly number[] };
  }[];
  readonly accessors: readonly {
    readonly bufferView: number;
    readonly byteOffset?: number;
    readonly componentType: number;
    readonly count: number;
    readonly min?: readonly number[];
    readonly max?: readonly number[];
  }[];
  readonly bufferViews: readonly { readonly byteOffset?: number; readonly byteLength: number }[];
}

/** Reads a GLB file by glTF 2.0, 4.4: header, JSON chunk, binary chunk. */
function read(file: ArrayBuffer): { readonly gltf: Gltf; readonly numbers: ArrayBuffer } {
  const view = new DataView(file);
  const word = (at: number) => view.getUint32(at, true);
  expect([word(0), word(4), word(8)]).toEqual([0x46546c67, 2, file.byteLength]);
  expect(word(16)).toBe(0x4e4f534a);
  const text = new TextDecoder().decode(new Uint8Array(file, 20, word(12)));
  const next = 20 + word(12);
  expect([next % 4, word(next + 4)]).toEqual([0, 0x004e4942]);
  expect(next + 8 + word(next)).toBe(file.byteLength);
  return { gltf: JSON.parse(text) as Gltf, numbers: file.slice(next + 8) };
}

/** The world matrix of every node. */
function worlds({ nodes, scenes, scene }: Gltf): Map<number, Matrix4> {
  const found = new Map<number, Matrix4>();
  const visit = (index: number, above: Matrix4): void => {
    const node = nodes[index] as GltfNode;
    const { translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] } = node;
    expect(node.matrix).toBe(undefined);
    const own = new Matrix4().compose(
      new Vector3(...translation),
      new Quaternion(...rotation),
      new Vector3(...scale),
    );
    const world = above.clone().multiply(own);
    found.set(index, world);
    for (const child of node.children ?? []) visit(child, world);
  };
  for (const root of scenes[scene]?.nodes ?? []) visit(root, new Matrix4());
  return found;
}

const UPRIGHT: Record<'x' | 'y' | 'z', (at: readonly number[]) => number[]> = {
  x: ([x = 0, y = 0, z = 0]) => [-y, x, z],
  y: ([x = 0, y = 0, z = 0]) => [x, y, z],
  z: ([x = 0, y = 0, z = 0]) => [x, z, -y],
};

const ALL = [
  ...scenarioPresetIds.map((id) => [id, scenarioPreset(id)?.document] as const),
  ...knownRobotPresets.map(({ id, document }) => [id, document] as const),
];

test.each(ALL)(
  '%s: joints and effectors are where the module has them, y up',
  async (_, document) => {
    const scene = makeTestScene(document, engine);
    const lab = engine.open(scene);
    lab.advance(3);
    const [solved, values] = [[...lab.points(0)], [...lab.angles(0)]];
    lab.close();
    const { gltf } = read(await robotGlb(drawn(scene), values));
    expect(gltf.asset.version).toBe('2.0');
    const places = worlds(gltf);
    const upright = UPRIGHT[scene.scenario.view.up];
    const metre = { m: 1, none: 1, cm: 0.01, mm: 0.001 }[scene.scenario.unit];
    const { joints, effectors } = scene.tree;
    const nodes = gltf.nodes.map((node, i) => ({ ...node, at: places.get(i) as Matrix4 }));
    const bones = nodes.filter(({ extras }) => extras?.joint);
    expect(bones.map(({ name }) => name).sort()).toEqual(joints.map(({ id }) => id).sort());
    [...joints, ...effectors].forEach(({ id }, i) => {
      const same = nodes.filter(
        ({ name, extras }) => name === id && !extras?.joint === i >= joints.length,
      );
      expect(same.length, id).toBe(1);
      const at = new Vector3().setFromMatrixPosition(same[0]?.at as Matrix4).toArray();
      const wanted = upright(solved.slice(3 * i, 3 * i + 3)).map((x) => x * metre);
      at.forEach((x, k) => {
        expect(Math.abs(x - (wanted[k] ?? Number.NaN))).toBeLessThan(1e-9);
      });
    });
  },
);

test.each(['ur5e', 'pr2-arm', 'double-y'])(
  '%s: every triangle is where it is drawn, in its colour',
  async (id) => {
    const scene = makeTestScene(ALL.find(([name]) => name === id)?.[1], engine);
    const parts = drawn(scene);
    const values = scene.start.map((value, i) => value + 0.1 * (i + 1));
    const { gltf, numbers } = read(await robotGlb(parts, values));
    const armature = new Armature(scene.tree, scene.scenario.view.up);
    armature.setPose(values);
    armature.world.updateMatrixWorld(true);
    const { solid, pinless } = parts.body;
    const bones = [armature.world, ...armature.points];
    const [want, has] = [new Map<string, Box3>(), new Map<string, Box3>()];
    const counts = { want: 0, has: 0 };
    const at = new Vector3();
    const seen = (boxes: Map<string, Box3>, color: Color) => {
      const box = boxes.get(color.getHexString()) ?? new Box3();
      boxes.set(color.getHexString(), box.expandByPoint(at));
    };
    const index = solid.getIndex();
    for (let i = 0; i < pinless; i++) {
      const vertex = index?.getX(i) as number;
      const bone = bones[solid.getAttribute('skinIndex').getX(vertex)];
      at.fromBufferAttribute(solid.getAttribute('position') as never, vertex);
      at.applyMatrix4(bone?.matrixWorld as Matrix4);
      const paint = Object.values(COLORS)[solid.getAttribute('paint').getX(vertex)];
      seen(want, paint as Color);
      counts.want++;
    }
    const slice = (accessor: number, size: number) => {
      const {
        bufferView,
        byteOffset = 0,
        count,
        componentType,
      } = gltf.accessors[accessor] as never as Gltf['accessors'][0];
      const from = (gltf.bufferViews[bufferView]?.byteOffset ?? 0) + byteOffset;
      const Kind = { 5126: Float32Array, 5125: Uint32Array, 5123: Uint16Array }[componentType];
      if (!Kind) throw new Error(`componentType ${componentType}`);
      return new Kind(numbers.slice(from, from + count * size * Kind.BYTES_PER_ELEMENT));
    };
    const places = worlds(gltf);
    gltf.nodes.forEach(({ mesh = -1 }, node) => {
      for (const { attributes, indices, material } of gltf.meshes[mesh]?.primitives ?? []) {
        const coat = (gltf.materials[material] as Material).pbrMetallicRoughness;
        const [r = 1, g = 1, b = 1] = coat.baseColorFactor;
        const vertices = slice(attributes.POSITION, 3);
        for (const corner of slice(indices, 1)) {
          at.fromArray(vertices, 3 * corner).applyMatrix4(places.get(node) as Matrix4);
          seen(has, new Color(r, g, b));
          counts.has++;
        }
      }
    });
    expect(counts.has).toBe(counts.want);
    expect([...has.keys()].sort()).toEqual([...want.keys()].sort());
    expect(has.size).toBeGreaterThan(1);
    for (const [color, box] of want) {
      const own = has.get(color) as Box3;
      expect(own.min.distanceTo(box.min) + own.max.distanceTo(box.max)).toBeLessThan(1e-5);
    }
  },
);

test('joints have type, axis, limits and value; names may have any characters', async () => {
  const document = {
    iklab: 1,
    name: '"}</script> ü',
    tree: {
      joints: [
        { id: 'a"b', axis: [0, 1, 0], limits: [-1, 2] },
        { id: 'slide.1', parent: 'a"b', type: 'prismatic', xyz: [1, 0, 0] },
        { id: 'post', parent: 'slide.1', type: 'fixed', xyz: [0, 1, 0] },
      ],
      effectors: [{ id: 'tip', parent: 'post', xyz: [0, 1, 0] }],
    },
    targets: [{ effector: 'tip', position: [1, 1, 0] }],
    methods: [{ id: 'dls' }],
  };
  const scene = makeTestScene(document, engine);
  const { gltf } = read(await robotGlb(drawn(scene), [0.5, -0.25]));
  const joint = (name: string) => gltf.nodes.find((each) => each.name === name)?.extras?.joint;
  expect(joint('a"b')).toEqual({ type: 'revolute', axis: [0, 1, 0], value: 0.5, limits: [-1, 2] });
  expect(joint('slide.1')).toEqual({ type: 'prismatic', axis: [0, 0, 1], value: -0.25 });
  expect(joint('post')).toEqual({ type: 'fixed' });
  const [root = -1] = gltf.scenes[0]?.nodes ?? [];
  expect([gltf.nodes[root]?.name, gltf.scenes[0]?.nodes.length]).toEqual(['"}</script> ü', 1]);
});
