/** The line between panes and charts. */
import { makePhrase } from '@iklab/core/format/words';
import { expect, test } from 'vitest';
import { act, installWindow, renderInto, testPage } from '../testing.ts';
import { StoryBar } from './storyBar.tsx';

installWindow();

test('does not describe the run while the views show the pose of the Joints panel', async () => {
  const page = await testPage('planar-3-link');
  page.story.value = [makePhrase`DLS reached the target.`];
  const view = renderInto(<StoryBar page={page} session={page.session} />);
  expect(view.text).toContain('DLS reached the target.');
  act(() => {
    page.viewState.jog.value = { values: [0, 0, 0], joint: 0 };
  });
  expect(view.text).toContain('pose in the Joints panel');
  expect(view.text).not.toContain('DLS reached the target.');
});
