import { expect, test } from 'vitest';
import {
  type CrowdSpec,
  DEFAULT_CROWD,
  formatCrowdAddress,
  readCrowdAddress,
} from './crowdAddress.ts';
import { readPageAddress } from './pageAddress.ts';

test.each<[string, CrowdSpec, string]>([
  ['#crowd=1000', DEFAULT_CROWD, ''],
  ['#crowd=1&preset=ur5e', { ...DEFAULT_CROWD, count: 1 }, '#preset=ur5e'],
  [
    '#crowd=10000&pattern=scatter&ground=sphere&seed=7&method=sdls&s=1.a-b_c',
    { count: 10000, pattern: 'scatter', ground: 'sphere', seed: 7, method: 'sdls' },
    '#s=1.a-b_c',
  ],
  [
    '#crowd=5&pattern=together&preset=y&methods=dls,sdls',
    { ...DEFAULT_CROWD, count: 5, pattern: 'together' },
    '#preset=y&methods=dls,sdls',
  ],
])('%s is written and parsed back unchanged', (address, spec, scene) => {
  expect(formatCrowdAddress(spec, scene)).toBe(address);
  expect(readCrowdAddress(address, ['dls', 'sdls'])).toEqual({ spec, scene, faults: [] });
  expect(readPageAddress(address)).toEqual({ mode: 'crowd', id: address });
});

test('reports each invalid value and falls back to its default', () => {
  const read = readCrowdAddress('#crowd=0&pattern=row&ground=&seed=-1&method=dsl&preset=y', [
    'dls',
    'sdls',
  ]);
  expect(read.spec).toEqual(DEFAULT_CROWD);
  expect(read.scene).toBe('#preset=y');
  expect(read.faults).toEqual([
    'crowd must be a whole number from 1 to 10000; got "0"',
    'pattern must be one of wave, scatter, together; got "row"',
    'ground must be one of field, sphere; got ""',
    'seed must be a whole number from 0 to 9007199254740991; got "-1"',
    'method must be one of dls, sdls; got "dsl"',
  ]);
});

test.each(['1e3', '10001', '', 'many', '%zz', '1.5'])(
  'rejects crowd=%s and uses the default',
  (text) => {
    const { spec, faults } = readCrowdAddress(`#crowd=${text}`, ['dls', 'sdls']);
    expect(spec).toEqual(DEFAULT_CROWD);
    expect(faults).toHaveLength(1);
  },
);
