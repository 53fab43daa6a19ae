import * as fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { findRobotFile } from './findRobotFile.ts';
import { readRobot } from './readRobot.ts';
import { readXml } from './readXml.ts';
import { readGltfRig } from './rig/gltfRig.ts';
import { HUMANOID_GLTF, SWING_KEYFRAMES, withAnimations } from './rig/testHumanoid.ts';
import { encodeGlb, encodeGltf } from './rig/testRig.ts';
import type { ReadResult } from './robot.ts';
import { makeTextFolder } from './testFolder.ts';
import { expandXacro, listXacroArguments } from './xacro/expandXacro.ts';
import { unzip } from './zip.ts';

const FILES = {
  'arm/package.xml': '<package><name>arm</name></package>',
  'arm/limits.yaml': 'elbow: &e {min: !degrees -90, max: 1.5}\nwrist: *e\nlist: [1, 2.5, "x"]\n',
  'arm/macros.xacro': `<robot>
  <xacro:property name="limits" value="\${xacro.load_yaml('limits.yaml')}"/>
  <xacro:macro name="link" params="name parent:=^ length:=\${2 * unit} *origin **more">
    <link name="\${name}"/>
    <joint name="\${name}_joint" type="\${'fixed' if length == 0 else 'revolute'}">
      <parent link="\${parent}"/><xacro:insert_block name="origin"/><xacro:insert_block name="more"/>
      <limit lower="\${limits.elbow['min']}" upper="\${min([limits.elbow.max, 3])}"/>
    </joint>
  </xacro:macro>
</robot>`,
  'arm/arm.xacro': `<?xml version="1.0"?>
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <!-- an arm of three -->
  <xacro:arg name="links" default="3"/>
  <xacro:property name="unit" value="0.5"/>
  <xacro:include filename="$(find arm)/macros.xacro" ns="m"/>
  <xacro:macro name="chain" params="n parent">
    <xacro:if value="\${n > 0}">
      <xacro:m.link name="l\${n}"><origin xyz="0 0 \${unit * n}"/><x><axis xyz="0 1 0"/></x></xacro:m.link>
      <xacro:chain n="\${n - 1}" parent="l\${n}"/>
    </xacro:if>
  </xacro:macro>
  <link name="base"/>
  <xacro:chain n="$(arg links)" parent="base"/>
</robot>`,
};

const SDF_FILES = {
  'arm/model.config':
    '<model><sdf version="1.4">old.sdf</sdf><sdf version="1.9">arm.sdf</sdf></model>',
  'arm/arm.sdf': `<sdf version="1.9"><model name="arm" canonical_link="a">
<link name="a"><pose degrees="true">0 0 1 0 90 0</pose></link>
<link name="b"><pose relative_to="f">1 0 0 0 0 0</pose><visual name="v"><geometry><box><size>1 1 1</size></box></geometry></visual></link>
<frame name="f" attached_to="a"/>
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz expressed_in="f">0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint>
<include><uri>model://tool</uri><name>t</name><placement_frame>x</placement_frame><pose>0 0 1 0 0 0</pose></include>
<joint name="k" type="universal"><parent>b</parent><child>t::x</child><axis><xyz>1 0 0</xyz><mimic joint="j"/></axis><axis2><xyz>0 1 0</xyz></axis2></joint>
</model></sdf>`,
  'tool/model.sdf':
    '<sdf version="1.4"><model name="tool"><link name="x"><pose>1 0 0 0 0 0</pose></link></model></sdf>',
};

const BITS = [
  ...['${', '}', '$(', ')', '<', '>', '"', "'", '&', '/', '=', '*', '**', '^', '[', ']', '{', '.'],
  ...[
    'xacro:',
    '<!--',
    '-->',
    ']]>',
    '<?xml',
    '<!DOCTYPE',
    '\0',
    '\ufeff',
    '__proto__',
    'scope="parent"',
  ],
  ...[
    '9999999999',
    '1e999',
    ' for x in ',
    ' if ',
    '%',
    '~',
    '&a ',
    '*a',
    '<<: ',
    '\n',
    '- ',
    'ns="m"',
    '🍔',
  ],
];

/** A piece to remove, and a replacement. */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 80 })),
  put: fc.oneof(fc.constantFrom(...BITS), fc.string({ maxLength: 4 })),
});

const edited = (text: string, edits: readonly { at: number; drop: number; put: string }[]) =>
  edits.reduce((whole, { at, drop, put }) => {
    const start = Math.floor(at * whole.length);
    return whole.slice(0, start) + put + whole.slice(start + drop);
  }, text);

/** Read, or rejected with a file and a reason. */
function isReadOrRejected(read: ReadResult<unknown>): boolean {
  if (read.ok) return true;
  return (
    read.faults.length > 0 && read.faults.every(({ file, reason }) => file !== '' && reason !== '')
  );
}

