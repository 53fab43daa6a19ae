import { describe, expect, test } from 'vitest';
import { expandTestXacro, expandXacroToFault, expandXacroToText } from './testExpand.ts';

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
      '1 robot: property "a" depends on itself: a -> b -> a',
    ],
    ['<a v="${1/0}"/>', '1 a: "${1/0}": division by zero'],
    ['<a v="${1"/>', '1 a: "${1" has no closing bracket'],
    ['<a v="$(arg x)"/>', '1 a: the argument "x" has no value; set it with x:=…'],
    [
      '<xacro:arg name="side" default="l"/><a v="$(arg sdie)"/>',
      '1 a: the argument "sdie" has no value; did you mean "side"?',
    ],
    ['$(fnid x)', '1 robot: $(fnid x): unknown substitution "fnid"; did you mean find?'],
    [
      '$(env HOME)',
      '1 robot: $(env HOME): environment variables are not supported; use $(optenv NAME default)',
    ],
    ['$(find)', '1 robot: $(find): expected one name after find'],
    ['<xacro:if value="maybe"/>', '1 xacro:if: the condition must be true or false; got "maybe"'],
    [
      '<xacro:if value="${\'x\'}"/>',
      '1 xacro:if: the condition "${\'x\'}" must be true or false; got "x"',
    ],
    ['<xacro:if/>', '1 xacro:if: <xacro:if> must have the attribute "value"'],
    ['<xacro:macro/>', '1 xacro:macro: <xacro:macro> must have the attribute "name"'],
    [
      '<xacro:macro name="leg" params=""/><xacro:lge/>',
      '1 xacro:lge: unknown macro "lge"; did you mean "leg"?',
    ],
    ['<xacro:call macro="x"/>', '1 xacro:call: unknown macro "x"'],
    [
      '<xacro:macro name="m" params="side"/><xacro:m sied="1"/>',
      '1 xacro:m: macro "m" has no parameter "sied"; did you mean "side"?',
    ],
    [
      '<xacro:macro name="m" params="a b"/><xacro:m/>',
      '1 xacro:m: macro "m": missing parameters "a", "b"',
    ],
    ['<xacro:macro name="m" params="*b"/><xacro:m/>', '1 xacro:m: macro "m": missing block "b"'],
    [
      '<xacro:macro name="m" params=""/><xacro:m><o/></xacro:m>',
      '1 xacro:m: macro "m": unexpected block <o>',
    ],
    [
      '<xacro:macro name="m" params="a:=^"/><xacro:m/>',
      '1 xacro:m: macro "m" inherits "a" from its caller, which does not define it',
    ],
    ['<xacro:insert_block name="b"/>', '1 xacro:insert_block "b": unknown block "b"'],
    [
      '<xacro:property name="a.b" value="1"/>',
      '1 xacro:property "a.b": "a.b" is not a valid property name; expected letters, digits and _',
    ],
    [
      '<xacro:property name="p" value="1" default="2"/>',
      '1 xacro:property "p": a property must have only one of value, default and remove',
    ],
    [
      '<xacro:macro name="a.b"/>',
      '1 xacro:macro "a.b": "a.b" is not a valid macro name: dots and "call" are not allowed',
    ],
  ])('%s', (inner, said) => {
    expect(expandXacroToFault(inner)).toBe(`arm.xacro:${said}`);
  });

  test('name the macro, and the line that called it', () => {
    const inner = `<xacro:macro name="in">
<a v="\${no_such}"/></xacro:macro>
<xacro:macro name="out"><xacro:in/></xacro:macro>
<xacro:out/>`;
    expect(expandXacroToFault(inner)).toBe(
      'arm.xacro:2 a: "${no_such}": name \'no_such\' is not defined, in macro "in", called from arm.xacro:4',
    );
  });

  test('in an included file have its name and line', () => {
    const files = { 'x.xacro': '<r>\n<a>\n</r>' };
    expect(expandXacroToFault('<xacro:include filename="x.xacro"/>', { files })).toBe(
      'x.xacro:3 r: <a> in line 2 is not closed',
    );
  });

  test('report a missing file', () => {
    const read = expandTestXacro('', { path: 'a.xacro' });
    expect(read.ok).toBe(true);
    expect(expandXacroToFault('', { path: '../a.xacro' })).toContain('file "../a.xacro" not found');
  });
});

