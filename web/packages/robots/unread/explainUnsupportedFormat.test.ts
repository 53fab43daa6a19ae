import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { findRobotFile } from '../findRobotFile.ts';
import { createFolder } from '../folder.ts';
import { readRobot } from '../readRobot.ts';
import { ROTATING_ARM_BVH } from '../rig/testClip.ts';
import { RIG_FIGURE_GLTF } from '../rig/testRig.ts';
import { makeTextFolder } from '../testFolder.ts';
import { makeUrdfJoint, makeUrdfLinks } from '../testRobots.ts';
import { explainNoRobot, explainUnsupportedFormat } from './explainUnsupportedFormat.ts';
import { UNSUPPORTED_FORMATS } from './unsupportedFormats.ts';

/** One byte per character. */
const raw = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const zip = (...names: string[]) =>
  zipSync(Object.fromEntries(names.map((name) => [name, raw('content')])));
const xml = (root: string, inner = '') =>
  raw(`<?xml version="1.0"?>\n<!-- <robot> is only mentioned -->\n<${root}>${inner}</${root}>`);

/** Content under a name that says nothing, and a word of what is said. */
const CONTENTS: readonly (readonly [string, Uint8Array, RegExp])[] = [
  ['USD text', raw('#usda 1.0\n(\n)\n'), /USD scene.*usd_to_urdf -o robot\.urdf file/],
  ['USD binary', raw('PXR-USDC\0\u0008'), /USD scene/],
  ['USD archive', zip('scene.usdc', 'tex.png'), /USD scene/],
  ['binary FBX', raw('Kaydara FBX Binary  \0\u001a\0'), /FBX2glTF --binary --input file/],
  ['FBX text', raw('; FBX 7.4.0 project file\n'), /FBX/],
  ['COLLADA with joints', xml('COLLADA', '<library_joints/>'), /with kinematics.*collada_to_urdf/],
  ['COLLADA', xml('COLLADA', '<library_geometries/>'), /COLLADA model without joints/],
  ['compressed COLLADA', zip('arm.dae'), /compressed COLLADA/],
  ['Blender', raw('BLENDER-v300'), /Blender.*Phobos/],
  ['Blender 5', raw('BLENDER17-01v0500'), /Blender.*Phobos/],
  ['OpenRAVE robot', xml('Robot'), /OpenRAVE XML.*env\.Save/],
  ['OpenRAVE body', xml('KinBody'), /OpenRAVE XML/],
  ['Simox', xml('Robot', '<RobotNode name="a"/>'), /Simox/],
  ['Webots', raw('#VRML_SIM R2023b utf8\nWorldInfo {}'), /Webots.*wb_robot_get_urdf/],
  ['CoppeliaSim', raw('VREP\u0016\0'), /CoppeliaSim.*URDF exporter/],
  ['SKEL', xml('skel'), /SKEL/],
  ['VSK', xml('KinematicModel'), /VSK.*BVH/],
  ['OpenSim', xml('OpenSimDocument'), /OpenSim/],
  ['Simscape', xml('PhysicalModelingXMLFile'), /simmechanics_to_urdf/],
  ['Unity', raw('%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &1'), /Unity/],
  ['VRML', raw('#VRML V2.0 utf8\n'), /VRML model/],
  ['X3D', xml('X3D'), /X3D/],
  ['Acclaim skeleton', raw('# AST/ASF file\n:version 1.10\n'), /amc2bvh file\.asf file\.amc/],
  ['Acclaim motion', raw('#!OML:ASF\n:FULLY-SPECIFIED\n:DEGREES\n1'), /Acclaim/],
  ['markers', raw('PathFileType\t4\t(X/Y/Z)'), /marker positions/],
  ['MCAP', raw('\u0089MCAP0\r\n'), /MCAP log.*ros2 bag play/],
  ['rosbag', raw('#ROSBAG V2.0\n'), /rostopic echo -b file -p/],
  ['rosbag2', raw('SQLite format 3\0CREATE TABLE topics(id)'), /rosbag2 log.*ros2 bag play/],
  ['MATLAB 5', raw('MATLAB 5.0 MAT-file, Platform: GLNXA64'), /exportrobot/],
  ['MATLAB 7.3', raw(`MATLAB 7.3 MAT-file${' '.repeat(493)}\u0089HDF\r\n\u001a\n`), /exportrobot/],
  ['HDF5', raw('\u0089HDF\r\n\u001a\n'), /HDF5/],
  ['HDF5 after a user block', raw(`${' '.repeat(512)}\u0089HDF\r\n\u001a\n`), /HDF5/],
  ['NumPy', raw('\u0093NUMPY\u0001\0'), /NumPy arrays/],
  ['NumPy archive', zip('q.npy'), /NumPy arrays/],
  ['IFC', raw("ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));"), /building/],
  ['STEP', raw("ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));"), /STEP model/],
  ['IGES', raw(`${'a part'.padEnd(72)}S      1\n`), /IGES model/],
  ['FreeCAD', zip('Document.xml', 'GuiDocument.xml'), /CAD file/],
  ['Git LFS', raw('version https://git-lfs.github.com/spec/v1\noid sha256:0\n'), /git lfs pull/],
  [
    'error of a server',
    raw('{"message": "Not Found", "status": "404"}'),
    /error message of a server/,
  ],
  ['part of an MJCF', xml('mujocoinclude'), /part of an MJCF/],
  ['launch file', xml('launch'), /ROS launch file/],
  ['manifest', xml('package'), /manifest/],
  ['PLY', raw('ply\nformat ascii 1.0\n'), /mesh, which has no joints/],
  ['STL', raw('solid made\n  facet normal 0 0 1\n'), /mesh, which has no joints/],
  ['3MF', zip('[Content_Types].xml', '3D/3dmodel.model'), /mesh, which has no joints/],
  ['Excel', zip('[Content_Types].xml', 'xl/workbook.xml'), /workbook.*CSV/],
  ['PDF', raw('%PDF-1.7\n'), /PDF.*DH table/],
  ['PNG', raw('\u0089PNG\r\n\u001a\n'), /image/],
  ['SVG', xml('svg'), /image/],
  ['GIF', raw('GIF89a\u0001\0'), /image/],
  ['WebP', raw('RIFF\u0010\0\0\0WEBPVP8 '), /image/],
  ['video', raw('\0\0\0\u0018ftypmp42'), /video/],
  ['gzip', raw('\u001f\u008b\u0008\0'), /archive of a kind that is not read/],
  ['RAR', raw('Rar!\u001a\u0007\u0001\0'), /archive of a kind that is not read/],
  ['bzip2', raw('BZh91AY&SY'), /archive of a kind that is not read/],
  ['tar', raw(`${'arm/'.padEnd(257, '\0')}ustar`), /archive of a kind that is not read/],
  ['ZIP with another extension', zip('arm.urdf'), /rename it to \.zip/],
];

