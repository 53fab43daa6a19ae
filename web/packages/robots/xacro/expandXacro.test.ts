import { describe, expect, test } from 'vitest';
import { makeTextFolder } from '../testFolder.ts';
import { listXacroArguments } from './expandXacro.ts';
import { expandTestXacro, expandXacroToFault, expandXacroToText } from './testExpand.ts';

const property = (name: string, value: string, more = '') =>
  `<xacro:property name="${name}" value="${value}" ${more}/>`;
const macro = (name: string, params: string, body: string) =>
  `<xacro:macro name="${name}" params="${params}">${body}</xacro:macro>`;

describe('text', () => {
  test.each([
    ['${1 + 2}', '3'],
    ['${0.9 / 2 - 0.2}', '0.25'],
    ['a ${1.0} b ${True}', 'a 1.0 b True'],
    ['$${x} $$(y) $$${z} $ 5 $', '${x} $(y) $${z} $ 5 $'],
    ["${2 * '$(arg side)'}", 'leftleft'],
    ["$(arg ${'si' + 'de'})", 'left'],
    ['$(optenv MODE simple way)', 'simple way'],
    ['$(optenv MODE)', ''],
    ["$(eval arg('count') + 1)", '4'],
    ["$(eval count * 2 if (side == 'left') else 0)", '6'],
    ['$(dirname)/meshes', '/arm/urdf/meshes'],
    ["${xacro.arg('side')}", 'left'],
    ['${math.pi == pi and python.len([1]) == 1}', 'True'],
    ["${xacro.tokenize('a, b;c')}", "['a', 'b', 'c']"],
  ])('%s expands to %s', (text, wanted) => {
    const given = { args: { side: 'left', count: '3' }, path: 'arm/urdf/arm.xacro' };
    expect(expandXacroToText(`<a v="${text}">${text}</a>`, given)).toBe(
      `<a v="${wanted}"${wanted.trim() === '' ? '/>' : `>${wanted}</a>`}`,
    );
  });

  test.each([
    ['left', '<a/>'],
    ['middle', ''],
  ])('a set from a property checks the argument %s', (side, wanted) => {
    const sides = property('sides', "${python.set(['left', 'right'])}");
    const check =
      '<xacro:if value="${python.set([\'$(arg side)\']).issubset(sides)}"><a/></xacro:if>';
    expect(expandXacroToText(`${sides}${check}`, { args: { side } })).toBe(wanted);
  });

  test('comments, xacro attributes and namespaces are removed', () => {
    expect(expandXacroToText('<!-- ${undefined} --><a xacro:x="${y}" xmlns:xacro="u"/>')).toBe(
      '<a/>',
    );
  });
});

describe('properties', () => {
  test('are evaluated once, when first used', () => {
    const late = property('a2', '${2 * a}') + property('a', '42');
    expect(
      expandXacroToText(`${late}<b v="\${a2}"/>${property('a', '1')}<b v="\${a2} \${a}"/>`),
    ).toBe('<b v="84"/><b v="84 1"/>');
    const eager = property('a', '1') + property('b', '${a}', 'lazy_eval="false"');
    expect(expandXacroToText(`${eager + property('a', '2')}<c v="\${b}"/>`)).toBe('<c v="1"/>');
  });

  test.each([
    ['1.50', '1.5'],
    [' 42 ', '42'],
    ["'42'", '42'],
    ['1_000', '1_000'],
    ['true', 'True'],
    ['5 -2', '5 -2'],
    ['[0, 1+1]', '[0, 1+1]'],
    ['${[0, 1 + 1]}', '[0, 2]'],
    ['$(arg x)', '0.5'],
    ['1e-5', '1e-05'],
    ['', ''],
  ])('%j prints as %j', (value, wanted) => {
    expect(
      expandXacroToText(`${property('p', value)}<a v="\${p}"/>`, { args: { x: '0.50' } }),
    ).toBe(`<a v="${wanted}"/>`);
  });

  test('that look like numbers are numbers', () => {
    expect(
      expandXacroToText(`${property('p', '$(arg x)')}<a v="\${p - 0.25}"/>`, {
        args: { x: '0.5' },
      }),
    ).toBe('<a v="0.25"/>');
    expect(expandXacroToText(`${property('p', "'1'")}<a v="\${p * 3}"/>`)).toBe('<a v="3"/>');
    expect(expandXacroToText(`${property('p', "${'1' + 'x'}")}<a v="\${p * 2}"/>`)).toBe(
      '<a v="1x1x"/>',
    );
  });

  test('may have a default, and can be removed', () => {
    const twice = `${property('a', '1')}<xacro:property name="a" default="2"/>`;
    expect(
      expandXacroToText(`${twice}<xacro:property name="b" default="3"/><c v="\${a}\${b}"/>`),
    ).toBe('<c v="13"/>');
    const gone = `${property('a', '1')}<xacro:property name="a" remove="true"/><b v="\${a}"/>`;
    expect(expandXacroToFault(gone)).toContain("name 'a' is not defined");
  });

  test('set in a macro are local, the caller’s or global', () => {
    const sets = (scope: string) => macro('m', 'f', property('x', '${21 * f}', scope));
    const all = (scope: string) =>
      `${property('x', '0')}${sets(scope)}<xacro:m f="2"/><a v="\${x}"/>`;
    expect(expandXacroToText(all(''))).toBe('<a v="0"/>');
    expect(expandXacroToText(all('scope="parent"'))).toBe('<a v="42"/>');
    expect(expandXacroToText(all('scope="global"'))).toBe('<a v="42"/>');
    const outer = `${sets('scope="parent"')}${macro('o', '', '<xacro:m f="1"/><i v="${x}"/>')}`;
    expect(expandXacroToText(`${property('x', '0')}${outer}<xacro:o/><a v="\${x}"/>`)).toBe(
      '<i v="21"/><a v="0"/>',
    );
  });

  test('may be blocks', () => {
    const block = '<xacro:property name="b"><o v="${n}"/><p/></xacro:property>';
    expect(expandXacroToText(`${block}${property('n', '2')}<xacro:insert_block name="b"/>`)).toBe(
      '<o v="2"/><p/>',
    );
  });
});

