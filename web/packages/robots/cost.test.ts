// @module-tag full
/**
 * Small files that would take minutes, or gigabytes, if they were expanded before their size is
 * checked.
 */
import { testEngine } from '@iklab/core/engine/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findRobotFile } from './findRobotFile.ts';
import { resolveFileReference } from './folder.ts';
import { importRobot } from './importRobot.ts';
import { readMesh } from './readMesh.ts';
import { readRobot } from './readRobot.ts';
import { readGltfRig } from './rig/gltfRig.ts';
import { makeAxisQuaternion, withAnimations } from './rig/testHumanoid.ts';
import type { ReadResult } from './robot.ts';
import { makeTextFolder } from './testFolder.ts';
import { makeTestRobot, makeUrdfJoint, makeUrdfLimit, makeUrdfLinks } from './testRobots.ts';
import { ExecutedBlockCounter } from './testWork.ts';

const { catalogue } = await testEngine();

/**
 * Executed blocks of code per test: far above today’s counts, and far below those without the
 * checks.
 */
const MOST = 4e8;
/** A guard against endless loops; the time itself is not tested. */
const WAIT = 600_000;

const work = new ExecutedBlockCounter();
beforeAll(() => work.start());
beforeEach(() => work.takeCount());
afterEach(async () => {
  const taken = await work.takeCount();
  expect(taken).toBeGreaterThan(0); // the counter works
  expect(taken).toBeLessThan(MOST);
});
afterAll(() => work.stop());

const many = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('\n');

const chain = (count: number, more: (i: number) => string = () => '') =>
  makeTestRobot(
    makeUrdfLinks(Array.from({ length: count + 1 }, (_, i) => `l${i}`).join(' ')) +
      many(count, (i) =>
        makeUrdfJoint(`j${i}`, `l${i} l${i + 1}`, 'revolute', makeUrdfLimit(-1, 1) + more(i)),
      ),
  );

const reasonsOf = (read: ReadResult<unknown>): readonly string[] =>
  read.ok ? [] : read.faults.map(({ element, reason }) => `${element}: ${reason}`);

const described = (texts: Readonly<Record<string, string>>, file: string): readonly string[] =>
  reasonsOf(readRobot(makeTextFolder(texts), file, new Map()));

const xacro = (body: string, more: Readonly<Record<string, string>> = {}): readonly string[] =>
  described(
    {
      'r.xacro': `<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">${body}<link name="a"/></robot>`,
      ...more,
    },
    'r.xacro',
  );

const expression = (text: string): string =>
  xacro(`<xacro:property name="x" value="\${${text}}" lazy_eval="false"/>`)[0] ?? '';

const yaml = (text: string): string =>
  xacro(`<xacro:property name="y" value="\${xacro.load_yaml('y.yaml')}" lazy_eval="false"/>`, {
    'y.yaml': text,
  })[0] ?? '';

describe('trees', () => {
  test('rejects 4000 joints in a row', { timeout: WAIT }, () => {
    expect(reasonsOf(importRobot(chain(3999), {}, [], catalogue))[0]).toMatch(
      /3999 movable joints/,
    );
  });

  test('finds a start pose for 250 joints in a row', { timeout: WAIT }, () => {
    const read = importRobot(chain(250), {}, [], catalogue);
    expect(read.ok && (read.value.document.start as number[]).every(Number.isFinite)).toBe(true);
  });

  test('composes a chain of 200 mimics into one, and rejects 4000', {
    timeout: WAIT,
  }, () => {
    const following = (count: number) =>
      chain(count, (i) => (i < count - 1 ? `<mimic joint="j${i + 1}" multiplier="0.999"/>` : ''));
    const short = importRobot(following(200), {}, [], catalogue);
    const [first] = short.ok
      ? (short.value.document.tree as { joints: { mimic?: object }[] }).joints
      : [];
    expect(first?.mimic).toMatchObject({ joint: 'j199', offset: 0 });
    const { multiplier = Number.NaN } = (first?.mimic ?? {}) as { multiplier?: number };
    expect(multiplier).toBeCloseTo(0.999 ** 199, 12);
    expect(reasonsOf(importRobot(following(3999), {}, [], catalogue))[0]).toMatch(/movable joints/);
  });

  test('reports a cycle of 4000 mimics once, with a short list', { timeout: WAIT }, () => {
    const circle = chain(3999, (i) => `<mimic joint="j${(i + 1) % 3999}"/>`);
    const faults = reasonsOf(importRobot(circle, {}, [], catalogue));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/in a cycle: "j0" → "j1" → .* → … → "j0"$/);
  });

  test('reports at most 20 of 8000 unknown links', { timeout: WAIT }, () => {
    const name = (i: number, of: string) => `${of}_${i}`.padEnd(40, of);
    const robot = makeTestRobot(
      many(4000, (i) => `<link name="${name(i, 'abcd')}"/>`) +
        many(3999, (i) =>
          makeUrdfJoint(
            `j${i}`,
            `${name(i, 'abdc')} ${name(i, 'dcba')}`,
            'revolute',
            makeUrdfLimit(-1, 1),
          ),
        ),
    );
    expect(reasonsOf(importRobot(robot, {}, [], catalogue))).toHaveLength(20);
  });
});

