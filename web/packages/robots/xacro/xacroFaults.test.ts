import { describe, expect, test } from 'vitest';
import { expanded, expansionOf, faultOf } from './testExpand.ts';

describe('faults', () => {
  test.each([
    [
      '\n<xacro:property name="foot" value="1"/>\n<a v="${foo + 1}"/>',
      "3 a: \"${foo + 1}\": name 'foo' is not defined; did you mean 'foot'?",
    ],
    [
      '<xacro:property name="p" value="${q}"/>\n<a v="${p}"/>',
      '2 a: "${q}" of property "p" (arm.xacro:1): name \'q\' is not defined',
    ],
    [
      '<xacro:property name="a" value="${b}"/><xacro:property name="b" value="${a}"/>${a}',
      '1 robot: property "a" is defined by itself: a -> b -> a',
    ],
    ['<a v="${1/0}"/>', '1 a: "${1/0}": division by zero'],
    ['<a v="${1"/>', '1 a: "${1" has no closing bracket'],
    ['<a v="$(arg x)"/>', '1 a: the argument "x" has no value; give one as x:=…'],
    [
      '<xacro:arg name="side" default="l"/><a v="$(arg sdie)"/>',
      '1 a: the argument "sdie" has no value; did you mean "side"?',
    ],
    ['$(fnid x)', '1 robot: $(fnid x): "fnid" is no substitution; did you mean find?'],
    [
      '$(env HOME)',
      '1 robot: $(env HOME): there are no environment variables here; $(optenv NAME default) has a default',
    ],
    ['$(find)', '1 robot: $(find): find needs one name'],
    ['<xacro:if value="maybe"/>', '1 xacro:if: the condition "maybe" is neither true nor false'],
    [
      '<xacro:if value="${\'x\'}"/>',
      '1 xacro:if: the condition "${\'x\'}" came to "x", which is neither true nor false',
    ],
    ['<xacro:if/>', '1 xacro:if: <xacro:if> needs the attribute "value"'],
    ['<xacro:macro/>', '1 xacro:macro: <xacro:macro> needs the attribute "name"'],
    [
      '<xacro:macro name="leg" params=""/><xacro:lge/>',
      '1 xacro:lge: there is no macro "lge"; did you mean "leg"?',
    ],
    ['<xacro:call macro="x"/>', '1 xacro:call: there is no macro "x"'],
    [
      '<xacro:macro name="m" params="side"/><xacro:m sied="1"/>',
      '1 xacro:m: macro "m" has no parameter "sied"; did you mean "side"?',
    ],
    ['<xacro:macro name="m" params="a b"/><xacro:m/>', '1 xacro:m: macro "m" needs "a", "b"'],
    ['<xacro:macro name="m" params="*b"/><xacro:m/>', '1 xacro:m: macro "m" needs a block for "b"'],
    [
      '<xacro:macro name="m" params=""/><xacro:m><o/></xacro:m>',
      '1 xacro:m: macro "m" takes no block <o> here',
    ],
    [
      '<xacro:macro name="m" params="a:=^"/><xacro:m/>',
      '1 xacro:m: macro "m" takes "a" from its caller, where there is none',
    ],
    ['<xacro:insert_block name="b"/>', '1 xacro:insert_block "b": there is no block "b"'],
    [
      '<xacro:property name="a.b" value="1"/>',
      '1 xacro:property "a.b": "a.b" is no name for a property: letters, digits and _',
    ],
    [
      '<xacro:property name="p" value="1" default="2"/>',
      '1 xacro:property "p": a property has a value, a default or is removed: only one of them',
    ],
    [
      '<xacro:macro name="a.b"/>',
      '1 xacro:macro "a.b": "a.b" is no name for a macro: no dots, and not "call"',
    ],
  ])('%s', (inner, said) => {
    expect(faultOf(inner)).toBe(`arm.xacro:${said}`);
  });

  test('name the macro, and the line that called it', () => {
    const inner = `<xacro:macro name="in">
<a v="\${no_such}"/></xacro:macro>
<xacro:macro name="out"><xacro:in/></xacro:macro>
<xacro:out/>`;
    expect(faultOf(inner)).toBe(
      'arm.xacro:2 a: "${no_such}": name \'no_such\' is not defined, in macro "in", called from arm.xacro:4',
    );
  });

  test('in an included file have its name and line', () => {
    const files = { 'x.xacro': '<r>\n<a>\n</r>' };
    expect(faultOf('<xacro:include filename="x.xacro"/>', { files })).toBe(
      'x.xacro:3 r: <a> of line 2 is not closed',
    );
  });

  test('report a missing file', () => {
    const read = expansionOf('', { path: 'a.xacro' });
    expect(read.ok).toBe(true);
    expect(faultOf('', { path: '../a.xacro' })).toContain('there is no file "../a.xacro"');
  });
});