describe('macros', () => {
  test('take values, defaults, quoted texts and values of the caller', () => {
    const m = macro(
      'm',
      "a b:=1 c:='x y' d:=^ e:=^|7 f:=${a} g",
      '<m v="${a} ${b} ${c} ${d} ${e} ${f} ${g}"/>',
    );
    const outside = property('a', 'out') + property('d', 'D');
    expect(expandXacroToText(`${outside}${m}<xacro:m g="${'${1+1}'}" a="A"/>`)).toBe(
      '<m v="A 1 x y D 7 out 2"/>',
    );
    expect(
      expandXacroToText(`${outside + property('e', 'E')}${m}<xacro:m g="" a="A" b="B" c="C"/>`),
    ).toBe('<m v="A B C D E out "/>');
  });

  test('take blocks as a whole or only their content', () => {
    const m = macro(
      'm',
      '*one **many',
      '<m><xacro:insert_block name="many"/><xacro:insert_block name="one"/></m>',
    );
    expect(expandXacroToText(`${m}<xacro:m><o v="\${1+1}"/><x><p/><q/></x></xacro:m>`)).toBe(
      '<m><p/><q/><o v="2"/></m>',
    );
  });

  test('expand a block where it is inserted', () => {
    const inner = macro('inner', '*b', '<i><xacro:insert_block name="b"/></i>');
    const outer = macro(
      'outer',
      '*b',
      '<o><xacro:inner><xacro:insert_block name="b"/></xacro:inner></o>',
    );
    expect(expandXacroToText(`${inner}${outer}<xacro:outer><w/></xacro:outer>`)).toBe(
      '<o><i><w/></i></o>',
    );
  });

  test('use the last definition of a name, and may be recursive', () => {
    const m = (body: string) => macro('m', 'n:=3', body);
    expect(expandXacroToText(`${m('<a/>')}<xacro:m/>${m('<b/>')}<xacro:m/>`)).toBe('<a/><b/>');
    const loop = m('<xacro:if value="${n > 0}"><l n="${n}"/><xacro:m n="${n - 1}"/></xacro:if>');
    expect(expandXacroToText(`${loop}<xacro:m/>`)).toBe('<l n="3"/><l n="2"/><l n="1"/>');
  });

  test('may be called by a computed name', () => {
    const m = macro('leg', 'side', '<l v="${side}"/>') + property('what', 'leg');
    expect(expandXacroToText(`${m}<xacro:call macro="\${what}" side="r"/>`)).toBe('<l v="r"/>');
  });

  test('may compute names of elements and attributes', () => {
    const body =
      '<xacro:element xacro:name="${n}" a="1"><xacro:if value="1"><xacro:attribute name="${n}" value="${1+1}"/></xacro:if></xacro:element>';
    expect(expandXacroToText(`${macro('m', 'n', body)}<xacro:m n="x"/>`)).toBe('<x a="1" x="2"/>');
  });
});

