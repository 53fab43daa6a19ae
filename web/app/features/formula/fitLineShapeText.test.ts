import { expect, test } from 'vitest';
import { fitLineShapeText } from './fitLineShapeText.ts';

const joints = { line: 1, shape: 'number per joint', size: '25' };

test('a shape is shortened beside a long line, then only its size is shown, then nothing', () => {
  expect(fitLineShapeText(joints, 20, 60)).toEqual({ shape: 'per joint', size: '25' });
  expect(fitLineShapeText(joints, 50, 60)).toEqual({ shape: '', size: '25' });
  expect(fitLineShapeText(joints, 58, 60)).toBeNull();
});

test('without a scene no size is shown; without a shape nothing is shown', () => {
  expect(fitLineShapeText({ ...joints, size: '' }, 20, 60)).toEqual({
    shape: 'per joint',
    size: '',
  });
  expect(fitLineShapeText({ ...joints, size: '' }, 50, 60)).toBeNull();
  expect(fitLineShapeText({ line: 1, shape: '', size: '' }, 0, 60)).toBeNull();
});
