/** Suggestions below the story: each is carried out by one click. */
import { expect, test } from 'vitest';
import { click, installWindow, renderInto, testPage } from '../../testing.ts';
import { Questions } from './questionList.tsx';

installWindow();

const suggestions = async () => {
  const page = await testPage('four-ways');
  const view = renderInto(<Questions page={page} session={page.session} />);
  return { page, view };
};

test('resumes a paused run when a suggestion moves a target', async () => {
  const { page, view } = await suggestions();
  page.advance(3);
  click(view.get('button', 'Move one out of reach'));
  expect(page.playing.value).toBe(true);
});

test('does not pause a running run when a suggestion moves a target', async () => {
  const { page, view } = await suggestions();
  page.playing.value = true;
  click(view.get('button', 'Move one out of reach'));
  expect(page.playing.value).toBe(true);
});

test('leaves playing to the new run when a suggestion adds methods', async () => {
  const { page, view } = await suggestions();
  click(view.get('button', 'Add CCD and FABRIK to the scene'));
  expect(page.togglePlaying).not.toHaveBeenCalled();
});
