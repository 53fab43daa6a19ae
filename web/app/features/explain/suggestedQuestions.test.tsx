/** Suggestions below the story: each is carried out by one click. */
import { expect, test } from 'vitest';
import { click, installWindow, renderInto, testPage } from '../../testing.ts';
import { SuggestedQuestions } from './suggestedQuestions.tsx';

installWindow();

const suggestions = async () => {
  const page = await testPage('four-ways');
  const view = renderInto(<SuggestedQuestions page={page} session={page.session} />);
  return { page, view };
};

test('moves a target by an edit that Undo reverts', async () => {
  const { page, view } = await suggestions();
  const before = page.scenario.targets;
  click(view.get('button', 'Move one out of reach'));
  expect(page.scenario.targets).not.toEqual(before);
  page.undo();
  expect(page.scenario.targets).toEqual(before);
});

test('adds methods by an edit, and leaves playing to the new run', async () => {
  const { page, view } = await suggestions();
  click(view.get('button', 'Add CCD and FABRIK to the scene'));
  expect(page.scenario.methods.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['ccd', 'fabrik']),
  );
  expect(page.togglePlaying).not.toHaveBeenCalled();
});
