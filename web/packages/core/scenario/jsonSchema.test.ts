import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSchema } from './jsonSchema.ts';
import { sampleCatalogue } from './methods/testCatalogue.ts';
import { scenarioPreset, scenarioPresetIds } from './presets/presets.ts';
import {
  documentFaultsText,
  parseTestScenario,
  smallDocument,
  validDocumentArbitrary,
} from './testDocuments.ts';
import { fullDocument } from './write.ts';

const isValid = new Ajv({ strict: false }).compile(jsonSchema());

// after a change of the schema: npx vitest run --project unit web/packages/core/scenario/jsonSchema.test.ts -u
test('scenario.schema.json is up to date', async () => {
  const text = `${JSON.stringify(jsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('scenario.schema.json');
});

test('the schema accepts every preset, in full and by name', () => {
  for (const id of scenarioPresetIds) {
    expect(isValid(scenarioPreset(id)?.document), id).toBe(true);
    expect(isValid({ iklab: 1, preset: id })).toBe(true);
  }
});

test('the schema accepts every valid document, short and in full (seed 8)', () => {
  const property = fc.property(validDocumentArbitrary, (document) => {
    const plain = JSON.parse(JSON.stringify(document));
    expect(isValid(plain)).toBe(true);
    expect(isValid(fullDocument(parseTestScenario(plain)))).toBe(true);
  });
  fc.assert(property, { seed: 8, numRuns: 200 });
});

test.each([
  ['an unknown key', smallDocument({ nam: 'x' })],
  ['a missing field', smallDocument({ targets: undefined })],
  ['no method', smallDocument({ methods: [] })],
  ['a number out of range', smallDocument({ run: { timeStep: 0 } })],
  ['an unknown option', smallDocument({ limitPolicy: 'stop' })],
  ['a short vector', smallDocument({ targets: [{ effector: 'tip', position: [1, 2] }] })],
  ['links and points', smallDocument({ tree: { planar: { links: [1], points: [[1, 0]] } } })],
  ['another version', smallDocument({ iklab: 3 })],
  ['a formula without a text', smallDocument({ methods: [{ id: 'formula', params: {} }] })],
  ['a formula without parameters', smallDocument({ methods: [{ id: 'formula' }] })],
])('the schema and the program reject %s', (_, document) => {
  expect(isValid(JSON.parse(JSON.stringify(document)))).toBe(false);
  expect(documentFaultsText(document)).not.toBe('');
});

test('the schema accepts a method with parameters', () => {
  const document = smallDocument({ methods: [{ id: 'dls', params: { lambda: 0.7 } }] });
  expect(isValid(document)).toBe(true);
  expect(sampleCatalogue.methods.map(({ id }) => id)).toContain('dls');
});