describe('glTF', () => {
  const bones = Array.from({ length: 900 }, (_, i) => ({
    name: `b${i}`,
    translation: [0, 0.01, 0],
    children: i % 30 < 29 ? [i + 1] : [],
  }));
  const root = { children: Array.from({ length: 30 }, (_, i) => 30 * i) };
  const keys = (node: number) => ({
    ...{ node, path: 'rotation' as const, times: [0, 900_000] },
    values: [makeAxisQuaternion('x', 0), makeAxisQuaternion('x', 90)],
  });
  const clip = withAnimations(
    { nodes: [...bones, root] },
    bones.map((_, i) => keys(i)),
  );

  test('samples ten days of 900 bones at few times', { timeout: WAIT }, () => {
    const text = JSON.stringify(clip);
    const read = readGltfRig(new TextEncoder().encode(text), 'a.gltf', makeTextFolder({}));
    expect(read.ok && read.value.clip?.frames).toBe(277);
  });

  test('rejects accessors that repeat a few bytes', { timeout: WAIT }, () => {
    const views = clip.bufferViews.map((view) => ({ ...view, byteStride: 4 }));
    const accessors = clip.accessors.map((each) => ({
      ...each,
      count: 8_000_000,
      bufferView: undefined,
    }));
    const json = { ...clip, bufferViews: views, accessors };
    const read = readGltfRig(
      new TextEncoder().encode(JSON.stringify(json)),
      'a.gltf',
      makeTextFolder({}),
    );
    expect(read.ok && read.value.clip).toBeNull();
  });

  test('takes a humanoid map with 100000 names', { timeout: WAIT }, () => {
    const humanBones = Array.from({ length: 100_000 }, (_, i) => ({
      bone: `b${i}`,
      node: i % 900,
    }));
    const json = { nodes: [...bones, root], extensions: { VRM: { humanoid: { humanBones } } } };
    const read = readGltfRig(
      new TextEncoder().encode(JSON.stringify(json)),
      'a.vrm',
      makeTextFolder({}),
    );
    expect(read.ok && read.value.bones.length).toBe(901);
  });
});

describe('folders', () => {
  const files = Object.fromEntries(
    Array.from({ length: 2000 }, (_, i) => [`dir${i}/deep/er/x${i}.stl`, 'x']),
  );

  test('looks up 12000 unknown file names in a folder of 2000', { timeout: WAIT }, () => {
    const folder = makeTextFolder(files);
    for (let i = 0; i < 12_000; i++)
      expect(resolveFileReference(folder, `package://p${i}/m${i}.stl`, 'r.urdf')).toBeNull();
    expect(resolveFileReference(folder, 'package://p/er/X7.STL', 'r.urdf')).toBe(
      'dir7/deep/er/x7.stl',
    );
  });

  test('resolves 20000 includes without files', {
    timeout: WAIT,
  }, () => {
    const includes = many(20_000, (i) => `<xacro:include filename="nope${i}.xacro"/>`);
    expect(xacro(includes, files)).toEqual([]);
    const own = `<robot xmlns:xacro="http://www.ros.org/wiki/xacro">${includes}</robot>`;
    expect(findRobotFile(makeTextFolder({ ...files, 'a.xacro': own })).file).toBe('a.xacro');
  });
});