describe('conditions', () => {
  test.each([
    ['true', true],
    ['0', false],
    ['0.0', false],
    ['${0.1 * 3}', true],
    ["${'use' in 'useit'}", true],
    ['${[]}', false],
    ['$(arg on)', true],
  ])('%s', (value, taken) => {
    const both = `<xacro:if value="${value}"><a/>t</xacro:if><xacro:unless value="${value}"><b/></xacro:unless>`;
    expect(expandXacroToText(both, { args: { on: 'True' } })).toBe(taken ? 't<a/>' : '<b/>');
  });

  test('a branch that is not taken is not evaluated', () => {
    expect(
      expandXacroToText(
        '<xacro:if value="0"><xacro:include filename="no"/>${no}<xacro:no/></xacro:if>',
      ),
    ).toBe('');
  });
});

describe('arguments', () => {
  test('may be used before their declaration if their default is plain text', () => {
    const late = (value: string) =>
      `<a v="$(arg side)"/><xacro:arg name="side" default="${value}"/>`;
    const read = expandTestXacro(late('left'));
    expect(read.ok && read.value.root.children[0]?.attributes.get('v')).toBe('left');
    expect(read.ok && read.remarks[0]?.reason).toContain('its default "left" is used');
    expect(expandXacroToText(late('left'), { args: { side: 'right' } })).toBe('<a v="right"/>');
    expect(expandXacroToFault(late('${1}'))).toContain('the argument "side" has no value');
  });

  const inner =
    '<xacro:arg name="a" default="${1+1}"/>\n<xacro:arg name="b" default="$(arg a)x"/>\n<xacro:arg name="c"/><v v="$(arg a) $(arg b)"/>';

  test('have defaults, and are listed with file and line', () => {
    expect(expandXacroToText(inner)).toBe('<v v="2 2x"/>');
    const read = expandTestXacro(inner, { args: { a: '5' } });
    expect(read.ok && read.value.args).toEqual([
      { name: 'a', default: '2', file: 'arm.xacro', line: 1 },
      { name: 'b', default: '5x', file: 'arm.xacro', line: 2 },
      { name: 'c', default: null, file: 'arm.xacro', line: 3 },
    ]);
  });

  test('are listed even if the expansion fails without them', () => {
    const fails =
      '<xacro:arg name="a" default="${1+1}"/><l v="$(arg b)"/><xacro:arg name="b"/><xacro:arg name="c" default="$(arg b)"/>';
    const folder = makeTextFolder({ 'arm.xacro': `<robot>${fails}</robot>` });
    expect(
      listXacroArguments(folder, 'arm.xacro').map((each) => [each.name, each.default]),
    ).toEqual([
      ['a', '2'],
      ['b', null],
      ['c', '$(arg b)'],
    ]);
  });

  test('that do not exist are reported', () => {
    const read = expandTestXacro(inner, { args: { z: '1' } });
    expect(read.ok && read.remarks[0]?.reason).toBe('unknown argument "z"; ignored');
  });
});

describe('files with the old syntax', () => {
  const old =
    '<property name="p" value="2"/><macro name="m" params="q"><a v="${p * q}"/></macro><m q="3"/><if value="1"><b/></if><include filename="x.xacro"/>';

  test('may omit the xacro prefix, which is reported', () => {
    const read = expandTestXacro(old, { files: { 'x.xacro': '<r><c/></r>' } });
    expect(expandXacroToText(old, { files: { 'x.xacro': '<r><c/></r>' } })).toBe(
      '<a v="6"/><b/><c/>',
    );
    expect(read.ok && read.remarks[0]?.reason).toBe(
      '<property> is treated as <xacro:property>; old files omit the prefix',
    );
  });

  test('do not turn other elements into macros', () => {
    const other =
      '<include filename="x"><uri/></include><property name="p" value="1"/><link name="l"/><other a="1"/>';
    const used = property('q', '1') + macro('link', 'name', '<x/>') + macro('other', 'a b', '<x/>');
    expect(expandXacroToText(used + other)).toBe(other);
  });
});

describe('messages printed by the file', () => {
  test('become remarks, and fatal ones a fault', () => {
    const read = expandTestXacro(
      "${xacro.warning('mind', 1)}<a v=\"${xacro.error('bad')}\"/>${xacro.print_location()}",
    );
    expect(read.ok && read.remarks.map(({ reason, grave }) => [reason, grave])).toEqual([
      ['message in the file: bad', true],
      ['message in the file: mind 1', false],
    ]);
    expect(expandXacroToFault("${xacro.fatal('no', 2)}")).toContain('no 2');
  });
});
