import type { PlainObject } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { requireValue, sampleCatalogue, smallDocument } from '@iklab/core/scenario/testing';
import * as fc from 'fast-check';
import { parseStudy } from './parseStudy.ts';
import type { Study } from './study.ts';

export const makeSmallTestStudy = (changes: PlainObject = {}): PlainObject => ({
  iklabStudy: 1,
  scenario: smallDocument({ methods: [{ id: 'dls' }, { id: 'sdls' }] }),
  sampling: { kind: 'reachable' },
  count: 10,
  ...changes,
});

export function parseTestStudy(changes: PlainObject = {}): Study {
  return requireValue(parseStudy(makeSmallTestStudy(changes), sampleCatalogue));
}

export function studyFaultsText(document: unknown): string {
  const read = parseStudy(document, sampleCatalogue);
  return read.ok ? '' : faultsText(read.faults);
}

const number = fc.integer({ min: -2000, max: 2000 }).map((x) => x / 1000);
const vec3 = fc.tuple(number, number, number);
const grid = { columns: fc.integer({ min: 5, max: 40 }), rows: fc.integer({ min: 5, max: 40 }) };
const starts = fc.constantFrom<PlainObject>({}, { start: 'random' }, { start: 'middle' });
const near = fc.constantFrom<PlainObject>({ start: 'near' }, { start: 'near', spread: 0.1 });

const sampling = fc.oneof(
  fc
    .tuple(fc.constantFrom('reachable', 'singular'), fc.oneof(starts, near))
    .map(([kind, start]) => ({
      kind,
      ...start,
    })),
  fc.record({
    kind: fc.constant('box'),
    low: fc.constant([-1, -1, 0]),
    high: fc.constant([1, 1, 0]),
  }),
  fc.record({ kind: fc.constant('plane'), origin: vec3, u: vec3, v: vec3, ...grid }),
  fc.record({
    kind: fc.constant('start-plane'),
    joints: fc.constant(['a', 'b']),
    low: fc.constant([-1, -2]),
    high: fc.constant([1, 2]),
    ...grid,
  }),
);

const axis = fc.constantFrom(
  { path: 'methods[0].params.lambda', from: 0.01, to: 10, count: 4, scale: 'log' },
  { path: 'methods[*].maxStep', from: 0.1, to: 1, count: 3 },
  { path: 'run.maxUpdates', from: 10, to: 40, count: 4, scale: 'linear' },
);

const { iklab: _, ...unversioned } = smallDocument();

export const arbitraryStudy: fc.Arbitrary<PlainObject> = fc.record(
  {
    iklabStudy: fc.constant(1),
    name: fc.string({ unit: 'grapheme', maxLength: 20 }),
    scenario: fc.constantFrom(makeSmallTestStudy().scenario, smallDocument(), unversioned),
    sampling,
    sweep: fc.uniqueArray(axis, { maxLength: 2 }),
    restarts: fc.constantFrom<PlainObject | null>(
      null,
      { most: 3 },
      { most: 100, every: 30 },
      { most: 0, outside: 'wrap' },
      { most: 9, outside: 'turn' },
    ),
    levels: fc.boolean(),
    sharedRestarts: fc.boolean(),
    conditions: fc.boolean(),
    causes: fc.nat(30),
    solutions: fc.boolean(),
    count: fc.integer({ min: 1, max: 25 }),
    seed: fc.nat(),
  },
  { requiredKeys: ['iklabStudy', 'scenario', 'sampling', 'count'] },
);
