import { expect, test } from 'vitest';
import { act, installWindow, renderInto, testPage } from '../../testing.ts';
import { holdStudyTasks } from '../study/testing.ts';
import { MapInScene } from './mapInScene.tsx';

installWindow();

const LABELS = ['First', 'Second', 'Third'];

async function open() {
  const methods = LABELS.map((label, i) => ({ id: 'dls', slot: i + 1, label }));
  const page = await testPage('planar-3-link', { methods });
  await holdStudyTasks(page);
  const view = renderInto(<MapInScene page={page} />);
  /** The methods that the bar of the map names. */
  const named = () => LABELS.filter((label) => view.text.includes(label));
  return { page, view, named };
}

test('names the method whose map is drawn when all methods share one picture', async () => {
  const { page, named } = await open();
  const { layout, inspected, hidden } = page.viewState;
  expect(named()).toEqual([]);
  act(() => {
    layout.value = 'overlay';
  });
  expect(named()).toEqual(['First']);
  act(() => {
    inspected.value = 3;
  });
  expect(named()).toEqual(['Third']);
  act(() => {
    hidden.value = [1, 3];
  });
  expect(named()).toEqual(['Second']); // the inspected one is hidden
});

test('closing the map hides it', async () => {
  const { page, view } = await open();
  page.viewState.mapInScene.value = true;
  view.click('button', 'Close the map');
  expect(page.viewState.mapInScene.value).toBe(false);
});
