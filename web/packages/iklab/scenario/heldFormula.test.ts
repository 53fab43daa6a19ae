import { expect, test } from 'vitest';
import { MAX_FORMULA_LINES } from './bounds.ts';
import { faultsText } from './faults.ts';
import { isHeld } from './formula.ts';
import { heldFormula, holdingText, parseHeld } from './heldFormula.ts';
import { catalogue } from './testCatalogue.ts';
import { smallDocument } from './testDocuments.ts';
import { formulas } from './testFormulas.ts';

test('a text that holds still carries the one that it is in place of, to the letter', () => {
  for (const text of ['', 'Δθ = x', '\n  a\n\n# | b\n', formulas.faulty]) {
    const still = holdingText(text, { γ: 0.7 });
    expect(heldFormula(still)).toEqual({ text, params: { γ: 0.7 } });
    expect(isHeld({ id: 'formula', params: { text: still } })).toBe(true);
  }
  expect(heldFormula(formulas.plain)).toBeNull();
  expect(heldFormula(`${holdingText('a')}\nb`)).toBeNull();
});

test('a document with other faults is refused as ever, and one without is as it is', () => {
  const sound = smallDocument({ methods: [{ id: 'dls' }] });
  expect(parseHeld(sound, catalogue)).toMatchObject({ ok: true });
  const faulty = { id: 'formula', params: { text: formulas.faulty } };
  const told = (document: unknown) => {
    const read = parseHeld(document, catalogue);
    return read.ok ? '' : faultsText(read.faults);
  };
  expect(told(smallDocument({ methods: [faulty, { id: 'dls', gain: 0 }] }))).toContain('gain');
  const long = { id: 'formula', params: { text: '?\n'.repeat(MAX_FORMULA_LINES - 1) } };
  expect(told(smallDocument({ methods: [long] }))).toContain('methods[0].params.text: line 1');
});
