import { describe, expect, test } from 'vitest';
import { readRobot } from '../readRobot.ts';
import { makeTextFolder } from '../testFolder.ts';
import { ExecutedBlockCounter } from '../testWork.ts';
import { findXacroArgumentCandidates } from './findXacroArgumentCandidates.ts';

const XACRO = 'xmlns:xacro="http://www.ros.org/wiki/xacro"';

/** A package with one folder of tables per robot; the default names none of them. */
const arm = (fallback: string) => `<?xml version="1.0"?>
<robot ${XACRO} name="$(arg name)">
<xacro:arg name="name" default="made"/>
<xacro:include filename="$(find made_description)/urdf/macro.xacro"/>
<xacro:arg name="kind" ${fallback}/>
<xacro:arg name="prefix" default=""/>
<xacro:arg name="lengths" default="$(find made_description)/config/$(arg kind)/lengths.yaml"/>
<xacro:arg name="limits" default="$(find made_description)/config/$(arg kind)/limits.yaml"/>
<xacro:arm prefix="$(arg prefix)" lengths_file="$(arg lengths)" limits_file="$(arg limits)"/>
</robot>`;
const MACRO = `<robot ${XACRO}>
<xacro:macro name="arm" params="prefix lengths_file limits_file">
  <xacro:tables a="\${lengths_file}" b="\${limits_file}"/>
  <link name="\${prefix}base"/><link name="\${prefix}tool0"/>
  <joint name="\${prefix}j1" type="revolute">
    <parent link="\${prefix}base"/><child link="\${prefix}tool0"/>
    <origin xyz="\${lengths['upper']} 0 0"/><axis xyz="0 0 1"/>
    <limit lower="\${-limits['most']}" upper="\${limits['most']}"/>
  </joint>
</xacro:macro>
<xacro:macro name="tables" params="a b">
  <xacro:property name="lengths" value="\${xacro.load_yaml(a)}" scope="parent"/>
  <xacro:property name="limits" value="\${xacro.load_yaml(b)}" scope="parent"/>
</xacro:macro>
</robot>`;
const files = (fallback = 'default="m5x"', more: Readonly<Record<string, string>> = {}) => ({
  'made_description/package.xml': '<package><name>made_description</name></package>',
  'made_description/urdf/made.urdf.xacro': arm(fallback),
  'made_description/urdf/macro.xacro': MACRO,
  ...Object.fromEntries(
    ['m10e', 'm3e', 'm5e'].flatMap((kind, i) => [
      [`made_description/config/${kind}/lengths.yaml`, `upper: ${i + 1}`],
      [`made_description/config/${kind}/limits.yaml`, 'most: 2'],
    ]),
  ),
  'made_description/config/notes.yaml': 'a: 1',
  ...more,
});

const FILE = 'made_description/urdf/made.urdf.xacro';
const read = (given = files(), args: Readonly<Record<string, string>> = {}) =>
  readRobot(makeTextFolder(given), FILE, new Map(Object.entries(args)));
const upper = (of: ReturnType<typeof read>) => of.ok && of.value.robot.joints[0]?.xyz[0];

test('the values offered for an argument are the folder names that lead to files', () => {
  expect([...findXacroArgumentCandidates(makeTextFolder(files()))]).toEqual([
    ['kind', ['m3e', 'm5e', 'm10e']],
  ]);
});

test.each([
  ['a property', '<xacro:property name="k" value="$(arg kind)"/>', '${k}'],
  ['an attribute of a macro call', '<xacro:m kind="$(arg kind)"/>', '${kind}'],
  ['the argument itself', '', '$(arg kind)'],
])('%s may be part of a file name', (_, before, within) => {
  const text = `${before}<a v="\${load_yaml('arms/${within}dof/limits.yaml')}"/><b v="x/$(arg other).stl"/>`;
  const folder = makeTextFolder({
    'p/a.xacro': `<robot>${text}</robot>`,
    'p/arms/6dof/limits.yaml': '',
    'p/arms/7dof/limits.yaml': '',
    'p/arms/readme.md': '',
  });
  expect([...findXacroArgumentCandidates(folder)]).toEqual([['kind', ['6', '7']]]);
});

describe('a package whose default names no file', () => {
  test('uses the most similar value that works, and lists the others', () => {
    const taken = read();
    expect(upper(taken)).toBe(3);
    expect(taken.ok && [...taken.value.guessed]).toEqual([['kind', 'm5e']]);
    expect(taken.ok && taken.remarks[0]).toEqual({
      file: FILE,
      line: 5,
      element: 'argument "kind"',
      reason:
        'the default "m5x" matches none of the files; "m5e" is used (other values: m3e, m10e)',
      kind: 'changed',
      grave: true,
    });
  });

  test('uses the first value if the default is missing or empty', () => {
    for (const none of ['', 'default=""']) {
      const taken = read(files(none));
      expect(upper(taken)).toBe(2);
      expect(taken.ok && taken.remarks[0]?.reason).toMatch(/^no value; "m3e" is used/);
    }
  });

  test('uses the next value if the most similar one is broken', () => {
    const broken = { 'made_description/config/m5e/limits.yaml': 'most: [' };
    expect(upper(read(files(undefined, broken)))).toBe(2);
  });

  test('keeps a given value, with its fault', () => {
    const given = read(files(), { kind: 'm9e' });
    expect(given.ok).toBe(false);
    expect(upper(read(files(), { kind: 'm10e' }))).toBe(1);
    const fault = given.ok ? null : given.faults[0];
    expect(fault?.reason).toContain('config/m9e/');
    expect(fault?.reason).toMatch(/, in macro "tables", called from made.urdf.xacro:9$/);
  });

  test('is rejected if no value works', () => {
    expect(read(files(undefined, { 'made_description/urdf/macro.xacro': '<robot/>' })).ok).toBe(
      false,
    );
  });
});

test('a default that works is kept', () => {
  const taken = read(files('default="m10e"'));
  expect(upper(taken)).toBe(1);
  expect(taken.ok && taken.value.guessed.size).toBe(0);
  expect(taken.ok && taken.remarks.filter(({ grave }) => grave)).toEqual([]);
});

test('very long names and many patterns take little work', async () => {
  const long = 'a'.repeat(250);
  const names = Array.from({ length: 80 }, (_, i) => `"x/$(arg a${i})${'${b}a'.repeat(2)}/y"`);
  const folder = makeTextFolder({
    'a.xacro': `<robot>${names.map((name) => `<c v=${name}/>`).join('')}</robot>`,
    ...Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`x/${long}${i}/z`, ''])),
  });
  const work = new ExecutedBlockCounter();
  await work.start();
  findXacroArgumentCandidates(folder);
  const taken = await work.takeCount();
  await work.stop();
  expect(taken).toBeGreaterThan(500); // the counter works
  expect(taken).toBeLessThan(1_000_000);
});
