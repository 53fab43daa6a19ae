import { describe, expect, test } from 'vitest';
import { findRobotFile } from './findRobotFile.ts';
import { createFolder, findRosPackage, normalizePath, resolveFileReference } from './folder.ts';
import { makeTextFolder } from './testFolder.ts';

describe('a folder', () => {
  test('has normalized, sorted paths and none outside it', () => {
    const bytes = new Uint8Array(1);
    const folder = createFolder(
      new Map(['b\\c.stl', './a.urdf', '../up', '/etc/x'].map((path) => [path, bytes])),
    );
    expect(folder.paths).toEqual(['a.urdf', 'b/c.stl', 'etc/x']);
    expect(folder.read('b/c.stl')).toBe(bytes);
    expect(folder.read('up')).toBeNull();
  });

  test('normalPath resolves dots, and is null for a path that leaves the folder', () => {
    expect(normalizePath('a/./b//../c')).toBe('a/c');
    expect(normalizePath('a/../../b')).toBeNull();
  });
});

describe('packages', () => {
  const folder = makeTextFolder({
    'ws/src/arm/package.xml': '<package><name>arm_description</name></package>',
    'ws/src/arm/meshes/a.stl': '',
    'ws/hand/meshes/b.stl': '',
    'broken/package.xml': '<package',
  });

  test('a package is found by package.xml, otherwise by folder name', () => {
    expect(findRosPackage(folder, 'arm_description')).toBe('ws/src/arm/');
    expect(findRosPackage(folder, 'hand')).toBe('ws/hand/');
    expect(findRosPackage(folder, 'leg')).toBeNull();
  });

  test.each([
    ['package://arm_description/meshes/a.stl', 'ws/src/arm/meshes/a.stl'],
    ['package://hand/meshes/b.stl', 'ws/hand/meshes/b.stl'],
    ['model://hand/meshes/b.stl', 'ws/hand/meshes/b.stl'],
    ['file:///ws/hand/meshes/b.stl', 'ws/hand/meshes/b.stl'],
    ['/ws/hand/meshes/b.stl', 'ws/hand/meshes/b.stl'],
    ['../hand/meshes/b.stl', 'ws/hand/meshes/b.stl'],
    ['package://elsewhere/meshes/B.STL', 'ws/hand/meshes/b.stl'],
    ['file:///home/me/hand/meshes/b.stl', 'ws/hand/meshes/b.stl'],
    ['..\\hand\\meshes\\b.stl', 'ws/hand/meshes/b.stl'],
    ['package://../../../etc/passwd', null],
    ['http://example.org/meshes/b.stl', null],
    ['https:b.stl', null],
    ['', null],
  ])('%s refers to the file %s', (uri, path) => {
    expect(resolveFileReference(folder, uri, 'ws/src/arm.urdf')).toBe(path);
  });

  test('among equal file names, the longest common end wins, then the nearest folder', () => {
    const two = makeTextFolder({
      'l/visual/a.stl': '',
      'l/collision/a.stl': '',
      'r/visual/a.stl': '',
      'r/a b.stl': '',
    });
    expect(resolveFileReference(two, 'package://x/collision/a.stl', 'r/r.urdf')).toBe(
      'l/collision/a.stl',
    );
    expect(resolveFileReference(two, 'package://x/visual/a.stl', 'r/r.urdf')).toBe(
      'r/visual/a.stl',
    );
    expect(resolveFileReference(two, 'a%20b.stl', 'r/r.urdf')).toBe('r/a b.stl');
  });
});

describe('the robot file of a drop', () => {
  const robot = '<robot name="r"><link name="a"/></robot>';

  test('is the only URDF, in upper or lower case', () => {
    const folder = makeTextFolder({ 'a.URDF': robot, 'b.xacro': robot, 'c.xml': robot });
    expect(findRobotFile(folder)).toEqual({ file: 'a.URDF', candidates: ['a.URDF'] });
  });

  test('is the xacro that no other file includes and that defines a robot', () => {
    const macro = '<robot><xacro:macro name="m"><link name="a"/></xacro:macro></robot>';
    const folder = makeTextFolder({
      'p/package.xml': '<package><name>arm</name></package>',
      'p/urdf/m.xacro': macro,
      'p/urdf/unused.xacro': macro,
      'p/urdf/base.xacro': robot,
      'p/urdf/arm.urdf.xacro':
        '<robot><xacro:include filename="$(find arm)/urdf/m.xacro"/><xacro:include filename="${dir}/base.xacro"/><xacro:if value="1"><xacro:m/></xacro:if></robot>',
    });
    expect(findRobotFile(folder).file).toBe('p/urdf/arm.urdf.xacro');
  });

  test('is undecided for several URDF files, which are listed without hidden ones', () => {
    const folder = makeTextFolder({ 'a.urdf': robot, 'b.urdf': robot, '.hidden/c.urdf': robot });
    expect(findRobotFile(folder)).toEqual({ file: null, candidates: ['a.urdf', 'b.urdf'] });
  });

  test('may be MJCF, a model or a motion, but not other XML', () => {
    const scene = { 'x.glb': '', 'y.bvh': '', 'package.xml': '<package/>', 'config.xml': '<a/>' };
    expect(findRobotFile(makeTextFolder({ ...scene, 'm.xml': '<mujoco/>' })).file).toBe('m.xml');
    expect(findRobotFile(makeTextFolder(scene)).file).toBe('x.glb');
    expect(findRobotFile(makeTextFolder({ 'y.bvh': '' })).file).toBe('y.bvh');
    expect(findRobotFile(makeTextFolder({ 'readme.md': '' }))).toEqual({
      file: null,
      candidates: [],
    });
  });
});
