import { describe, expect, test } from 'vitest';
import { expandTestXacro, expandXacroToFault, expandXacroToText } from './testExpand.ts';

const include = (file: string, more = '') => `<xacro:include filename="${file}" ${more}/>`;

describe('includes', () => {
  const files = {
    'arm/package.xml': '<package><name>arm_description</name></package>',
    'arm/urdf/base.xacro': '<r><xacro:include filename="inc/deep.xacro"/><base/></r>',
    'arm/urdf/inc/deep.xacro': '<r><xacro:include filename="deeper.xacro"/><deep/></r>',
    'arm/urdf/inc/deeper.xacro': '<r><deeper/></r>',
    'hand/urdf/hand1.xacro': '<r><hand1/></r>',
    'hand/urdf/hand2.xacro': '<r><hand2/></r>',
  };
  const all = '<deeper/><deep/><base/>';

  test.each([
    ['$(find arm_description)/urdf/base.xacro', all],
    ['../arm/urdf/base.xacro', all],
    ['$(find hand)/urdf/hand1.xacro', '<hand1/>'],
    ['package://arm_description/urdf/base.xacro', all],
    ['/home/me/ws/arm/urdf/base.xacro', all],
    ['$(find gone)/urdf/hand2.xacro', '<hand2/>'],
    ['$(find hand)/urdf/hand*.xacro', '<hand1/><hand2/>'],
    ['../hand/urdf/hand[2-3].xacro', '<hand2/>'],
    ['../hand/urdf/?and1.xacro', '<hand1/>'],
  ])('%s is found', (file, wanted) => {
    expect(expandXacroToText(include(file), { files, path: 'robot/main.xacro' })).toBe(wanted);
  });

  test('the files that were read are listed', () => {
    const read = expandTestXacro(include('inc/deep.xacro'), { files, path: 'arm/urdf/main.xacro' });
    expect(read.ok && read.value.files).toEqual([
      'arm/urdf/main.xacro',
      'arm/urdf/inc/deep.xacro',
      'arm/urdf/inc/deeper.xacro',
    ]);
  });

  test('a missing one is left out with the macros it may define', () => {
    const read = expandTestXacro(`\n${include('$(find gone)/x.xacro')}<xacro:y/><a/>`);
    expect(read.ok && read.value.root.children).toHaveLength(1);
    expect(read.ok && read.remarks).toMatchObject([
      {
        line: 2,
        kind: 'left-out',
        grave: true,
        reason: 'file "package://gone/x.xacro" not found; add the folder of the package "gone"',
      },
      { kind: 'left-out', reason: 'unknown macro "y"; the call is ignored' },
    ]);
    expect(expandXacroToFault(`${include('hnad.xacro')}\${pi2}`)).toContain(
      '; the file "hnad.xacro" is missing',
    );
    expect(expandXacroToText(`${include('x.xacro', 'optional="true"')}<a/>`)).toBe('<a/>');
  });

  test('a file of the same name elsewhere is used, with a remark', () => {
    const read = expandTestXacro(include('$(find gone)/inc/hand1.xacro'), { files });
    expect(read.ok && read.remarks[0]?.reason).toBe(
      'file "package://gone/inc/hand1.xacro" not found; hand/urdf/hand1.xacro is used instead',
    );
  });

  test('a file is used if only its last two names agree, but not if several do', () => {
    const six = { 'arms/6dof/config/limits.yaml': 'a: 6' };
    const inner = '<a v="${load_yaml(\'arms/dof/config/limits.yaml\').a}"/>';
    const read = expandTestXacro(inner, { files: six });
    expect(read.ok && read.remarks).toMatchObject([
      {
        grave: true,
        reason:
          'file "arms/dof/config/limits.yaml" not found; arms/6dof/config/limits.yaml is used instead',
      },
    ]);
    const both = { ...six, 'arms/7dof/config/limits.yaml': 'a: 7' };
    const candidates =
      '; did you mean "arms/6dof/config/limits.yaml" or "arms/7dof/config/limits.yaml"?';
    expect(expandXacroToFault(inner, { files: both })).toContain(candidates);
    const macros = { 'a/6/m/arm.xacro': '<r/>', 'a/7/m/arm.xacro': '<r/>' };
    expect(expandXacroToFault(include('a//m/arm.xacro'), { files: macros })).toContain(
      '; did you mean "a/6/m/arm.xacro" or "a/7/m/arm.xacro"?',
    );
  });

  test('an empty argument in a file name is mentioned in the fault', () => {
    const files = { 'config/a/limits.yaml': 'v: 1', 'config/b/limits.yaml': 'v: 2' };
    const inner =
      '<xacro:arg name="kind" default=""/><xacro:arg name="prefix" default=""/>' +
      '<a v="${load_yaml(\'config/$(arg kind)/limits.yaml\').v}$(arg prefix)"/>';
    expect(expandXacroToFault(inner, { files })).toMatch(
      /limits.yaml"\?; the argument "kind" is empty$/,
    );
  });

  test('a file is not guessed by its last name alone if there are several, or for YAML', () => {
    const two = { 'config/ur3/limits.yaml': 'a: 1', 'config/ur5/limits.yaml': 'a: 2' };
    expect(expandXacroToFault("${load_yaml('config/ur7/limits.yaml').a}", { files: two })).toMatch(
      /file "config\/ur7\/limits.yaml" not found; did you mean "config\/ur3\/limits.yaml" or "config\/ur5\/limits.yaml"\?$/,
    );
    const one = {
      'arm/package.xml': '<package><name>arm</name></package>',
      'hand/limits.yaml': 'a: 2',
    };
    expect(
      expandXacroToFault("${load_yaml('$(find arm)/limits.yaml').a}", { files: one }),
    ).toContain('file "/arm/limits.yaml" not found');
  });

  test('a missing package keeps its name in mesh paths', () => {
    expect(expandXacroToText('<mesh filename="$(find gone)/meshes/a.stl"/>')).toBe(
      '<mesh filename="package://gone/meshes/a.stl"/>',
    );
  });
});

