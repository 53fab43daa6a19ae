import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleCatalogue } from './methods/testCatalogue.ts';
import { scenarioPreset, scenarioPresetIds } from './presets/presets.ts';
import { parseTestScenario, smallDocument, validDocumentArbitrary } from './testDocuments.ts';
import { DOCUMENT_VERSIONS } from './versions.ts';
import { compactDocument, fullDocument, type PlainObject } from './write.ts';

const presets = scenarioPresetIds.map((id) => scenarioPreset(id)?.document);
const throughText = (document: PlainObject) => JSON.parse(JSON.stringify(document));

describe('writing a scenario', () => {
  test('and reading it back gives an equal scenario, for any document (seed 2004)', () => {
    const property = fc.property(validDocumentArbitrary, (document) => {
      const scenario = parseTestScenario(document);
      expect(parseTestScenario(throughText(compactDocument(scenario, sampleCatalogue)))).toEqual(
        scenario,
      );
      expect(parseTestScenario(throughText(fullDocument(scenario)))).toEqual(scenario);
    });
    fc.assert(property, { seed: 2004, numRuns: 400 });
  });

  test('and reading it back gives an equal scenario, for every preset', () => {
    for (const document of presets) {
      const scenario = parseTestScenario(document);
      expect(parseTestScenario(throughText(compactDocument(scenario, sampleCatalogue)))).toEqual(
        scenario,
      );
      expect(parseTestScenario(throughText(fullDocument(scenario)))).toEqual(scenario);
    }
  });

  test('compactly omits every default', () => {
    for (const version of DOCUMENT_VERSIONS) {
      const document = smallDocument({ iklab: version });
      expect(compactDocument(parseTestScenario(document), sampleCatalogue, version)).toEqual(
        document,
      );
      const scenario = parseTestScenario(fullDocument(parseTestScenario(document)));
      expect(compactDocument(scenario, sampleCatalogue, version)).toEqual(document);
    }
  });

  test('compactly returns a document without defaults unchanged', () => {
    const document = smallDocument({
      iklab: 2,
      name: 'two',
      start: [0.1, 0.2],
      limitPolicy: 'lock',
      targets: [
        {
          effector: 'tip',
          position: [1, 1, 0],
          orientation: [0, 0, 0, 1],
          tolerance: { position: 0.005, rotation: 0.001 },
          motion: { kind: 'sine', amplitude: [1, 0, 0], period: [2, 1, 1] },
        },
      ],
      methods: [
        { id: 'dls', params: { lambda: 0.7 }, targetClamp: { mode: 'adaptive' }, maxStep: null },
        { id: 'sdls', slot: 8, secondary: { kind: 'rest' } },
      ],
      run: {
        mode: 'converge',
        maxRises: 3,
        restarts: { most: 5, seed: 9007199254740991, from: 'table' },
      },
      view: { up: 'y' },
    });
    expect(compactDocument(parseTestScenario(document), sampleCatalogue)).toEqual(document);
  });

  test('in full includes the defaults', () => {
    const document = fullDocument(parseTestScenario(smallDocument()));
    expect(document).toMatchObject({
      name: '',
      limitPolicy: 'ignore',
      tree: { joints: [{ id: 'a', parent: null, axis: [0, 0, 1], rest: 0, weight: 1 }, {}] },
      targets: [
        { orientation: null, orientationWeight: 1, motion: null, tolerance: null, free: null },
      ],
      methods: [
        {
          id: 'dls',
          label: 'DLS',
          slot: 5,
          params: { lambda: 1.1, damping: 'constant' },
          targetClamp: { mode: 'off', distance: 0.375, angle: Math.PI / 4, rule: 'paper' },
          maxStep: Math.PI / 4,
          maxSlide: null,
          gain: 1,
          secondary: null,
        },
      ],
      run: { mode: 'track', timeStep: 1 / 60, tolerance: 1e-4, maxUpdates: 4000 },
      view: { camera: null, lookAt: null, up: 'z', trail: 'line', meshes: 0 },
    });
  });
});
