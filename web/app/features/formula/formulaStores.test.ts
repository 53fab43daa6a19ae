import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../browser/memoryServices.ts';
import { deleteFormulaDraft, findFormulaDraft, saveFormulaDraft } from './formulaDrafts.ts';
import { deleteSavedFormula, readSavedFormulas, saveFormula } from './savedFormulas.ts';

const browser = (contents = new Map<string, string>()) => ({
  storage: createMemoryStorage(contents),
});

test('a draft is found by its slot and the text that it replaces', () => {
  const services = browser();
  saveFormulaDraft(services, { slot: 2, base: 'a', text: 'ab', time: 1 });
  saveFormulaDraft(services, { slot: 2, base: 'a', text: 'abc', time: 2 });
  expect(findFormulaDraft(services, 2, 'a')?.text).toBe('abc');
  expect(findFormulaDraft(services, 1, 'a')).toBeNull();
  expect(findFormulaDraft(services, 2, 'b')).toBeNull();
  deleteFormulaDraft(services, 2, 'a');
  expect(findFormulaDraft(services, 2, 'a')).toBeNull();
});

test('the oldest draft is deleted when there are too many', () => {
  const services = browser();
  for (let slot = 1; slot <= 12; slot++)
    saveFormulaDraft(services, { slot, base: '', text: '', time: 0 });
  expect(findFormulaDraft(services, 1, '')).toBeNull();
  expect(findFormulaDraft(services, 12, '')).not.toBeNull();
});

test('a formula is stored by name, replaced by the same name, and deleted', () => {
  const services = browser();
  saveFormula(services, 'Mine', 'Δθ = Jᵀe', 1);
  saveFormula(services, 'Other', 'Δθ = J⁺ e', 2);
  saveFormula(services, 'Mine', 'Δθ = 2 Jᵀe', 3);
  expect(readSavedFormulas(services).map(({ name, text }) => [name, text])).toEqual([
    ['Mine', 'Δθ = 2 Jᵀe'],
    ['Other', 'Δθ = J⁺ e'],
  ]);
  deleteSavedFormula(services, readSavedFormulas(services)[0]?.id ?? 0);
  expect(readSavedFormulas(services).map(({ name }) => name)).toEqual(['Other']);
});

test('unreadable stores count as empty, and a full storage returns false', () => {
  const contents = new Map([
    ['iklab.formulas', '{"a": 1}'],
    ['iklab.formula-drafts', '[1, {"slot": "x"}]'],
  ]);
  expect(readSavedFormulas(browser(contents))).toEqual([]);
  expect(findFormulaDraft(browser(contents), 1, '')).toBeNull();
  const full = {
    storage: {
      ...createMemoryStorage(),
      setItem() {
        throw new Error('full');
      },
    },
  };
  expect(saveFormula(full, 'a', 'b')).toBe(false);
});
