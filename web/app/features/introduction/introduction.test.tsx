import { expect, test } from 'vitest';
import { act, click, installWindow, renderInto, testPage, wordsOf } from '../../testing.ts';
import { hasAllToolsEnabled, isNonIntroductionToolOpen } from './allTools.ts';
import { Introduction, IntroductionPanel } from './introduction.tsx';
import { methodFullNames } from './methodFullNames.ts';

installWindow();

async function introduced() {
  const page = await testPage('double-y');
  page.viewState.introducing.value = true;
  return { page, view: renderInto(<Introduction page={page} session={page.session} />) };
}

test('shows what the page is, and a state for each method', async () => {
  const { page, view } = await introduced();
  expect(wordsOf(view.get('heading', 'Inverse kinematics, side by side'))).not.toBe('');
  const names = page.session.instances.map(({ label }) => label.value);
  expect(wordsOf(view.get('complementary', 'Introduction'))).toMatch(new RegExp(names.join('.*')));
  expect(view.get('complementary', 'Introduction').querySelectorAll('.state')).toHaveLength(
    names.length,
  );
});

test('the label of a method has its full name as tooltip', async () => {
  const { page } = await introduced();
  const names = methodFullNames(page.doc.catalogue);
  const view = renderInto(<IntroductionPanel page={page} session={page.session} names={names} />);
  const titles = [...view.element.querySelectorAll('.card > b')].map((each) =>
    each.getAttribute('title'),
  );
  expect(titles).toContain('Selectively damped least squares');
  expect(titles).not.toContain(null);
});

test('All tools closes the introduction and is remembered for later visits', async () => {
  const { page, view } = await introduced();
  expect(hasAllToolsEnabled(page)).toBe(false);
  click(view.get('button', 'All tools'));
  expect(page.viewState.introducing.value).toBe(false);
  expect(hasAllToolsEnabled(page)).toBe(true);
});

test('counts as tool use: inspecting, editing a method, the map, the charts tab', async () => {
  const { page } = await introduced();
  expect(isNonIntroductionToolOpen(page.viewState)).toBe(false);
  for (const open of [
    () => page.viewState.inspect(1),
    () => (page.viewState.writing.value = 1),
    () => (page.viewState.mapInScene.value = true),
    () => (page.viewState.tab.value = 'charts'),
  ]) {
    const before = page.viewState;
    act(open);
    expect(isNonIntroductionToolOpen(before)).toBe(true);
    act(() => {
      before.inspected.value = before.writing.value = null;
      before.mapInScene.value = false;
      before.tab.value = 'views';
    });
  }
});
