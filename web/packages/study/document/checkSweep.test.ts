import { expect, test } from 'vitest';
import { makeSmallTestStudy, studyFaultsText } from './testStudies.ts';

const sweep = (...axes: object[]) => makeSmallTestStudy({ sweep: axes });
const lambda = { path: 'methods[0].params.lambda', from: 0.1, to: 1, count: 4 };

test.each<[string, object, string]>([
  [
    'of an unknown parameter',
    { ...lambda, path: 'methods[0].params.lamda' },
    'sweep[0].path: must be the path of a number of the scenario; got "methods[0].params.lamda" (did you mean "methods[0].params.lambda"?)',
  ],
  [
    'of a method that does not exist',
    { ...lambda, path: 'methods[2].params.lambda' },
    'sweep[0].path: must be the path of a number of the scenario; got "methods[2].params.lambda" (did you mean "methods[0].params.lambda"?)',
  ],
  [
    'over all methods of a parameter that one of them lacks',
    { ...lambda, path: 'methods[*].params.lambda' },
    'sweep[0].path: must be the path of a number of the scenario; got "methods[*].params.lambda"',
  ],
  [
    'of a parameter that is a word',
    { ...lambda, path: 'methods[0].params.damping' },
    expect.stringContaining('must be the path of a number'),
  ],
  [
    'of a prototype property',
    { ...lambda, path: '__proto__.x' },
    expect.stringContaining('must be the path of a number'),
  ],
  [
    'that begins below the range',
    { ...lambda, from: -1 },
    'sweep[0].from: produces an invalid value: methods[0].params.lambda: must be ≥ 0; got -1',
  ],
  [
    'that ends above the range',
    { ...lambda, to: 2000 },
    'sweep[0].to: produces an invalid value: methods[0].params.lambda: must be ≤ 1000; got 2000',
  ],
  [
    'with fractional values of a whole number',
    { path: 'run.maxUpdates', from: 1, to: 2, count: 3 },
    'sweep[0].count: produces an invalid value: run.maxUpdates: must be a whole number; got 1.5',
  ],
  ['of one value', { ...lambda, count: 1 }, 'sweep[0].count: must be ≥ 2; got 1'],
  ['of too many values', { ...lambda, count: 2000 }, 'sweep[0].count: must be ≤ 1000; got 2000'],
  [
    'from 0 on a logarithmic scale',
    { ...lambda, from: 0, scale: 'log' },
    'sweep[0].from: must be > 0 on a scale "log"; got 0',
  ],
] as [string, object, string][])('rejects a sweep %s', (_, axis, faults) => {
  expect(studyFaultsText(sweep(axis))).toEqual(faults);
});

test('rejects three axes, the same number twice, and too many points', () => {
  expect(studyFaultsText(sweep(lambda, lambda, lambda))).toBe(
    'sweep: must have at most 2 sweeps; got 3',
  );
  expect(studyFaultsText(sweep(lambda, lambda))).toBe(
    'sweep[1].path: must be another number than that of sweep[0]',
  );
  const steps = { path: 'methods[*].maxStep', from: 0.1, to: 1, count: 300 };
  expect(studyFaultsText(sweep(lambda, steps))).toBe(
    'sweep: must have at most 1000 points in all; got 1200',
  );
  const place = { path: 'targets[0].position[0]', from: 0.1, to: 1, count: 101 };
  expect(studyFaultsText(sweep(place))).toBe(
    'sweep: must have at most 100 points in all if anything other than methods and run varies; got 101',
  );
});