describe('namespaces', () => {
  const files = {
    'one.xacro':
      '<r><xacro:property name="v" value="1"/><xacro:macro name="m" params="a:=0"><one a="${a}" v="${v}" w="${w}"/></xacro:macro></r>',
    'two.xacro':
      '<r><xacro:include filename="one.xacro" ns="in"/><xacro:property name="v" value="2"/><xacro:macro name="m"><two/><xacro:in.m/></xacro:macro></r>',
    'up.xacro': '<r><xacro:property name="v" value="U" scope="parent"/></r>',
  };

  test('separate properties and macros of includes', () => {
    const inner = `<xacro:property name="v" value="0"/><xacro:property name="w" value="W"/>${include('one.xacro', 'ns="A"')}${include('two.xacro', 'ns="B"')}`;
    expect(
      expandXacroToText(
        `${inner}<xacro:A.m a="\${v}"/><c v="\${v} \${A.v + 1} \${B.v} \${B.in.v}"/>`,
        {
          files,
        },
      ),
    ).toBe('<one a="0" v="1" w="W"/><c v="0 2 2 1"/>');
    expect(expandXacroToText(`${inner}<xacro:B.m/><xacro:B.in.m/>`, { files })).toBe(
      '<two/><one a="0" v="1" w="W"/><one a="0" v="1" w="W"/>',
    );
  });

  test('can set outer properties by scope', () => {
    expect(expandXacroToText(`${include('up.xacro', 'ns="A"')}<c v="\${v}"/>`, { files })).toBe(
      '<c v="U"/>',
    );
    expect(expandXacroToFault(`${include('one.xacro', 'ns="A"')}\${A.u}`, { files })).toContain(
      "A has no 'u'; did you mean 'v'?".slice(0, 12),
    );
  });
});

describe('YAML', () => {
  const yaml = `
joints: &all
  elbow: {min: !degrees -90.0, max: !degrees 45*2, fast: yes}
  wrist: [1, 2.50, 1e-3, 0x10, null, text, '5', "on"]
turn: !radians pi/2
half: !millimeters 500
again: *all
base: {a: 1, b: 2}
over: {<<: {a: 5, c: 3}, a: 9}
twice: {a: 1, a: 2}
`;
  const given = { files: { 'config/limits.yaml': yaml } };
  const value = (expression: string) =>
    expandXacroToText(
      `<xacro:property name="c" value="\${xacro.load_yaml('config/limits.yaml')}"/><a v="\${${expression}}"/>`,
      given,
    ).slice(6, -3);

  test.each([
    ["c['joints']['elbow']['min']", '-1.5707963267948966'],
    ['c.joints.elbow.max', '1.5707963267948966'],
    ['c.joints.elbow.fast', 'True'],
    ['c.joints.wrist', "[1, 2.5, 0.001, 16, None, 'text', '5', 'on']"],
    ['c.turn', '1.5707963267948966'],
    ['c.half', '0.5'],
    ['c.again.wrist[1] * 2', '5.0'],
    ['c.over.a + c.over.c', '12'],
    ["c.get('none', 7)", '7'],
    ['c.twice.a', '2'],
    ["'base' in c and 'x' not in c", 'True'],
    ["load_yaml('config/limits.yaml').base.b", '2'],
  ])('%s is %s', (expression, wanted) => {
    expect(value(expression)).toBe(wanted);
  });

  test('faults have file and line', () => {
    const broken = { files: { 'b.yaml': 'a: [1,\nb: 2' } };
    expect(expandXacroToFault("${load_yaml('b.yaml')}", broken)).toMatch(
      /^b.yaml:2 YAML: not well-formed YAML: /,
    );
    expect(expandXacroToFault("${load_yaml('c.yaml')}", broken)).toContain(
      'did you mean "b.yaml"?',
    );
    expect(
      expandXacroToFault("${load_yaml('b.yaml').x}", { files: { 'b.yaml': 'x1: 1' } }),
    ).toContain("a dict has no 'x'");
  });

  test('aliases that expand exponentially are limited', () => {
    const rows = Array.from(
      { length: 30 },
      (_, i) => `a${i}: &a${i} [${i ? `*a${i - 1}, *a${i - 1}` : 1}]`,
    );
    const bomb = { files: { 'b.yaml': rows.join('\n') } };
    expect(expandXacroToFault("${load_yaml('b.yaml').a29}", bomb)).toContain(
      'more than 1000000 characters',
    );
    const self = { files: { 'b.yaml': 'a: &a [*a]' } };
    expect(expandXacroToFault("${load_yaml('b.yaml')}", self)).toMatch(/^arm.xacro:1 robot: /);
  });
});
