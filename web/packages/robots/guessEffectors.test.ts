import { requireValue, sampleCatalogue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { importRobot } from './importRobot.ts';
import { makeTestRobot, makeUrdfJoint, makeUrdfLinks } from './testRobots.ts';

const FREE = 'continuous';

/** Links in a row, each on a joint of its own. */
function limb(from: string, names: string, type = FREE): string {
  const all = names.split(' ');
  const joints = all.map((name, i) =>
    makeUrdfJoint(`to_${name}`, `${all[i - 1] ?? from} ${name}`, type),
  );
  return makeUrdfLinks(names) + joints.join('');
}
function guessed(body: string): readonly string[] {
  return requireValue(importRobot(makeTestRobot(body), {}, [], sampleCatalogue)).report.effectors;
}

test('guesses the tool of an arm, not its flange, camera or fingers', () => {
  const arm = `${makeUrdfLinks('base')}${limb('base', 'a b c d e f')}${limb('f', 'flange tool0', 'fixed')}${limb('f', 'camera_link', 'fixed')}${limb('flange', 'left_finger_tip')}${limb('flange', 'right_finger_tip')}`;
  expect(guessed(arm)).toEqual(['tool0']);
});

test('guesses hands and feet of a humanoid, not its head', () => {
  const body = `${makeUrdfLinks('pelvis')}${limb('pelvis', 'spine chest')}${limb('chest', 'l1 l2 l3 l4 LeftHand')}${limb('chest', 'r1 r2 r3 r4 RightHand')}${limb('chest', 'neck head')}${limb('pelvis', 'p1 p2 p3 l_foot')}${limb('pelvis', 'q1 q2 q3 r_foot')}`;
  expect(guessed(body)).toEqual(['LeftHand', 'RightHand', 'l_foot', 'r_foot']);
});

test('guesses the fingertips of a hand without an arm', () => {
  const fingers = ['1', '2', '3'].map((n) => limb('palm_base', `a${n} b${n} c${n} link_${n}_tip`));
  expect(guessed(makeUrdfLinks('palm_base') + fingers.join(''))).toEqual([
    'link_1_tip',
    'link_2_tip',
    'link_3_tip',
  ]);
});

test('guesses the ends of limbs if names say nothing', () => {
  const body = `${makeUrdfLinks('root')}${limb('root', 'a1 a2 a3')}${limb('root', 'b1 b2 b3')}${limb('root', 'wheel')}`;
  expect(guessed(body)).toEqual(['a3', 'b3']);
});

test('offers only links that a joint moves', () => {
  const arm = `${makeUrdfLinks('root')}${limb('root', 'base', 'fixed')}${limb('root', 'a b tool')}${limb('b', 'flange', 'fixed')}`;
  const read = importRobot(makeTestRobot(arm), {}, [], sampleCatalogue);
  expect(read.ok && [...read.value.offered].sort()).toEqual(['flange', 'tool']);
});
