import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSchema } from './jsonSchema.ts';
import { scenarioPreset, scenarioPresetIds } from './presets.ts';
import { catalogue } from './testCatalogue.ts';
import { anyDocument, faultsOf, scenarioOf, smallDocument } from './testDocuments.ts';
import { fullDocument } from './write.ts';

const valid = new Ajv({ strict: false }).compile(jsonSchema());

// After a change of the schema: npx vitest run --project unit
// web/packages/iklab/scenario/jsonSchema.test.ts -u
test('scenario.schema.json is that of the program', async () => {
  const text = `${JSON.stringify(jsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('scenario.schema.json');
});

test('the schema takes every preset and every short form of one', () => {
  for (const id of scenarioPresetIds) {
    expect(valid(scenarioPreset(id)?.document), id).toBe(true);
    expect(valid({ iklab: 1, preset: id })).toBe(true);
  }
});

test('the schema takes every valid document, short and in full (seed 8)', () => {
  const property = fc.property(anyDocument, (document) => {
    const plain = JSON.parse(JSON.stringify(document));
    expect(valid(plain)).toBe(true);
    expect(valid(fullDocument(scenarioOf(plain)))).toBe(true);
  });
  fc.assert(property, { seed: 8, numRuns: 200 });
});

test.each([
  ['an unknown key', smallDocument({ nam: 'x' })],
  ['a missing part', smallDocument({ targets: undefined })],
  ['no method', smallDocument({ methods: [] })],
  ['a number out of range', smallDocument({ run: { timeStep: 0 } })],
  ['a word that is not offered', smallDocument({ limitPolicy: 'stop' })],
  ['a short vector', smallDocument({ targets: [{ effector: 'tip', position: [1, 2] }] })],
  ['links and points', smallDocument({ tree: { planar: { links: [1], points: [[1, 0]] } } })],
  ['another version', smallDocument({ iklab: 3 })],
  ['a formula without a text', smallDocument({ methods: [{ id: 'formula', params: {} }] })],
  ['a formula of numbers alone', smallDocument({ methods: [{ id: 'formula' }] })],
])('the schema refuses what the program refuses: %s', (_, document) => {
  expect(valid(JSON.parse(JSON.stringify(document)))).toBe(false);
  expect(faultsOf(document)).not.toBe('');
});

test('the parameters of methods are free there', () => {
  const document = smallDocument({ methods: [{ id: 'dls', params: { lambda: 0.7 } }] });
  expect(valid(document)).toBe(true);
  expect(catalogue.methods.map(({ id }) => id)).toContain('dls');
});
