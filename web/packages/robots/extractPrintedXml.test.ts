import { describe, expect, test } from 'vitest';
import { findRobotFile } from './findRobotFile.ts';
import { readRobot } from './readRobot.ts';
import { readXml } from './readXml.ts';
import { makeTextFolder } from './testFolder.ts';
import { makeUrdfJoint, makeUrdfLinks } from './testRobots.ts';

const XML = `<?xml version="1.0" ?>
<!-- it's an arm of our "own" \\ -->
<robot name="a">
${makeUrdfLinks('base hand')}
${makeUrdfJoint('j', 'base hand', 'continuous', '', 'xyz="0 0 0.25"')}
</robot>
`;
const lines = XML.split('\n');
const escaped = JSON.stringify(XML);

/** Tool, its output, and a part of the remark. */
const DUMPS: readonly (readonly [string, string, string])[] = [
  ['ros2 param get', `String value is: ${XML}`, 'ignored: "String value is:"'],
  ['ros2 topic echo', `data: ${escaped}\n---\n`, 'quoted string after "data:"'],
  ['rosparam get', escaped, 'quoted string; lines'],
  ['a shell', `$ xacro arm.xacro\n${XML}user@host:~$ `, 'ignored: "$ xacro arm.xacro"'],
  ['a warning', `xacro: in-order processing became default\n\n${XML}`, 'ignored: "xacro: in-order'],
  ['a comment of a shell', `# printed on Monday\n${XML}`, 'ignored: "# printed on Monday"'],
  ['a byte order mark', `\ufeffString value is: ${XML}`, 'String value is:'],
  ['a byte order mark of a wrong encoding', `ï»¿${XML}`, 'ignored: "ï»¿"'],
  [
    'ros2 param dump',
    `/rsp:\n  ros__parameters:\n    robot_description: ${escaped}\n    use_sim_time: true\n`,
    'after "robot_description:"; lines',
  ],
  [
    'YAML in single quotation marks',
    `data: '${XML.replaceAll("'", "''").replaceAll('\n', '\n\n  ')}'\n---\n`,
    'after "data:"',
  ],
  [
    'YAML that continues lines',
    `data: "${escaped.slice(1, -1).replace('<link', '\\\n  \\ <link')}"`,
    'after "data:"',
  ],
  ['a block of YAML', `data: |\n${lines.map((line) => `  ${line}`).join('\n')}`, '"data: |"'],
  ['JSON', `{ "robot_description": ${escaped}, "b": 1 }`, 'quoted string'],
  [
    'Python',
    `b'${XML.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'\n`,
    'quoted string',
  ],
  ['escapes without quotation marks', escaped.slice(1, -1), 'quoted string'],
  [
    'a string of C',
    `"${XML.replaceAll("'", '').replaceAll('"', "'").replaceAll('\\', '')}"`,
    'quoted',
  ],
];

describe('reads XML', () => {
  test.each(DUMPS)('as printed by %s', (_, text, remark) => {
    const read = readRobot(makeTextFolder({ 'a.urdf': text }), 'a.urdf', new Map());
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    expect(read.value.robot.joints.map(({ name, xyz }) => [name, xyz])).toEqual([
      ['j', [0, 0, 0.25]],
    ]);
    expect(read.remarks).toHaveLength(1);
    expect(read.remarks[0]).toMatchObject({ line: 1, kind: 'changed', grave: false });
    expect(read.remarks[0]?.reason).toContain(remark);
  });

  test('in UTF-16, as PowerShell writes it', () => {
    const text = `\ufeff${DUMPS[0]?.[1]}`;
    const bytes = Uint8Array.from(
      Array.from(text, (letter) => letter.charCodeAt(0)).flatMap((code) => [code & 255, code >> 8]),
    );
    expect(readXml(bytes, 'a.urdf')).toMatchObject({ ok: true, value: { name: 'robot' } });
  });

  test('with the lines of the file if it is not a string', () => {
    const read = readXml(`\nValue:\n${XML}`, 'a.urdf');
    expect(read.ok && read.value.line).toBe(2 + lines.findIndex((line) => /<robot/.test(line)) + 1);
    expect(read.ok && read.remarks.map(({ element }) => element)).toEqual(['document']);
  });

  test('from a text file, which a drop opens by its content', () => {
    const files = { 'dump.txt': `String value is: ${XML}` };
    expect(findRobotFile(makeTextFolder(files)).file).toBe('dump.txt');
    const read = readRobot(makeTextFolder(files), 'dump.txt', new Map());
    expect(read.ok && read.value.robot.joints).toHaveLength(1);
  });

  test.each([
    ['a comment', '<!-- before </robot> -->'],
    ['a nested element', '<gazebo><robot>a</robot></gazebo>'],
  ])('to its last closing tag if %s contains one', (_, inner) => {
    const text = `String value is: <robot name="a">${inner}<link name="b"/></robot>\n---\n`;
    const read = readXml(text, 'a.urdf');
    expect(read.ok && read.value.children.at(-1)?.name).toBe('link');
  });

  test('with an escape sequence for each kind of letter', () => {
    const text = String.raw`x: "<robot name=\"a\">\t\u00e9\xe9\/\q</robot>"`;
    const read = readXml(text, 'a.urdf');
    expect(read.ok && read.value.text).toBe('\téé/q');
  });
});

test('a table that mentions an XML element is read as a table', () => {
  const text = '# as in the <robot> of the manual\na,alpha,d,theta\n0.1,0,0.2,0\n';
  const read = readRobot(makeTextFolder({ 'arm.txt': text }), 'arm.txt', new Map());
  expect(read.ok ? read.value.robot.joints.length : read.faults).toBeGreaterThan(0);
});

test('reports that ros2 topic echo printed only the beginning', () => {
  const text = `data: '${XML.slice(0, 100)}...'\n---\n`;
  const read = readXml(text, 'a.urdf');
  expect(read.ok ? '' : read.faults[0]?.reason).toContain('ros2 topic echo --full-length');
});

test.each([
  ['text', 'hello <b>you</b>'],
  ['a description far below', `${'#'.repeat(70_000)}${XML}`],
  ['nothing', ''],
])('%s is not read as a description', (_, text) => {
  expect(readXml(text, 'a.urdf').ok).toBe(false);
});

test('plain XML with quotation marks in its comments stays as it is', () => {
  const read = readXml(XML.replace('<robot name="a">', `<robot name='=\\"'>`), 'a.urdf');
  expect(read.ok && [read.value.attributes.get('name'), read.remarks]).toEqual(['=\\"', []]);
});
