import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  makeEmbedRequest,
  makeEventMessage,
  makeMessageFault,
  makeRefusalMessage,
  parseEmbedRequest,
  parseFrameMessage,
} from './frameMessages.ts';

/** Any value that can be cloned, similar to a message or not. */
const anything = fc.anything({ maxDepth: 1, maxKeys: 3 });
const near = fc.record(
  {
    iklab: fc.oneof({ arbitrary: fc.constant(1), weight: 9 }, { arbitrary: anything, weight: 1 }),
    id: fc.oneof({ arbitrary: fc.nat(), weight: 9 }, { arbitrary: anything, weight: 1 }),
    op: fc.oneof(
      fc.constantFrom(
        'hello',
        'get',
        'set',
        'open',
        'step',
        'seek',
        'snapshot',
        'theme',
        'toString',
      ),
      anything,
    ),
    event: fc.oneof(fc.constantFrom('ready', 'update', 'constructor'), anything),
    scenario: anything,
    fragment: anything,
    n: fc.oneof(fc.double(), anything),
    update: fc.oneof(fc.double(), anything),
    width: fc.oneof(fc.double(), anything),
    theme: anything,
    faults: anything,
    value: anything,
  },
  { requiredKeys: [] },
);

test('any message is read as a request, a fault or null (seed 3)', () => {
  const counted = { ask: 0, fault: 0, none: 0 };
  const property = fc.property(fc.oneof(near, anything), (data) => {
    const read = parseEmbedRequest(data);
    parseFrameMessage(data);
    if (read === null) counted.none++;
    else if ('fault' in read) {
      counted.fault++;
      expect(read.fault.reason).toMatch(/^must be .*; (got|it is) /s);
      expect(read.fault.reason.length).toBeLessThan(400);
    } else {
      counted.ask++;
      const { request: ask } = read;
      if (ask.op === 'step') expect(Math.abs(ask.n)).toBeLessThanOrEqual(10_000);
      if (ask.op === 'seek') expect(ask.update).toBeGreaterThanOrEqual(0);
      if (ask.op === 'open') expect(ask.fragment[0]).toBe('#');
    }
  });
  fc.assert(property, { seed: 3, numRuns: 100_000 });
  expect(Math.min(...Object.values(counted))).toBeGreaterThan(1000);
});

test.each([
  [{ op: 'jump' }, 'op', 'must be one of hello, get, play,'],
  [{ op: 'seek', update: -1 }, 'update', 'must be a whole number from 0 to 10000; got -1'],
  [{ op: 'step' }, 'n', 'must be a whole number from -10000 to 10000; it is missing'],
  [{ op: 'set', scenario: [] }, 'scenario', 'must be a scenario document; got a list'],
  [{ op: 'open', fragment: 'x' }, 'fragment', 'must be the part of a link from # on; got "x"'],
  [
    { op: 'snapshot', width: 1e9 },
    'width',
    'must be a whole number from 16 to 8192; got 1000000000',
  ],
  [{ op: 'theme', theme: 'sepia' }, 'theme', 'must be one of auto, light, dark; got "sepia"'],
] as const)('rejects %o', (ask, path, reason) => {
  const read = parseEmbedRequest({ iklab: 1, id: 7, ...ask });
  expect(read).toMatchObject({ id: 7, fault: { path } });
  expect(read && 'fault' in read && read.fault.reason).toContain(reason);
});

test('both sides read what the other writes', () => {
  expect(parseEmbedRequest(makeEmbedRequest(3, { op: 'seek', update: 4 }))).toEqual({
    id: 3,
    request: { iklab: 1, id: 3, op: 'seek', update: 4 },
  });
  expect(parseFrameMessage(makeEventMessage('ready', { version: 'a' }))).toMatchObject({
    event: 'ready',
  });
  expect(
    parseFrameMessage(makeRefusalMessage(3, [makeMessageFault('n', 'a number', null)])),
  ).toEqual({
    id: 3,
    faults: [{ path: 'n', reason: 'must be a number; it is missing' }],
  });
});

const DETAILS = [
  ...[null, undefined, 5, 'x', true, [], [1], {}],
  ...[{ update: null }, { update: 1 }, { update: 1, results: [null] }, { update: '1', results: 5 }],
  ...[{ state: null }, { state: 'gone' }, { version: 1 }, { scenario: null }, { results: {} }],
  ...[{ faults: null }, { faults: {} }, { results: [5] }],
];
const TOLD = ['ready', 'state', 'change', 'update', 'stop', 'error'];

test.each(TOLD)('ignores an event %s with an invalid detail', (event) => {
  for (const detail of DETAILS) expect(parseFrameMessage({ iklab: 1, event, detail })).toBeNull();
});

test('leaves out invalid faults of a frame', () => {
  const good = { path: 'ui', reason: 'is wrong' };
  const detail = { faults: [null, 5, { path: 1, reason: {} }, good] };
  expect(parseFrameMessage({ iklab: 1, event: 'error', detail })).toEqual(
    makeEventMessage('error', { faults: [good] }),
  );
});

test('rejects a document that JSON cannot represent', () => {
  const cyclic: Record<string, unknown> = { iklab: 1 };
  cyclic.self = [cyclic];
  for (const scenario of [cyclic, { iklab: 1n }])
    expect(parseEmbedRequest({ iklab: 1, id: 4, op: 'set', scenario })).toEqual({
      id: 4,
      fault: makeMessageFault('scenario', 'a document that JSON can represent', scenario),
    });
});
