import { expect, test } from 'vitest';
import { fitShapeText } from './lineShape.ts';

const joints = { line: 1, shape: 'number per joint', size: '25' };

test('a shape is shortened beside a long line, then only its size is shown, then nothing', () => {
  expect(fitShapeText(joints, 20, 60)).toEqual({ shape: 'per joint', size: '25' });
  expect(fitShapeText(joints, 50, 60)).toEqual({ shape: '', size: '25' });
  expect(fitShapeText(joints, 58, 60)).toBeNull();
});

test('without a scene no size is shown; without a shape nothing is shown', () => {
  expect(fitShapeText({ ...joints, size: '' }, 20, 60)).toEqual({ shape: 'per joint', size: '' });
  expect(fitShapeText({ ...joints, size: '' }, 50, 60)).toBeNull();
  expect(fitShapeText({ line: 1, shape: '', size: '' }, 0, 60)).toBeNull();
});