describe('names a format that is not read', () => {
  test.each(CONTENTS)('%s by its content', (_, bytes, said) => {
    expect(explainUnsupportedFormat(bytes, 'file')).toMatch(said);
    const read = readRobot(createFolder(new Map([['a.urdf', bytes]])), 'a.urdf', new Map());
    expect(read.ok ? '' : read.faults[0]?.reason).toMatch(
      RegExp(said.source.replace(/file.*/, '')),
    );
  });

  const endings = UNSUPPORTED_FORMATS.flatMap(({ text, endings = '' }) =>
    endings.split(' ').flatMap((ending) => (ending === '' ? [] : [[ending, text] as const])),
  );
  test.each(endings)('*.%s by its ending if the content is not recognised', (ending, text) => {
    const file = `x/Arm.${ending.toUpperCase()}`;
    const read = readRobot(createFolder(new Map([[file, raw('?')]])), file, new Map());
    const start = text.slice(0, text.search(/FILE|$/));
    expect(read.ok ? '' : read.faults[0]?.reason.slice(0, start.length)).toBe(start);
  });

  test('is said in at most 25 words', () => {
    for (const { text } of UNSUPPORTED_FORMATS)
      expect(text.split(/\s+/).length, text).toBeLessThanOrEqual(25);
  });

  test.each([
    ['walk-2.bag', 'walk-2.bag'],
    ['of $& today.bag', "'of $& today.bag'"],
    ['a$(id)`id`.bag', "'a$(id)`id`.bag'"],
    ["it's.bag", "'it'\\''s.bag'"],
    ['-p.bag', "'./-p.bag'"],
    ['FILE.FILE', 'FILE.FILE'],
  ])('and puts its name into the command for a POSIX shell: %s', (name, argument) => {
    expect(explainUnsupportedFormat(raw('#ROSBAG V2.0'), `logs/${name}`)).toContain(
      `echo -b ${argument} -p`,
    );
  });

  test('and puts its name without extension before another one', () => {
    expect(explainUnsupportedFormat(raw('?'), 'a b.FILE.asf')).toContain(
      "amc2bvh 'a b.FILE'.asf 'a b.FILE'.amc -o",
    );
  });
});

