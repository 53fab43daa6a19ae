import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import type { Session } from './session.ts';
import { ViewState } from './viewState.ts';

// the view state reads only the slots of a session
const viewState = (...slots: number[]) =>
  new ViewState(signal({ instances: slots.map((slot) => ({ slot })) } as unknown as Session));

test('hidden panels are not visible, unless all are hidden', () => {
  const view = viewState(1, 4);
  view.hidden.value = [1];
  expect(view.visible.value).toEqual([false, true]);
  view.hidden.value = [1, 4];
  expect(view.visible.value).toEqual([true, true]);
});

test('the last visible panel cannot be hidden; when it is removed, all panels reappear', () => {
  const view = viewState(1, 4);
  view.hide(1, true);
  expect([view.isLast(1), view.isLast(4)]).toEqual([false, true]);
  view.hide(4, true);
  expect(view.hidden.value).toEqual([1]);
  view.keepPanels([1]);
  expect(view.hidden.value).toEqual([]);
});

test('showAlone shows one panel, even a hidden one; a second call restores the others', () => {
  const view = viewState(1, 2, 3);
  view.hidden.value = [3];
  view.showAlone(3);
  expect(view.visible.value).toEqual([false, false, true]);
  view.showAlone(3);
  expect(view.visible.value).toEqual([true, true, false]);
  view.solo.value = 8;
  expect(view.visible.value).toEqual([true, true, false]);
});

test('layout "one" shows the focused panel, or the first one that is not hidden', () => {
  const view = viewState(1, 2, 3);
  view.hidden.value = [1];
  view.layout.value = 'one';
  expect(view.visible.value).toEqual([false, true, false]);
  view.layout.value = 'grid';
  view.focus(3);
  expect([view.layout.value, view.visible.value]).toEqual(['one', [false, false, true]]);
  view.focus(3);
  expect(view.layout.value).toBe('grid');
});

test('removing a panel resets its hidden, inspected and solo state', () => {
  const view = viewState(1, 2);
  view.hidden.value = [2];
  view.inspect(2);
  view.solo.value = 2;
  view.keepPanels([1]);
  expect([view.hidden.value, view.inspected.value, view.solo.value]).toEqual([[], null, null]);
});

test('in a narrow view only the inspected panel is visible, even if hidden', () => {
  const view = viewState(1, 2);
  view.hidden.value = [2];
  view.inspect(2);
  expect(view.visible.value).toEqual([true, false]);
  view.narrow.value = true;
  expect(view.visible.value).toEqual([false, true]);
  view.inspect(2);
  expect(view.visible.value).toEqual([true, false]);
});

test('in a narrow view the panel of the open Why card takes precedence', () => {
  const view = viewState(1, 2);
  view.narrow.value = true;
  view.inspect(2);
  view.why.value = { slot: 1, location: 'pane' };
  expect(view.visible.value).toEqual([true, false]);
  view.keepPanels([1, 2]);
  expect([view.why.value, view.visible.value]).toEqual([null, [false, true]]);
});

test('charts show the inspected panel, otherwise the one shown alone', () => {
  const view = viewState(1, 2, 3);
  expect(view.chartedPanel.value).toBe(-1);
  view.focus(2);
  expect(view.chartedPanel.value).toBe(1);
  view.inspect(3);
  expect(view.chartedPanel.value).toBe(2);
  view.inspect(3);
  view.focus(2);
  expect(view.chartedPanel.value).toBe(-1);
});
