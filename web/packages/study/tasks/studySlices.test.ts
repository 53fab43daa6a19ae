import { fullDocument } from '@iklab/core/scenario';
import { parseTestScenario } from '@iklab/core/scenario/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  computeExponential,
  computeLogarithm,
  sweepAxisValues,
} from '../document/sweepAxisValues.ts';
import { parseTestStudy } from '../document/testStudies.ts';
import { MAX_SLICE_PROBLEMS, makeProblemSlices, shardRange } from './studySlices.ts';

test('a sweep has one cell per method and value of the axes that apply to it', () => {
  const { cells } = parseTestStudy({
    sweep: [
      { path: 'methods[0].params.lambda', from: 0.1, to: 1, count: 2 },
      { path: 'run.maxUpdates', from: 5, to: 15, count: 3 },
    ],
  });
  const told = cells.map(({ panel, values, scenario: { run } }) =>
    [panel.id, panel.params.lambda ?? '', run.maxUpdates, ...values].join(' '),
  );
  expect(told).toEqual([
    'dls 0.1 5 0.1 5',
    'dls 0.1 10 0.1 10',
    'dls 0.1 15 0.1 15',
    'dls 1 5 1 5',
    'dls 1 10 1 10',
    'dls 1 15 1 15',
    'sdls  5  5',
    'sdls  10  10',
    'sdls  15  15',
  ]);
  expect(cells.map(({ index }) => index)).toEqual([...cells.keys()]);
});

test('a cell has the scenario of the document with the swept values written in', () => {
  const sweep = [
    { path: 'methods[0].params.lambda', from: 0.1, to: 1, count: 2 },
    { path: 'run.maxUpdates', from: 5, to: 15, count: 2 },
  ];
  const { cells, scenario } = parseTestStudy({ sweep });
  const document = fullDocument(scenario) as {
    methods: { params: { lambda: number } }[];
    run: object;
  };
  document.run = { ...document.run, maxUpdates: 15 };
  if (document.methods[0]) document.methods[0].params.lambda = 1;
  expect(cells[3]?.scenario).toEqual(parseTestScenario(document));
});

test('an axis over methods[*] sets the value for all methods', () => {
  const { cells } = parseTestStudy({
    sweep: [{ path: 'methods[*].maxStep', from: 0.5, to: 1, count: 2 }],
  });
  expect(cells.map(({ panel }) => panel.maxStep)).toEqual([0.5, 1, 0.5, 1]);
});

test('shards together have every problem once, in order (seed 3)', () => {
  const whole = fc.record({
    count: fc.integer({ min: 1, max: 3000 }),
    of: fc.integer({ min: 1, max: 40 }),
  });
  const property = fc.property(whole, ({ count, of }) => {
    const study = { ...parseTestStudy(), count };
    const seen: number[][] = study.cells.map(() => []);
    for (let index = 1; index <= of; index++) {
      const slices = [...makeProblemSlices(study, { index, of })];
      const pieces = Math.ceil(shardRange(count, { index, of }).count / MAX_SLICE_PROBLEMS);
      expect(slices).toHaveLength(study.cells.length * pieces);
      for (const { cell, first, count: problems } of slices) {
        expect(problems).toBeGreaterThan(0);
        expect(problems).toBeLessThanOrEqual(MAX_SLICE_PROBLEMS);
        for (let i = 0; i < problems; i++) seen[cell]?.push(first + i);
      }
    }
    for (const each of seen) expect(each).toEqual([...Array(count).keys()]);
  });
  fc.assert(property, { seed: 3, numRuns: 50 });
});

test('shards of a large study differ by at most one problem', () => {
  const sizes = Array.from({ length: 7 }, (_, i) => shardRange(1e8, { index: i + 1, of: 7 }).count);
  expect(sizes.reduce((sum, x) => sum + x)).toBe(1e8);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBe(1);
});

test('axis values keep the ends exactly and are evenly spaced, linearly or logarithmically', () => {
  const axis = { path: '', from: 0.1, to: 0.7, count: 4, scale: 'linear' } as const;
  expect(sweepAxisValues(axis)).toEqual([0.1, 0.3, 0.5, 0.7]);
  expect(sweepAxisValues({ ...axis, from: 1e-3, to: 1e3, count: 7, scale: 'log' })).toEqual([
    0.001, 0.01, 0.1, 1, 10, 100, 1000,
  ]);
  expect(sweepAxisValues({ ...axis, from: 8, to: 1, scale: 'log' })).toEqual([8, 4, 2, 1]);
});

test('exponential and logarithm agree with Math.exp and its inverse (seed 4)', () => {
  const near = (a: number, b: number, unit: number) => Math.abs(a - b) <= 4e-16 * unit;
  const property = fc.property(fc.double({ min: -69, max: 69, noNaN: true }), (x) => {
    const size = Math.exp(x);
    expect(near(computeExponential(x), size, size * Math.max(1, Math.abs(x)))).toBe(true);
    expect(near(computeLogarithm(size), x, Math.max(1, Math.abs(x)))).toBe(true);
  });
  fc.assert(property, { seed: 4, numRuns: 2000 });
});
