import type { DocumentDraft, DocumentEdit } from '@iklab/core/document/edits';
import type { Fault } from '@iklab/core/scenario';
import type { CatalogueParam, MethodRow } from '@iklab/core/scenario/methods';
import { readHeldFormula } from '@iklab/core/scenario/methods/heldFormula';
import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../browser/memoryServices.ts';
import type { Page } from '../../page.ts';
import { findFormulaDraft, saveFormulaDraft } from './formulaDrafts.ts';
import { addFormulaToPage, createFormulaPanelAccess, renameFormula } from './formulaPanelAccess.ts';
import { readTestFormula } from './testReadFormula.ts';

const param = (key: string, initial: number): CatalogueParam => ({
  key,
  unit: '',
  min: 0,
  max: 10,
  initial,
  scale: 'linear',
  options: [],
  when: null,
});
const rowOf = (...params: CatalogueParam[]) => ({ id: 'formula', params }) as unknown as MethodRow;

const services = { storage: createMemoryStorage() };
const dls = { id: 'dls', label: 'DLS', slot: 4, params: {}, targetClamp: { mode: 'off' } };
const mine = {
  id: 'formula',
  label: 'Mine',
  slot: 7,
  params: { text: 'Δθ = V σ', a: 1, b: 5 },
  targetClamp: { mode: 'fixed' },
};

/** A page that applies every edit for which `refused` returns no faults. */
function pageWith(methods: object[], refused: (draft: DocumentDraft) => Fault[] = () => []) {
  const scenario = signal({ methods });
  const edits: string[] = [];
  const doc = {
    catalogue: {
      readFormula: (text: string) => ({
        ...readTestFormula(text),
        row: rowOf(param('a', 1), param('b', 1)),
      }),
    },
    engine: { loadFullModule: async () => undefined },
    loadPart: (load: Promise<unknown>) => load,
    session: signal(null),
    notice: signal(null),
    editor: { scenario, closeStep: () => undefined },
    edit(label: string, change: DocumentEdit) {
      const draft = structuredClone(scenario.peek()) as unknown as DocumentDraft;
      change(draft);
      const faults = refused(draft);
      if (faults.length > 0) return faults;
      edits.push(label);
      const slots = draft.methods.map(({ slot }, i) => slot ?? i + 1);
      scenario.value = { methods: draft.methods.map((each, i) => ({ ...each, slot: slots[i] })) };
      return [];
    },
  };
  const page = { doc, viewState: { writing: signal(null) }, scope: { services } };
  return { page: page as unknown as Page, doc, edits, scenario };
}

test('panel returns the formula of a slot, or null for other methods', () => {
  const host = createFormulaPanelAccess(pageWith([dls, mine]).page);
  expect(host.panel(7)).toEqual({ label: 'Mine', text: 'Δθ = V σ' });
  expect([host.panel(4), host.panel(1)]).toEqual([null, null]);
});

test('put keeps only parameters that differ from their defaults', () => {
  const { page, scenario } = pageWith([dls, mine]);
  expect(createFormulaPanelAccess(page).setText(7, 'Δθ = V e', false)).toBeNull();
  expect(scenario.value.methods[1]).toMatchObject({ params: { text: 'Δθ = V e', b: 5 } });
  expect(scenario.value.methods[1]).not.toMatchObject({ params: { a: 1 } });
});

test('put reports a target clamp that the formula cannot have, and can remove it', () => {
  const clamped = ({ methods }: DocumentDraft): Fault[] =>
    methods[1]?.targetClamp.mode === 'off'
      ? []
      : [{ path: 'methods[1].targetClamp.mode', reason: 'must be off' }];
  const { page, scenario } = pageWith([dls, mine], clamped);
  const host = createFormulaPanelAccess(page);
  expect(host.setText(7, 'Δθ = V e', false)).toMatchObject({ clamped: true });
  expect(host.setText(7, 'Δθ = V e', true)).toBeNull();
  expect(scenario.value.methods[1]).toMatchObject({ targetClamp: { mode: 'off' } });
});

test('addFormula adds a formula or replaces a slot, opens its text and drops an old draft', async () => {
  const { page, scenario } = pageWith([dls, mine]);
  saveFormulaDraft(services, { slot: 3, base: 'Δθ = V σ', text: 'Δθ = ', time: 0 });
  expect(await addFormulaToPage(page, { label: 'Mine', text: 'Δθ = V σ' })).toBe(true);
  expect(findFormulaDraft(services, 3, 'Δθ = V σ')).toBeNull();
  expect(scenario.value.methods[2]).toMatchObject({
    label: 'Mine 2',
    params: { text: 'Δθ = V σ' },
  });
  expect(page.viewState.writing.value).toBe(3);
  expect(await addFormulaToPage(page, { label: 'Other', text: 'Δθ = V σ' }, 4)).toBe(true);
  expect(scenario.value.methods[0]).toMatchObject({ id: 'formula', label: 'Other', slot: 4 });
});

test('addFormula stores an invalid text in a placeholder formula', async () => {
  const { page } = pageWith([dls]);
  expect(await addFormulaToPage(page, { label: 'Mine', text: 'Δθ = lamda' })).toBe(true);
  const slot = page.viewState.writing.value ?? 0;
  const { text = '' } = createFormulaPanelAccess(page).panel(slot) ?? {};
  expect(readHeldFormula(text)).toEqual({ text: 'Δθ = lamda', params: {} });
});

test('addFormula shows a notice if the scene rejects the formula', async () => {
  const { page, doc } = pageWith([dls], () => [{ path: 'methods[1].id', reason: 'is unknown' }]);
  expect(await addFormulaToPage(page, { label: 'Mine', text: 'Δθ = V σ' })).toBe(false);
  expect(doc.notice.value).not.toBeNull();
});

test('renameFormula changes the label', () => {
  const { page, scenario } = pageWith([mine]);
  renameFormula(page, 7, 'Better');
  expect(scenario.value.methods[0]).toMatchObject({ label: 'Better' });
});
