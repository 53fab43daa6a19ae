import { expect, test } from 'vitest';
import { MAX_FORMULA_LINES } from '../checks/bounds.ts';
import { faultsText } from '../checks/faults.ts';
import { smallDocument } from '../testDocuments.ts';
import { isHeldFormula } from './formula.ts';
import { makeHeldFormula, parseHoldingFormulas, readHeldFormula } from './heldFormula.ts';
import { sampleCatalogue } from './testCatalogue.ts';
import { sampleFormulas } from './testFormulas.ts';

test('holdingText contains the replaced text and parameters exactly', () => {
  for (const text of ['', 'Δθ = x', '\n  a\n\n# | b\n', sampleFormulas.faulty]) {
    const placeholder = makeHeldFormula(text, { γ: 0.7 });
    expect(readHeldFormula(placeholder)).toEqual({ text, params: { γ: 0.7 } });
    expect(isHeldFormula({ id: 'formula', params: { text: placeholder } })).toBe(true);
  }
  expect(readHeldFormula(sampleFormulas.plain)).toBeNull();
  expect(readHeldFormula(`${makeHeldFormula('a')}\nb`)).toBeNull();
});

test('parseHoldingFormulas accepts valid documents and still rejects other faults', () => {
  const sound = smallDocument({ methods: [{ id: 'dls' }] });
  expect(parseHoldingFormulas(sound, sampleCatalogue)).toMatchObject({ ok: true });
  const faulty = { id: 'formula', params: { text: sampleFormulas.faulty } };
  const faultsOf = (document: unknown) => {
    const read = parseHoldingFormulas(document, sampleCatalogue);
    return read.ok ? '' : faultsText(read.faults);
  };
  expect(faultsOf(smallDocument({ methods: [faulty, { id: 'dls', gain: 0 }] }))).toContain('gain');
  const long = { id: 'formula', params: { text: '?\n'.repeat(MAX_FORMULA_LINES - 1) } };
  expect(faultsOf(smallDocument({ methods: [long] }))).toContain('methods[0].params.text: line 1');
});