describe('stops an expansion that would not end', () => {
  const macro = (name: string, params: string, body: string) =>
    `<xacro:macro name="${name}" params="${params}">${body}</xacro:macro>`;

  test('of a macro that calls itself', () => {
    expect(expandXacroToFault(`${macro('m', '', '<xacro:m/>')}<xacro:m/>`)).toBe(
      'arm.xacro:1 xacro:m: more than 256 levels of nested macros, blocks and files; does one contain itself?, in macro "m", called from arm.xacro:1',
    );
  });

  test('of a macro that calls itself twice', () => {
    const both = '<xacro:if value="${n}"><xacro:m n="${n - 1}"/><xacro:m n="${n - 1}"/></xacro:if>';
    expect(expandXacroToFault(`${macro('m', 'n', both)}<xacro:m n="60"/>`)).toContain(
      'the expansion takes more than 100000 steps, in macro "m"',
    );
  });

  test('of a file that includes itself', () => {
    const files = {
      'x.xacro': '<r><xacro:include filename="y.xacro"/></r>',
      'y.xacro': '<r><xacro:include filename="x.xacro"/></r>',
    };
    expect(expandXacroToFault('<xacro:include filename="x.xacro"/>', { files })).toContain(
      'does one contain itself?',
    );
  });

  test('of deeply nested elements from macros', () => {
    const nested = `${'<a>'.repeat(20)}<xacro:if value="\${n}"><xacro:m n="\${n - 1}"/></xacro:if>${'</a>'.repeat(20)}`;
    expect(expandXacroToFault(`${macro('m', 'n', nested)}<xacro:m n="200"/>`)).toContain(
      'more than 500 levels of nested elements',
    );
  });

  test('of a block that contains itself', () => {
    const block = '<xacro:property name="b"><xacro:insert_block name="b"/></xacro:property>';
    expect(expandXacroToFault(`${block}<xacro:insert_block name="b"/>`)).toContain(
      'does one contain itself?',
    );
  });

  test('of properties that double, or that refer to each other in a long row', () => {
    const rows = Array.from(
      { length: 40 },
      (_, i) => `<xacro:property name="p${i}" value="${i ? `\${p${i - 1}}\${p${i - 1}}` : 'x'}"/>`,
    );
    expect(expandXacroToFault(`${rows.join('')}<a v="\${p39}"/>`)).toContain(
      'the expansion is larger than 4 MB',
    );
    const chain = Array.from(
      { length: 20_000 },
      (_, i) => `<xacro:property name="q${i}" value="\${q${i + 1}}"/>`,
    );
    expect(expandXacroToFault(`${chain.join('')}<a v="\${q0}"/>`)).toBe(
      'arm.xacro:1 a: property "q256": more than 256 levels of nested properties',
    );
  });

  test('with much output from little input', () => {
    const wide = macro(
      'w',
      'n',
      `<xacro:if value="\${n}"><a v="\${'x' * 900000}"/><xacro:w n="\${n - 1}"/></xacro:if>`,
    );
    expect(expandXacroToFault(`${wide}<xacro:w n="50"/>`)).toContain(
      'the expansion is larger than 4 MB',
    );
  });

  test('with slow or very long expressions', () => {
    const much = '[range(1000) for x in range(1000000)]';
    expect(expandXacroToFault(`<a v="\${${much}}"/>`)).toContain(
      'the expressions take too long to evaluate',
    );
    expect(expandXacroToFault(`<a v="\${1${' + 1'.repeat(9000)}}"/>`)).toContain(
      'the maximum is 20000',
    );
    expect(expandXacroToText(`<a v="\${1${' + 1'.repeat(1000)}}"/>`)).toBe('<a v="1001"/>');
  });
});
