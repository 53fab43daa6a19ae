import { expect, test } from 'vitest';
import { act, enter, installWindow, renderInto, testPage, wordsOf } from '../../testing.ts';
import { CommandPalette } from './commandPalette.tsx';

installWindow();

async function palette() {
  const page = await testPage('y');
  const view = renderInto(<CommandPalette page={page} close={() => {}} />);
  const field = view.get<HTMLInputElement>('combobox', 'Search commands, scenes and methods');
  const find = (text: string) => act(() => enter(field, text));
  const headings = () =>
    [...view.element.querySelectorAll('[role=group]')].map((each) =>
      each.getAttribute('aria-label'),
    );
  const options = () => [...view.element.querySelectorAll('[role=option]')].map(wordsOf);
  return { find, headings, options };
}

test('lists commands, some scenes and methods, and view commands, each under its heading', async () => {
  const { headings, options } = await palette();
  expect(headings()).toEqual(['Commands', 'Scenes', 'Methods', 'View and playback']);
  expect(options()[0]).toContain('Open');
  expect(options().length).toBeLessThan(50);
  expect(options().join()).not.toContain('command');
});

test('puts the group of the best hit first', async () => {
  const { find, headings, options } = await palette();
  await find('wrist');
  expect(headings()[0]).toBe('Scenes');
  expect(options()[0]).toContain('Wrist singularity');
  await find('layout');
  expect(headings()[0]).toBe('View and playback');
  await find('no such thing at all');
  expect(headings()).toEqual([]);
});

test.each([
  ['singularity', 'Elbow singularity'],
  ['unreachable', 'Map the targets'],
  ['circle', 'Follow a path'],
  ['BVH', 'Open a file'],
  ['BibTeX', 'Share the scene'],
  ['fanuc', 'Open a file'],
  ['snake', 'Chain of 40'],
  ['failure', 'A target out of reach'],
  ['tuning', 'Sweep a parameter'],
])('“%s” finds %s', async (query, name) => {
  const { find, options } = await palette();
  await find(query);
  expect(options().some((each) => each.includes(name))).toBe(true);
});
