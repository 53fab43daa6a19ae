import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { importRobot } from '../importRobot.ts';
import {
  listReadMessages,
  makeSdfAxis,
  makeSdfJoint,
  makeSdfLimit,
  makeSdfLink,
  makeSdfModel,
  readSdfText,
} from './testSdf.ts';

describe('reports', () => {
  const pair = `${makeSdfLink('a')}${makeSdfLink('b')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}`;

  test.each([
    [
      'a link without a joint',
      `${pair}${makeSdfLink('c')}`,
      '3 link "c": no movable joint connects "c" to the robot; left out',
    ],
    [
      'a joint that closes a loop',
      `${pair}${makeSdfJoint('k', 'a b', makeSdfAxis('0 0 1'))}`,
      '3 joint "k": closes a loop from "a" to "b"',
    ],
    [
      'a gearbox',
      `${pair}${makeSdfJoint('g', 'a b', makeSdfAxis('0 0 1'), 'gearbox')}`,
      '3 joint "g": a gearbox couples two joints',
    ],
    [
      'a plugin',
      `${pair}<plugin name="p" filename="libx.so"/>`,
      '3 <plugin>: not part of the kinematics',
    ],
    [
      'a plugin that couples joints',
      `${pair}<plugin filename="libmimic.so"/>`,
      '3 plugin: a plugin that makes a joint follow another',
    ],
  ])('%s as left out', (_, body, message) => {
    expect(listReadMessages(readSdfText(makeSdfModel(body))).join('\n')).toContain(message);
  });

  test.each([
    [
      'an unknown link',
      `${pair}${makeSdfJoint('k', 'b c', makeSdfAxis('0 0 1'))}`,
      '3 joint "k", child: unknown link "c"',
    ],
    [
      'a joint from a link to itself',
      makeSdfJoint('k', 'a a', makeSdfAxis('0 0 1')) + makeSdfLink('a'),
      'parent and child are the same link, "a"',
    ],
    [
      'an axis without a direction',
      `${makeSdfLink('a')}${makeSdfLink('b')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 0'))}`,
      '3 joint "j", axis, xyz: must not have length 0',
    ],
    [
      'an unknown type of joint',
      `${makeSdfLink('a')}${makeSdfLink('b')}${makeSdfJoint('j', 'a b', '', 'hinge')}`,
      'must be one of revolute, continuous',
    ],
    [
      'a pose of three numbers',
      `${pair}${makeSdfLink('c', '1 2 3')}`,
      '3 link "c", pose: must be 6 numbers; got "1 2 3" (3)',
    ],
    [
      'poses relative to each other',
      `${makeSdfLink('a', '', 'relative_to="b"')}${makeSdfLink('b', '', 'relative_to="a"')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}`,
      'are given relative to each other',
    ],
    [
      'a pose in an unknown frame',
      `${makeSdfLink('a', '', 'relative_to="x"')}${makeSdfLink('b')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}`,
      'pose relative_to: unknown frame "x"',
    ],
    [
      'a model without joints',
      makeSdfLink('a'),
      '1 <sdf>: must contain a model with a joint that moves; got "m"',
    ],
  ])('%s as an error', (_, body, message) => {
    const found = readSdfText(makeSdfModel(body));
    expect(found.ok).toBe(false);
    expect(listReadMessages(found).join('\n')).toContain(message);
  });

  const missing = '<include><uri>model://no/x</uri></include>';
  test.each([
    [
      'the child of',
      makeSdfModel(
        `${makeSdfLink('a')}${makeSdfJoint('j', 'a x::b', makeSdfAxis('0 0 1'))}${missing}`,
      ),
      '1 <sdf>: must contain a model with a joint that moves; got "m"; not found: "model://no/x"',
    ],
    [
      'the parent of',
      makeSdfModel(
        `${makeSdfLink('a')}${makeSdfJoint('j', 'x::b a', makeSdfAxis('0 0 1'))}${missing}`,
      ),
      '2 model "m": must have a joint that moves; not found: "model://no/x"',
    ],
  ])('a missing file with %s the only joint that moves as an error', (_, text, message) => {
    expect(listReadMessages(readSdfText(text))).toEqual([message]);
  });

  test('a base that no joint attaches to the world, without a warning', () => {
    const found = readSdfText(makeSdfModel(pair));
    if (!found.ok) throw new Error(JSON.stringify(found.faults));
    const imported = importRobot(found.value, {}, found.remarks, sampleCatalogue);
    expect(imported.ok && imported.remarks).toEqual([
      expect.objectContaining({
        ...{ kind: 'changed', grave: false, line: 3, element: 'model "m"' },
        reason: 'no joint attaches it to the world; its base is fixed',
      }),
    ]);
  });

  test.each(['lower', 'upper'])('a missing %s limit', (end) => {
    const limits = end === 'lower' ? makeSdfLimit('-inf', '1') : makeSdfLimit('-1', '');
    const body = `${makeSdfLink('a')}${makeSdfLink('b')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1', limits))}`;
    expect(listReadMessages(readSdfText(makeSdfModel(body)))).toEqual([
      `3 joint "j", axis limit: its ${end} limit is missing or infinite; the joint is treated as unlimited`,
    ]);
  });

  test('the unknown version of a file once, however often it is included', () => {
    const hand = `<sdf version="3"><model name="n">${makeSdfLink('x')}</model></sdf>`;
    const include = (name: string) =>
      `<include><uri>n.sdf</uri><name>${name}</name></include>${makeSdfJoint(name, `b ${name}::x`, '', 'fixed')}`;
    const found = readSdfText(makeSdfModel(`${pair}${include('l')}${include('r')}`), {
      'n.sdf': hand,
    });
    expect(found.ok && found.value.links.map(({ name }) => name)).toContain('r::x');
    expect(listReadMessages(found)).toEqual([
      '1 <sdf>: version "3" is not one of 1.0 to 1.12; read as version 1.12',
    ]);
  });

  test.each([
    [
      'an ellipsoid',
      '<ellipsoid><radii>1 2 3</radii></ellipsoid>',
      ['an ellipsoid is drawn as a sphere of its mean radius, 2'],
    ],
    [
      'an ellipsoid with rounded radii',
      '<ellipsoid><radii>0.1 0.2 0.3</radii></ellipsoid>',
      ['an ellipsoid is drawn as a sphere of its mean radius, 0.2'],
    ],
    ['no ellipsoid of equal radii', '<ellipsoid><radii>0.1 0.1 0.1</radii></ellipsoid>', []],
    [
      'a part of a mesh',
      '<mesh><uri>a.dae</uri><submesh><name>arm</name></submesh></mesh>',
      ['a <submesh> is not selected; the whole mesh is drawn'],
    ],
  ])('%s', (_, geometry, reasons) => {
    const shape = `<visual name="v"><geometry>${geometry}</geometry></visual>`;
    const body = `<link name="a">${shape}</link>${makeSdfLink('b')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}`;
    const wanted = reasons.map((reason) => `3 link "a", visual "v": ${reason}`);
    expect(listReadMessages(readSdfText(makeSdfModel(body)))).toEqual(wanted);
  });
});