describe('YAML', () => {
  test.each([
    ['nested lists', '['.repeat(900_000), /more than 100 levels of nested lists and dicts/],
    [
      'nested dicts',
      many(1800, (i) => `${' '.repeat(i)}a:`),
      /more than 100 levels of nested lists and dicts/,
    ],
    ['a row of dashes', `${'- '.repeat(5000)}x`, /more than 100 levels of nested lists and dicts/],
    ['a word that begins like a number', `a: ${'1'.repeat(300_000)}x`, /^$/],
    [
      'a long number',
      `a: ${'1'.repeat(1_900_000)}`,
      /a number of 1900000 digits; the maximum is 1000/,
    ],
    ['a value that contains itself', 'a: &a [1, *a]', /the alias \*a refers to itself/],
    ['too many words', '- [1,2,3,4,5,6,7,8]\n'.repeat(60_000), /more than 500000 tokens/],
  ])('%s', { timeout: WAIT }, (_, text, fault) => {
    expect(yaml(text)).toMatch(fault);
  });

  test('45000 aliases of one value, with and without 45000 other values', { timeout: WAIT }, () => {
    expect(
      yaml(`${many(45_000, (i) => `k${i}: ${i}`)}\na: &a 1\nb:\n${'- *a\n'.repeat(45_000)}`),
    ).toMatch(/more than 100000 values/);
    expect(yaml(`a: &a 1\nb:\n${'- *a\n'.repeat(45_000)}`)).toBe('');
  });
});

describe('expressions', () => {
  test.each([
    'len(map(sum, [[0]*1000000]*1000000))',
    'len(map(enumerate, [[0]*1000000]*1000))',
    '[[0]*900000 for x in [0]*900000]',
    '[d.items() for d in [dict([(x,x) for x in range(60000)])]*500000]',
    '[0]*900000+[1] in [[0]*900000+[2]]*1000000',
  ])('%s', { timeout: WAIT }, (text) => {
    expect(expression(text)).toMatch(/take too long to evaluate/);
  });

  test('text that looks like a number', { timeout: WAIT }, () => {
    expect(expression("float('1'*900000+'x')")).toMatch(/float\(\) cannot convert/);
    expect(expression("float('1'*900000+'x')").length).toBeLessThan(600);
  });
});

describe('MJCF and BVH', () => {
  const mjcf = (text: string) => described({ 'r.xml': `<mujoco>${text}</mujoco>` }, 'r.xml');

  test('20000 classes beside 20000 elements', { timeout: WAIT }, () => {
    const defaults =
      many(20_000, (i) => `<n${i} a="1"/>`) + many(20_000, (i) => `<default class="c${i}"/>`);
    expect(
      mjcf(
        `<default>${defaults}</default><worldbody><body name="b"><joint name="j"/></body></worldbody>`,
      ),
    ).toEqual([]);
  });

  test('reports at most 20 of 30000 unknown classes', { timeout: WAIT }, () => {
    const known = many(300, (i) => `<default class="${`c${i}`.padEnd(40, 'abcdef')}"/>`);
    const asked = many(30_000, (i) => `<geom class="${`d${i}`.padEnd(40, 'fedcba')}" size="1"/>`);
    expect(
      mjcf(`<default>${known}</default><worldbody><body>${asked}<joint/></body></worldbody>`),
    ).toHaveLength(20);
  });

  test('20000 elements with different attributes', { timeout: WAIT }, () => {
    const wide = many(20_000, (i) => `<geom a${i}="1"/>`);
    expect(mjcf(`<default>${wide}</default><worldbody><body><joint/></body></worldbody>`)).toEqual(
      [],
    );
  });

  test('rejects a class with more attributes than an element may have', { timeout: WAIT }, () => {
    const wide = many(300, (i) => `<geom a${i}="1"/>`);
    expect(
      mjcf(
        `<default>${wide}</default><worldbody><body><geom size="1"/><joint/></body></worldbody>`,
      )[0],
    ).toBe('<geom>, class: its class defines 300 attributes; the maximum is 256');
  });

  test('rejects 200000 channels of one joint', { timeout: WAIT }, () => {
    const text = `HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 200000${' Xrotation'.repeat(200_000)}\n}\n`;
    expect(described({ 'r.bvh': text }, 'r.bvh')[0]).toBe(
      'joint "a", CHANNELS: 200000 channels; the maximum per joint is 6',
    );
  });
});

