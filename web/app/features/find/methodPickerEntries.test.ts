import { addMethod, applyDocumentEdit, replaceMethod } from '@iklab/core/document/edits';
import { withCardTexts } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import type { Scenario } from '@iklab/core/scenario';
import { methodPresets } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { expect, test } from 'vitest';
import { matchesQuery } from '../../ui/search.ts';
import {
  findPickerEntry,
  getMethodSearchTexts,
  listMethodPickerEntries,
  METHOD_PICKER_GROUPS,
  slotOfPickerEntry,
} from './methodPickerEntries.ts';

const catalogue = withCardTexts((await testEngine()).catalogue);
const all = listMethodPickerEntries(catalogue);

function scene(...ids: string[]): Scenario {
  const methods = ids.map((id) => ({ id }));
  const read = parseScenarioDocument({ iklab: 1, preset: 'y', methods }, catalogue);
  if (!read.ok) throw new Error(read.faults[0]?.reason);
  return read.value;
}
function sound<T>(result: { ok: true; value: T } | { ok: false }): T {
  if (!result.ok) throw new Error('refused');
  return result.value;
}

test('every method and method preset is listed once, in a visible group', () => {
  const ids = [...catalogue.methods.map(({ id }) => id), ...methodPresets.map(({ id }) => id)];
  expect(all.map(({ id }) => id).sort()).toEqual(ids.sort());
  const groups = METHOD_PICKER_GROUPS.map(({ id }) => id);
  for (const { row } of all) expect(groups).toContain(row.group);
});

test('finds a method by the words of its acronym and by an author of its paper', () => {
  const foundBy = (query: string) =>
    all.filter((pick) => matchesQuery(query, getMethodSearchTexts(pick))).map(({ id }) => id);
  expect(foundBy('selectively damped')).toContain('sdls');
  expect(foundBy('cyclic coordinate')).toContain('ccd');
  expect(foundBy('wampler')).toContain('dls');
  expect(foundBy('no such thing')).toEqual([]);
});

test('a panel is matched to its entry by its parameters', () => {
  for (const { id } of all) {
    const [panel] = scene(id).methods;
    expect(panel && findPickerEntry(panel, all)?.id, id).toBe(id);
  }
});

test('the colour shown for an entry is the one that the added method gets', () => {
  for (const start of [scene('sdls'), scene('dls', 'ccd', 'transpose', 'fabrik')])
    for (const pick of all) {
      const slot = slotOfPickerEntry(pick, start.methods);
      const more = sound(applyDocumentEdit(start, addMethod(pick.id, start, catalogue), catalogue));
      expect(more.methods.at(-1)?.slot, pick.id).toBe(slot);
    }
});

test('replacing a method keeps its position and colour', () => {
  const start = scene('transpose', 'sdls', 'dls');
  const next = sound(
    applyDocumentEdit(start, replaceMethod(1, 'ccd', start, catalogue), catalogue),
  );
  expect(next.methods.map(({ id }) => id)).toEqual(['transpose', 'ccd', 'dls']);
  expect(next.methods.map(({ slot }) => slot)).toEqual(start.methods.map(({ slot }) => slot));
  expect(next.methods[1]?.label).toBe('CCD');
});