describe('stops an expansion that would not end', () => {
  const macro = (name: string, params: string, body: string) =>
    `<xacro:macro name="${name}" params="${params}">${body}</xacro:macro>`;

  test('of a macro that calls itself', () => {
    expect(faultOf(`${macro('m', '', '<xacro:m/>')}<xacro:m/>`)).toBe(
      'arm.xacro:1 xacro:m: more than 256 macros, blocks and files within each other: does one contain itself?, in macro "m", called from arm.xacro:1',
    );
  });

  test('of a macro that calls itself twice', () => {
    const both = '<xacro:if value="${n}"><xacro:m n="${n - 1}"/><xacro:m n="${n - 1}"/></xacro:if>';
    expect(faultOf(`${macro('m', 'n', both)}<xacro:m n="60"/>`)).toContain(
      'the expansion does not end within 100000 steps, in macro "m"',
    );
  });

  test('of a file that includes itself', () => {
    const files = {
      'x.xacro': '<r><xacro:include filename="y.xacro"/></r>',
      'y.xacro': '<r><xacro:include filename="x.xacro"/></r>',
    };
    expect(faultOf('<xacro:include filename="x.xacro"/>', { files })).toContain(
      'does one contain itself?',
    );
  });

  test('of deeply nested elements from macros', () => {
    const nested = `${'<a>'.repeat(20)}<xacro:if value="\${n}"><xacro:m n="\${n - 1}"/></xacro:if>${'</a>'.repeat(20)}`;
    expect(faultOf(`${macro('m', 'n', nested)}<xacro:m n="200"/>`)).toContain(
      'more than 500 elements within each other',
    );
  });

  test('of a block that contains itself', () => {
    const block = '<xacro:property name="b"><xacro:insert_block name="b"/></xacro:property>';
    expect(faultOf(`${block}<xacro:insert_block name="b"/>`)).toContain('does one contain itself?');
  });

  test('of properties that double, or that refer to each other in a long row', () => {
    const rows = Array.from(
      { length: 40 },
      (_, i) => `<xacro:property name="p${i}" value="${i ? `\${p${i - 1}}\${p${i - 1}}` : 'x'}"/>`,
    );
    expect(faultOf(`${rows.join('')}<a v="\${p39}"/>`)).toContain(
      'the expansion is larger than 4 MB',
    );
    const chain = Array.from(
      { length: 20_000 },
      (_, i) => `<xacro:property name="q${i}" value="\${q${i + 1}}"/>`,
    );
    expect(faultOf(`${chain.join('')}<a v="\${q0}"/>`)).toBe(
      'arm.xacro:1 a: property "q256": more than 256 properties in a row, each made of the next',
    );
  });

  test('with much output from little input', () => {
    const wide = macro(
      'w',
      'n',
      `<xacro:if value="\${n}"><a v="\${'x' * 900000}"/><xacro:w n="\${n - 1}"/></xacro:if>`,
    );
    expect(faultOf(`${wide}<xacro:w n="50"/>`)).toContain('the expansion is larger than 4 MB');
  });

  test('with slow or very long expressions', () => {
    const much = '[range(1000) for x in range(1000000)]';
    expect(faultOf(`<a v="\${${much}}"/>`)).toContain('the expressions take too long to work out');
    expect(faultOf(`<a v="\${1${' + 1'.repeat(9000)}}"/>`)).toContain('it is too long');
    expect(expanded(`<a v="\${1${' + 1'.repeat(1000)}}"/>`)).toBe('<a v="1001"/>');
  });
});