describe('meshes', () => {
  const resultOf = async (name: string, text: string): Promise<string> => {
    const read = await readMesh(name, new TextEncoder().encode(text), () => null);
    return read.ok ? `${read.triangles.length / 9} triangles` : read.reason;
  };
  const gltf = (parts: object) =>
    resultOf(
      'm.gltf',
      JSON.stringify({ scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }], ...parts }),
    );
  const primitives = (count: number, accessor: (i: number) => number) => [
    {
      primitives: Array.from({ length: count }, (_, i) => ({
        attributes: { POSITION: accessor(i) },
      })),
    },
  ];
  const empty = { componentType: 5126, count: 6_600_000 };

  test('counts triangles of accessors without data that are used repeatedly', {
    timeout: WAIT,
  }, async () => {
    const accessors = Array(1000).fill(empty);
    const fault = 'its pieces have more than 2,000,000 triangles, the maximum';
    expect(await gltf({ meshes: primitives(1000, (i) => i), accessors })).toBe(fault);
    expect(await gltf({ meshes: primitives(1000, () => 0), accessors })).toBe(fault);
    const few = Array(1000).fill({ componentType: 5126, count: 5000 });
    expect(
      await gltf({
        meshes: primitives(900, (i) => i),
        accessors: few.map((each) => ({ ...each, count: 5001 })),
      }),
    ).toBe('1500300 triangles');
    const lines = [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }];
    const points = [
      { componentType: 5126, count: 9_000_000 },
      { componentType: 5125, count: 3 },
    ];
    expect(await gltf({ meshes: lines, accessors: points })).toBe(
      'its accessors have more than 24,000,000 numbers',
    );
  });

  test('rejects a stride smaller than an element, and elements beyond the buffer', {
    timeout: WAIT,
  }, async () => {
    const uri = 'data:x;base64,AAAAAAAAAAAAAAAAAAAAAA==';
    const view = (byteStride: number) => ({
      meshes: primitives(1, () => 0),
      accessors: [{ componentType: 5126, count: 5_999_999, bufferView: 0 }],
      bufferViews: [{ buffer: 0, byteStride }],
      buffers: [{ byteLength: 16, uri }],
    });
    expect(await gltf(view(1e-9))).toBe(
      'buffer view 0 has a stride of 1e-9 bytes; its elements have 12',
    );
    expect(await gltf(view(12))).toBe('buffer view 0 exceeds its buffer');
  });

  test('rejects too many pieces from repeated nodes', { timeout: WAIT }, async () => {
    const wide = { scenes: [{ nodes: Array(9000).fill(0) }], meshes: primitives(5000, () => 0) };
    expect(await gltf({ ...wide, accessors: [{ componentType: 5126, count: 0 }] })).toBe(
      'more than 100,000 pieces, the maximum',
    );
  });

  const collada = (polygons: string, scene: string, nodes = '') =>
    resultOf(
      'm.dae',
      `<COLLADA><library_geometries><geometry id="g"><mesh><source id="s"><float_array>0 0 0 1 0 0 0 1 0</float_array></source><vertices id="v"><input semantic="POSITION" source="#s"/></vertices>${polygons}</mesh></geometry></library_geometries><library_nodes>${nodes}</library_nodes><library_visual_scenes><visual_scene>${scene}</visual_scene></library_visual_scenes></COLLADA>`,
    );
  const input = '<input semantic="VERTEX" source="#v" offset="0"/>';
  const shown = '<node><instance_geometry url="#g"/></node>';
  const one = `<triangles>${input}<p>0 1 2</p></triangles>`;

  test('counts triangles of a geometry that is used 9000 times', { timeout: WAIT }, async () => {
    const large = `<triangles>${input}<p>${'0 1 2 '.repeat(600_000)}</p></triangles>`;
    expect(await collada(large, shown.repeat(9000))).toBe(
      'its pieces have more than 2,000,000 triangles, the maximum',
    );
    expect(await collada(one, shown.repeat(9000))).toBe('9000 triangles');
  });

  test('rejects too many pieces or nodes from repeated nodes', { timeout: WAIT }, async () => {
    const node = `<node id="n">${'<instance_geometry url="#g"/>'.repeat(20_000)}</node>`;
    const used = '<node><instance_node url="#n"/></node>'.repeat(4900);
    expect(await collada(one, used, node)).toBe('more than 100,000 pieces, the maximum');
    const hollow = `<node id="n">${'<extra/>'.repeat(20_000)}</node>`;
    expect(await collada(one, used, hollow)).toBe('it has too many nodes, or a cycle');
  });

  test('rejects polygons with negative or fractional numbers of corners', {
    timeout: WAIT,
  }, async () => {
    const sizes = '1000000 -1000000 '.repeat(100_000);
    const list = (corners: string) =>
      `<polylist>${input}<p>${'0 '.repeat(1_000_000)}</p><vcount>${corners}</vcount></polylist>`;
    expect(await collada(list(sizes), shown)).toBe(
      'line 1: a polygon needs -1000000 corners; got 0',
    );
    expect(await collada(list('4 1.5'), shown)).toBe(
      'line 1: a polygon needs 1.5 corners; got 999996',
    );
    expect(await collada(list('3 2 0 4'), shown)).toBe('3 triangles');
  });
});