describe('damaged files are read or rejected without throwing', () => {
  test('the undamaged xacro expands', () => {
    const read = expandXacro(makeTextFolder(FILES), 'arm/arm.xacro');
    expect(read.ok && read.value.root.children.map(({ name }) => name).join(' ')).toBe(
      'link link joint link joint link joint',
    );
  });

  test('xacro, YAML and package files (seed 3)', () => {
    const names = Object.keys(FILES) as (keyof typeof FILES)[];
    const property = fc.property(
      fc.constantFrom(...names),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      (name, edits) => {
        const folder = makeTextFolder({ ...FILES, [name]: edited(FILES[name], edits) });
        expect(isReadOrRejected(expandXacro(folder, 'arm/arm.xacro'))).toBe(true);
        expect(
          listXacroArguments(folder, 'arm/arm.xacro').every((each) => each.name !== null),
        ).toBe(true);
        for (const path of findRobotFile(folder).candidates) expect(names).toContain(path);
      },
    );
    fc.assert(property, { seed: 3, numRuns: 600 });
  });

  test('the undamaged SDF is read', () => {
    const read = readRobot(makeTextFolder(SDF_FILES), 'arm/arm.sdf', new Map());
    expect(read.ok && read.value.robot.joints.map(({ name }) => name)).toEqual([
      ...['floating_base', 'j', 'k_axis', 'k_axis2'],
    ]);
  });

  test('SDF with its model.config and an included model (seed 6)', () => {
    const names = Object.keys(SDF_FILES) as (keyof typeof SDF_FILES)[];
    const property = fc.property(
      fc.constantFrom(...names),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      (name, edits) => {
        const folder = makeTextFolder({ ...SDF_FILES, [name]: edited(SDF_FILES[name], edits) });
        expect(isReadOrRejected(readRobot(folder, 'arm/arm.sdf', new Map()))).toBe(true);
        for (const path of findRobotFile(folder).candidates) expect(names).toContain(path);
      },
    );
    fc.assert(property, { seed: 6, numRuns: 600 });
  });

  test('XML with changed bytes (seed 4)', () => {
    const bytes = new TextEncoder().encode(FILES['arm/arm.xacro']);
    const property = fc.property(fc.nat(), fc.uint8Array({ maxLength: 6 }), (at, put) => {
      const copy = bytes.slice();
      copy.set(put, at % (copy.length - put.length));
      expect(isReadOrRejected(readXml(copy, 'arm.xacro'))).toBe(true);
    });
    fc.assert(property, { seed: 4, numRuns: 600 });
  });

  const humanBones = Object.fromEntries(
    ['hips', 'head', 'leftHand'].map((bone, i) => [bone, { node: [1, 3, 6][i] }]),
  );
  const AVATAR = {
    ...withAnimations(HUMANOID_GLTF, [
      SWING_KEYFRAMES,
      {
        ...SWING_KEYFRAMES,
        node: 1,
        path: 'translation',
        values: [
          [0, 1, 0],
          [1, 1, 0],
        ],
      },
    ]),
    extensions: { VRMC_vrm: { humanoid: { humanBones } } },
  };

  test('glTF and VRM skeletons with changed text (seed 6)', () => {
    const text = JSON.stringify(AVATAR);
    const property = fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
      const folder = makeTextFolder({ 'a.vrm': edited(text, edits) });
      const read = readGltfRig(folder.read('a.vrm') ?? new Uint8Array(), 'a.vrm', folder, 'free');
      expect(isReadOrRejected(read)).toBe(true);
    });
    fc.assert(property, { seed: 6, numRuns: 600 });
  });

  test('glTF and VRM skeletons with other values (seed 7)', () => {
    const leaves: (string | number)[][] = [];
    const walk = (value: unknown, path: (string | number)[]): void => {
      if (path.length > 0) leaves.push(path);
      if (typeof value === 'object' && value !== null)
        for (const [key, each] of Object.entries(value)) walk(each, [...path, key]);
    };
    walk(AVATAR, []);
    const values = [null, -1, 0.5, 1e308, 4e9, 'x', '__proto__', [], {}, [[]], [null], true];
    const change = fc.tuple(fc.constantFrom(...leaves), fc.constantFrom(...values));
    const property = fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const json = structuredClone(AVATAR) as object;
      for (const [path, value] of changes) {
        const holder = path
          .slice(0, -1)
          .reduce<unknown>(
            (at, key) => (at as Record<string, unknown> | null | undefined)?.[key],
            json,
          );
        if (typeof holder === 'object' && holder !== null)
          Object.assign(holder, { [path.at(-1) as string]: value });
      }
      for (const bytes of [encodeGltf(json), encodeGlb(json)]) {
        const read = readGltfRig(bytes, 'a.vrm', makeTextFolder({}));
        expect(isReadOrRejected(read)).toBe(true);
        if (!read.ok || !read.value.clip) continue;
        const { values: numbers, frames, frameTime } = read.value.clip;
        expect(numbers.every(Number.isFinite) && frames > 0 && frameTime > 0).toBe(true);
      }
    });
    fc.assert(property, { seed: 7, numRuns: 600 });
  });

  test('archives with changed bytes (seed 5)', () => {
    const files = Object.entries(FILES).map(([path, text]) => [
      path,
      new TextEncoder().encode(text),
    ]);
    const bytes = zipSync(Object.fromEntries(files));
    const property = fc.property(
      fc.nat(),
      fc.uint8Array({ minLength: 1, maxLength: 4 }),
      (at, put) => {
        const copy = bytes.slice();
        copy.set(put, at % (copy.length - put.length));
        expect(isReadOrRejected(unzip(copy))).toBe(true);
      },
    );
    fc.assert(property, { seed: 5, numRuns: 600 });
  });
});
