import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeLink } from './link/decodeLink.ts';
import { sampleCatalogue } from './methods/testCatalogue.ts';
import { parseScenarioDocument } from './parse.ts';
import { documentFaultsText, smallDocument, validDocumentArbitrary } from './testDocuments.ts';
import { parseDocumentText } from './text.ts';

const MIB = 1024 * 1024;

/** Returns a document of just under 1 MiB that repeats a piece. */
const filled = (head: string, piece: string, tail: string) => {
  const room = MIB - head.length - tail.length;
  return head + piece.repeat(Math.floor(room / piece.length)) + tail;
};

describe('any value at all', () => {
  test('gives a scenario or at least one fault, and never throws (seed 1)', () => {
    const property = fc.property(fc.anything({ maxDepth: 4 }), (value) => {
      const parsed = parseScenarioDocument(value, sampleCatalogue);
      expect(parsed.ok || parsed.faults.length > 0).toBe(true);
    });
    fc.assert(property, { seed: 1, numRuns: 1000 });
  });

  test('anywhere in a valid document gives a scenario or at least one fault (seed 2)', () => {
    const junk = fc.oneof(
      fc.constantFrom(null, undefined, true, [], {}, '', Number.NaN, -1, 1e300, [null], { a: [] }),
      fc.anything({ maxDepth: 2 }),
    );
    const property = fc.property(
      validDocumentArbitrary,
      junk,
      fc.nat(),
      (document, value, seed) => {
        const copy = structuredClone(document);
        replaceOne(copy, value, seed);
        const parsed = parseScenarioDocument(copy, sampleCatalogue);
        expect(parsed.ok || parsed.faults.length > 0).toBe(true);
      },
    );
    fc.assert(property, { seed: 2, numRuns: 800 });
  });
});

/** Replaces one value at any depth; the seed chooses which. */
function replaceOne(object: object, value: unknown, seed: number): void {
  const keys = Object.keys(object);
  const key = keys[seed % keys.length];
  if (key === undefined) return;
  const at = object as Record<string, unknown>;
  const inner = at[key];
  const deeper = typeof inner === 'object' && inner !== null && seed % 3 > 0;
  if (deeper) replaceOne(inner, value, Math.floor(seed / 3));
  else at[key] = value;
}

describe('keys of every object', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    '%s is an unknown key like any other, at every level',
    (key) => {
      const own = `${JSON.stringify(key)}: {"polluted": 1}`;
      const joints = `[{"id": "a", ${own}}]`;
      const effectors = '[{"id": "tip", "parent": "a"}]';
      const targets = `[{"effector": "tip", "position": [0, 0, 0], ${own}}]`;
      const methods = `[{"id": "dls", "params": {${own}}, "targetClamp": {${own}}}]`;
      const tree = `{"joints": ${joints}, "effectors": ${effectors}}`;
      const parsed = parseDocumentText(
        `{"iklab": 1, ${own}, "tree": ${tree}, "targets": ${targets}, "methods": ${methods}}`,
        sampleCatalogue,
      );
      const paths = parsed.ok ? [] : parsed.faults.map(({ path }) => path).sort();
      expect(paths).toEqual(
        [
          key,
          `methods[0].params.${key}`,
          `methods[0].targetClamp.${key}`,
          `targets[0].${key}`,
          `tree.joints[0].${key}`,
        ].sort(),
      );
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );

  test('are not presets or methods', () => {
    for (const id of ['__proto__', 'constructor', 'toString']) {
      expect(documentFaultsText({ iklab: 1, preset: id })).toMatch(/^preset: must be one of/);
      expect(documentFaultsText(smallDocument({ tree: { preset: id } }))).toMatch(
        /^tree.preset: must be/,
      );
      expect(documentFaultsText(smallDocument({ methods: [{ id }] }))).toMatch(
        /^methods\[0\].id: must be/,
      );
    }
  });
});

describe('faults', () => {
  test('are on one line, cut to a maximum length, and without control characters', () => {
    const faults = documentFaultsText(
      smallDocument({ [`a\n\u001b[31m\u009b\u202e${'x'.repeat(500)}`]: 1 }),
    );
    expect(faults).toMatch(/^\["a\\n\\u001b\[31m\\u009b\\u202ex+…"\]: unknown key/);
    expect(faults.length).toBeLessThan(250);
  });
});

test.each(['\u202e', '\u2066', '\u009b'])('a stray %j is shown as an escape', async (stray) => {
  const code = stray.charCodeAt(0).toString(16).padStart(4, '0');
  const text = parseDocumentText(`{"iklab": 1 ${stray}}`, sampleCatalogue);
  const link = await decodeLink(`#s=1.AAAA${stray}`, sampleCatalogue);
  for (const read of [text, link]) {
    const reason = read.ok ? '' : read.faults[0]?.reason;
    expect(reason).toContain(`"\\u${code}"`);
    expect(reason).not.toContain(stray);
  }
});

describe('rejects a document of 1 MiB in less than a second of CPU time:', { tags: 'full' }, () => {
  test.each([
    ['opening brackets', '['.repeat(MIB)],
    ['nested brackets', '['.repeat(MIB / 2) + ']'.repeat(MIB / 2)],
    ['nested objects', filled('', '{"a":', '')],
    ['a long unterminated string', filled('"', 'a', '')],
    ['a long string of escapes', filled('{"name":"', '\\u0041', '"}')],
    ['many targets', filled('{"iklab":1,"targets":[', '{},', '{}]}')],
    ['many start values', filled('{"iklab":1,"start":[', '1,', '1]}')],
    ['many joints', filled('{"iklab":1,"tree":{"joints":[', '{"id":"a"},', '{}],"effectors":[]}}')],
    ['a long number', filled('{"iklab":', '1', '}')],
    [
      'many unknown keys',
      `{${Array.from({ length: 70_000 }, (_, i) => `"k${i}":${i}`).join()},"iklab":1}`,
    ],
    [
      'many parameters',
      `{"iklab":1,"methods":[{"id":"dls","params":{${Array.from({ length: 70_000 }, (_, i) => `"p${i}":0`).join()}}}]}`,
    ],
    ['a long chain of joints', JSON.stringify(smallDocument({ tree: chain(20_000) }))],
  ])('%s', (_, text) => {
    expect(text.length).toBeLessThanOrEqual(MIB);
    const start = process.cpuUsage();
    const parsed = parseDocumentText(text, sampleCatalogue);
    expect(parsed.ok).toBe(false);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6, 'seconds').toBeLessThan(1);
  });
});

function chain(length: number) {
  const joints = Array.from({ length }, (_, i) => ({ id: `j${i}`, parent: `j${i + 1}` }));
  return { joints, effectors: [{ id: 'tip', parent: 'j0' }] };
}
