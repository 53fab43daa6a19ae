import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { studyJsonSchema } from './studyJsonSchema.ts';
import { arbitraryStudy, makeSmallTestStudy, studyFaultsText } from './testStudies.ts';

const valid = new Ajv({ strict: false }).compile(studyJsonSchema());
const plain = (document: unknown) => JSON.parse(JSON.stringify(document));

// after a change of the schema: npx vitest run --project unit web/packages/study/studyJsonSchema.test.ts -u
test('study.schema.json is up to date', async () => {
  const text = `${JSON.stringify(studyJsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('study.schema.json');
});

test('the schema accepts every valid document (seed 6)', () => {
  const property = fc.property(arbitraryStudy, (document) => {
    expect(studyFaultsText(document)).toBe('');
    expect(valid(plain(document))).toBe(true);
  });
  fc.assert(property, { seed: 6, numRuns: 200 });
});

test.each([
  ['an unknown key', makeSmallTestStudy({ nam: 'x' })],
  ['a missing scenario', makeSmallTestStudy({ scenario: undefined })],
  ['count 0', makeSmallTestStudy({ count: 0 })],
  ['a fractional seed', makeSmallTestStudy({ seed: 0.5 })],
  ['an unknown sampling', makeSmallTestStudy({ sampling: { kind: 'some' } })],
  [
    'a short vector',
    makeSmallTestStudy({ sampling: { kind: 'box', low: [0, 0], high: [1, 1, 1] } }),
  ],
  [
    'a sweep of one value',
    makeSmallTestStudy({ sweep: [{ path: 'x', from: 0, to: 1, count: 1 }] }),
  ],
  ['another version', makeSmallTestStudy({ iklabStudy: 3 })],
])('schema and parser reject %s', (_, document) => {
  expect(valid(plain(document))).toBe(false);
  expect(studyFaultsText(document)).not.toBe('');
});
