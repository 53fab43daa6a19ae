import type { PublishedTable } from '@iklab/study/published';
import { expect, test, vi } from 'vitest';
import { installWindow, renderInto, testPage } from '../../testing.ts';
import { publishedResultsState } from './publishedResultsState.ts';
import { publishedTableStudyKind } from './publishedTableStudyKind.tsx';

installWindow();

const variant = (id: string) => ({ id, label: id, about: `About ${id}.`, numbers: 1 });

/** Renders the form of a table without figures. */
async function form(variants: readonly string[], sample = { full: 0, quick: 0 }) {
  const table = {
    ...{ id: 'table', title: 'Table', seconds: 1, sample },
    variants: variants.map(variant),
    parts: () => [],
  } as Partial<PublishedTable> as PublishedTable;
  const page = await testPage('y');
  const state = publishedResultsState(page);
  const begin = vi.spyOn(state, 'begin').mockImplementation(() => new Promise(() => {}));
  const { Form } = publishedTableStudyKind(table) as Required<
    ReturnType<typeof publishedTableStudyKind>
  >;
  const view = renderInto(<Form page={page} studyFromUrl={null} />);
  return { view, state, table, begin };
}

test('offers the variants of a table only if there are several', async () => {
  const one = await form(['printed']);
  expect(one.view.has('radiogroup', 'Variant')).toBe(false);
  expect(one.view.text).toBe('About printed.');
  const two = await form(['printed', 'program']);
  expect(two.view.within('radiogroup', 'Variant').names('radio')).toEqual(['printed', 'program']);
});

test('choosing a variant describes and computes it', async () => {
  const { view, state, table, begin } = await form(['printed', 'program']);
  expect(begin).toHaveBeenCalledTimes(1);
  view.click('radio', 'program');
  expect(state.choiceOf(table).variant).toBe('program');
  expect(view.text).toContain('About program.');
  expect(begin).toHaveBeenCalledTimes(2);
});

test('offers a quick and a full sample only if the table has one', async () => {
  expect((await form(['printed'])).view.has('radiogroup', 'Sample')).toBe(false);
  const { view, state, table } = await form(['printed'], { full: 5000, quick: 200 });
  const options = view.within('radiogroup', 'Sample');
  expect(options.names('radio').map((name) => name.replace(/\D/g, ''))).toEqual(['200', '5000']);
  options.click('radio', /^5/);
  expect(state.choiceOf(table).sample).toBe(5000);
});
