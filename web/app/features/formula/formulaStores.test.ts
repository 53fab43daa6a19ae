import { expect, test } from 'vitest';
import { memoryStorage } from '../../browser/memoryServices.ts';
import { draftOf, dropDraft, keepDraft } from './formulaDrafts.ts';
import { forgetFormula, keepFormula, keptFormulas } from './keptFormulas.ts';

const browser = (contents = new Map<string, string>()) => ({ storage: memoryStorage(contents) });

test('a draft is found by its slot and the text that it replaces', () => {
  const services = browser();
  keepDraft(services, { slot: 2, base: 'a', text: 'ab', time: 1 });
  keepDraft(services, { slot: 2, base: 'a', text: 'abc', time: 2 });
  expect(draftOf(services, 2, 'a')?.text).toBe('abc');
  expect(draftOf(services, 1, 'a')).toBeNull();
  expect(draftOf(services, 2, 'b')).toBeNull();
  dropDraft(services, 2, 'a');
  expect(draftOf(services, 2, 'a')).toBeNull();
});

test('the oldest draft is deleted when there are too many', () => {
  const services = browser();
  for (let slot = 1; slot <= 12; slot++) keepDraft(services, { slot, base: '', text: '', time: 0 });
  expect(draftOf(services, 1, '')).toBeNull();
  expect(draftOf(services, 12, '')).not.toBeNull();
});

test('a formula is stored by name, replaced by the same name, and deleted', () => {
  const services = browser();
  keepFormula(services, 'Mine', 'Δθ = Jᵀe', 1);
  keepFormula(services, 'Other', 'Δθ = J⁺ e', 2);
  keepFormula(services, 'Mine', 'Δθ = 2 Jᵀe', 3);
  expect(keptFormulas(services).map(({ name, text }) => [name, text])).toEqual([
    ['Mine', 'Δθ = 2 Jᵀe'],
    ['Other', 'Δθ = J⁺ e'],
  ]);
  forgetFormula(services, keptFormulas(services)[0]?.id ?? 0);
  expect(keptFormulas(services).map(({ name }) => name)).toEqual(['Other']);
});

test('unreadable stores count as empty, and a full storage returns false', () => {
  const contents = new Map([
    ['iklab.formulas', '{"a": 1}'],
    ['iklab.formula-drafts', '[1, {"slot": "x"}]'],
  ]);
  expect(keptFormulas(browser(contents))).toEqual([]);
  expect(draftOf(browser(contents), 1, '')).toBeNull();
  const full = {
    storage: {
      ...memoryStorage(),
      setItem() {
        throw new Error('full');
      },
    },
  };
  expect(keepFormula(full, 'a', 'b')).toBe(false);
});