const BODY = `${makeUrdfLinks('base hand')}${makeUrdfJoint('j', 'base hand', 'continuous')}`;
const URDF = `<?xml version="1.0"?><robot name="a">${BODY}</robot>`;
const TABLE = 'a,alpha,d,theta\n0.1,0,0.2,0\n';

/** A file that is read in each of the formats. */
const READ_FILES: readonly (readonly [string, string])[] = [
  ['a.urdf', URDF],
  ['a.xacro', `<robot name="a" xmlns:xacro="http://ros.org/wiki/xacro">${BODY}</robot>`],
  ['a.xml', '<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>'],
  [
    'a.sdf',
    `<sdf version="1.7"><model name="a">${makeUrdfLinks('base hand')}<joint name="j" type="revolute">
      <parent>base</parent><child>hand</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>`,
  ],
  ['a.bvh', ROTATING_ARM_BVH],
  ['a.gltf', JSON.stringify(RIG_FIGURE_GLTF)],
  ['a.csv', TABLE],
  ['a.txt', TABLE],
  ['a.py', 'from math import pi\narm = DHRobot([RevoluteDH(a=0.1, alpha=pi/2)])\n'],
  ['a.m', "L = Link('d', 0.2, 'a', 0.1, 'alpha', 0);\narm = SerialLink(L);\n"],
  ['vrep.csv', `VREP arm\n${TABLE}`],
  ['blender.csv', `BLENDER arm\n${TABLE}`],
  ['rar.csv', `Rar! robot\n${TABLE}`],
];
test.each(READ_FILES)('the content of %s is none of these formats', (file, text) => {
  expect(explainUnsupportedFormat(raw(text), 'file')).toBeNull();
  const read = readRobot(makeTextFolder({ [file]: text }), file, new Map());
  expect(read.ok ? [] : read.faults).toEqual([]);
});

test.each([
  'scene.usdc',
  'arm.dae',
  'q.npy',
  'Document.xml',
  '3D/3dmodel.model',
  'xl/workbook.xml',
])('a .zip that begins with %s may hold a robot', (first) => {
  expect(explainUnsupportedFormat(zip(first, 'robot.urdf'), 'Robot.ZIP')).toBeNull();
});

test('a URDF is none of these formats, whatever its extension', () => {
  for (const { endings = '' } of UNSUPPORTED_FORMATS.filter(({ text }) => !/SRDF/.test(text)))
    for (const ending of endings.split(' ')) {
      const file = `arm.${ending}`;
      const read = readRobot(makeTextFolder({ [file]: URDF }), file, new Map());
      expect(read.ok, file).toBe(true);
    }
});

describe('a drop without a robot', () => {
  test('of one file opens it, so that its format is reported', () => {
    expect(findRobotFile(makeTextFolder({ 'scene.usda': '#usda 1.0' })).file).toBe('scene.usda');
    expect(findRobotFile(makeTextFolder({ 'scene.fbx': 'of a later version' })).file).toBe(
      'scene.fbx',
    );
    expect(findRobotFile(makeTextFolder({ 'notes.txt': 'hello' })).file).toBeNull();
  });

  test('of several names the file that is most like a robot', () => {
    const files = { 'a/read.me': 'hello', 'a/plan.pdf': '%PDF-1.4', 'a/z.usda': '#usda 1.0' };
    expect(findRobotFile(makeTextFolder(files)).candidates).toEqual([]);
    expect(explainNoRobot(makeTextFolder(files))).toMatch(
      /^contains no robot; expected URDF, .*; z\.usda: this is a USD scene/,
    );
    const { 'a/z.usda': _, ...others } = files;
    expect(explainNoRobot(makeTextFolder(others), ', or a scene')).toMatch(
      /table, or a scene; plan\.pdf: this is a PDF/,
    );
    expect(explainNoRobot(makeTextFolder({ 'a/read.me': 'hello' }))).toMatch(
      /Denavit–Hartenberg table$/,
    );
  });

  test('names the first fault of a broken description, however many other XML files precede it', () => {
    const broken = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</b>';
    const others = Object.fromEntries(Array.from('abcdefghij', (name) => [`${name}.xml`, broken]));
    expect(explainNoRobot(makeTextFolder({ ...others, 'robot.fbx': '; FBX 7.4.0' }))).toMatch(
      /table; robot\.fbx: this is FBX/,
    );
    const arm = '<robot>\n<link name="a" name="b"/>\n<link name="c" name="d"/>\n</robot>';
    expect(explainNoRobot(makeTextFolder({ ...others, 'z.xml': arm }))).toMatch(
      /table; z\.xml:2: [^;]*$/,
    );
  });
});
