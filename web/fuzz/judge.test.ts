/** The checks of fuzzing find the violations that they look for. */

import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { checkInputFaults, checkVisitorText, collectFindings } from './judge.ts';
import { Random } from './random.ts';
import { checkRun } from './runs.ts';

const engine = await testEngine();

test.each([
  ['Invalid key: Expected "a" but received undefined', 'the word Invalid'],
  ['must be a number; got [object Object]', 'the word [object'],
  ['must be red\u001b[31m', 'control characters'],
  ['must not turn \u202eround', 'control characters'],
  ['x'.repeat(4000), '4000 characters'],
])('finds the flaw in the message %j', (text, found) => {
  expect(checkVisitorText(text).join()).toContain(found);
});

test('words in quoted values are not findings', () => {
  expect(checkVisitorText('must be the id of an effector (NaN); got "tip"')).toEqual([]);
  expect(checkVisitorText('must be one of dls, sdls; got "undefined \\" NaN"')).toEqual([]);
});

test('finds faults without a path, without a reason, missing faults, and too many', () => {
  expect(checkInputFaults([{ path: '', reason: 'must be x' }], false).join()).toContain('a path');
  expect(checkInputFaults([{ path: '', reason: 'must be x' }], true)).toEqual([]);
  expect(checkInputFaults([{ path: 'a', reason: '' }], false).join()).toContain('without a reason');
  expect(checkInputFaults([], true).join()).toContain('without a fault');
  expect(checkInputFaults(Array(21).fill({ path: 'a', reason: 'b' }), false).join()).toContain(
    '21',
  );
});

test('finds an exception, a long duration, and a polluted prototype', async () => {
  const thrown = collectFindings(() => {
    throw new Error('broken');
  });
  expect((await thrown).join()).toMatch(/^threw Error: broken/);
  expect((await collectFindings(() => [], -1)).join()).toMatch(/^took \d+ ms$/);
  const polluted = collectFindings(() => {
    Object.assign(Object.prototype, { polluted: 1 });
    return [];
  });
  expect(await polluted).toEqual(['a prototype is polluted']);
  Reflect.deleteProperty(Object.prototype, 'polluted');
});

test('finds a run that does not match its mechanism', () => {
  const scene = makePresetTestScene('arm-6', engine, { limitPolicy: 'clamp' });
  const lab = { open: () => engine.open(scene) };
  const judged = (change: object) => {
    const tree = { ...scene.tree, ...change };
    return checkRun(lab, { ...scene, tree }, new Random(1), 3).join();
  };
  const { joints, effectors } = scene.tree;
  expect(judged({})).toBe('');
  const longer = effectors.map((tip) => ({
    ...tip,
    xyz: [tip.xyz[0], tip.xyz[1], tip.xyz[2] + 1e-9],
  }));
  expect(judged({ effectors: longer })).toMatch(/\[\d\] is .*, not /);
  const turned = effectors.map((tip) => ({
    ...tip,
    rpy: [tip.rpy[0] + 1e-5, tip.rpy[1], tip.rpy[2]],
  }));
  expect(judged({ effectors: turned })).toMatch(/an angle to a target is/);
  const narrow = joints.map((joint) => ({ ...joint, limits: [7, 8] }));
  expect(judged({ joints: narrow })).toMatch(/outside 7 to 8/);
});
