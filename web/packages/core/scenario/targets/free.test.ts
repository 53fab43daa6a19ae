/** Targets with unconstrained axes: parsing, writing, links and queries. */
import { describe, expect, test } from 'vitest';
import { decodeLink, encodeLink } from '../link/codec.ts';
import { sampleCatalogue } from '../methods/testCatalogue.ts';
import { parseTestScenario } from '../testDocuments.ts';
import { makeTargetDocument } from '../testParts.ts';
import { compactDocument, fullDocument, type PlainObject } from '../write.ts';
import { hasOrientationRows, normalizeTargetFreedom, withoutFreeRotation } from './free.ts';

const turned = { orientation: [0, 0, 0, 1] };
const frees: readonly (readonly [PlainObject, PlainObject | null])[] = [
  [{}, null],
  [{ position: [], orientation: [] }, null],
  [{ frame: 'target' }, null],
  [{ position: ['z', 'x'] }, { position: ['x', 'z'] }],
  [{ orientation: ['y'] }, { orientation: ['y'] }],
  [{ orientation: { spin: [0, 2, 0] }, frame: 'target' }, { orientation: { spin: [0, 2, 0] } }],
  [
    { position: ['x'], orientation: { cone: { axis: [1, 0, 0], angle: 0.3 } }, frame: 'target' },
    { position: ['x'], orientation: { cone: { axis: [1, 0, 0], angle: 0.3 } }, frame: 'target' },
  ],
];

describe('free', () => {
  test.each(frees)(
    '%j is written as %j, and reads back equal from document and link',
    async (free, written) => {
      const scenario = parseTestScenario(makeTargetDocument({ ...turned, free }));
      const [plain] = compactDocument(scenario, sampleCatalogue).targets as PlainObject[];
      expect(plain?.free).toEqual(written ?? undefined);
      expect(parseTestScenario(fullDocument(scenario))).toEqual(scenario);
      const opened = await decodeLink(await encodeLink(scenario, sampleCatalogue), sampleCatalogue);
      expect(opened).toMatchObject({ ok: true, value: { scenario } });
    },
  );

  test('is null if the document omits it', () => {
    const [first] = parseTestScenario(makeTargetDocument({})).targets;
    expect(first?.free).toBeNull();
  });

  test('leaves orientation rows unless the whole orientation is free', () => {
    const of = (free: PlainObject) =>
      parseTestScenario(makeTargetDocument({ ...turned, free })).targets.map(hasOrientationRows)[0];
    expect(of({})).toBe(true);
    expect(of({ orientation: ['x', 'z'] })).toBe(true);
    expect(of({ orientation: ['x', 'z', 'y'] })).toBe(false);
    expect(of({ orientation: { spin: [1, 0, 0] } })).toBe(true);
    expect(parseTestScenario(makeTargetDocument({})).targets.map(hasOrientationRows)).toEqual([
      false,
    ]);
  });

  test('freeWithoutTurn keeps a free position in the world frame, without the orientation', () => {
    const free = normalizeTargetFreedom({ position: ['x'], orientation: ['x'], frame: 'world' });
    expect(withoutFreeRotation(free)).toEqual({ position: ['x'], orientation: [], frame: 'world' });
    expect(withoutFreeRotation(free && { ...free, frame: 'target' })).toBeNull();
    expect(withoutFreeRotation(null)).toBeNull();
  });
});
