import { expect, test } from 'vitest';
import { MAX_FORMULA_LINES } from './bounds.ts';
import { faultsText } from './faults.ts';
import { isHeld } from './formula.ts';
import { makeHeldText, parseHeld, readHeldFormula } from './heldFormula.ts';
import { catalogue } from './testCatalogue.ts';
import { smallDocument } from './testDocuments.ts';
import { formulas } from './testFormulas.ts';

test('holdingText contains the replaced text and parameters exactly', () => {
  for (const text of ['', 'Δθ = x', '\n  a\n\n# | b\n', formulas.faulty]) {
    const placeholder = makeHeldText(text, { γ: 0.7 });
    expect(readHeldFormula(placeholder)).toEqual({ text, params: { γ: 0.7 } });
    expect(isHeld({ id: 'formula', params: { text: placeholder } })).toBe(true);
  }
  expect(readHeldFormula(formulas.plain)).toBeNull();
  expect(readHeldFormula(`${makeHeldText('a')}\nb`)).toBeNull();
});

test('parseHeld accepts valid documents and still rejects other faults', () => {
  const sound = smallDocument({ methods: [{ id: 'dls' }] });
  expect(parseHeld(sound, catalogue)).toMatchObject({ ok: true });
  const faulty = { id: 'formula', params: { text: formulas.faulty } };
  const faultsOf = (document: unknown) => {
    const read = parseHeld(document, catalogue);
    return read.ok ? '' : faultsText(read.faults);
  };
  expect(faultsOf(smallDocument({ methods: [faulty, { id: 'dls', gain: 0 }] }))).toContain('gain');
  const long = { id: 'formula', params: { text: '?\n'.repeat(MAX_FORMULA_LINES - 1) } };
  expect(faultsOf(smallDocument({ methods: [long] }))).toContain('methods[0].params.text: line 1');
});
