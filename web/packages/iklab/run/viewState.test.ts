import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import type { Session } from './session.ts';
import { ViewState } from './viewState.ts';

// Only the slots of a session are used.
const viewState = (...slots: number[]) =>
  new ViewState(signal({ instances: slots.map((slot) => ({ slot })) } as unknown as Session));

test('what is hidden is not seen, unless nothing would be', () => {
  const made = viewState(1, 4);
  made.hidden.value = [1];
  expect(made.visible.value).toEqual([false, true]);
  made.hidden.value = [1, 4];
  expect(made.visible.value).toEqual([true, true]);
});

test('the last one that is shown stays, and where it goes all come back', () => {
  const made = viewState(1, 4);
  made.hide(1, true);
  expect([made.isLast(1), made.isLast(4)]).toEqual([false, true]);
  made.hide(4, true);
  expect(made.hidden.value).toEqual([1]);
  made.keepPanels([1]);
  expect(made.hidden.value).toEqual([]);
});

test('one alone, hidden or not, and all again', () => {
  const made = viewState(1, 2, 3);
  made.hidden.value = [3];
  made.showAlone(3);
  expect(made.visible.value).toEqual([false, false, true]);
  made.showAlone(3);
  expect(made.visible.value).toEqual([true, true, false]);
  made.solo.value = 8;
  expect(made.visible.value).toEqual([true, true, false]);
});

test('the layout of one pane shows the one that was pressed, else the first that is seen', () => {
  const made = viewState(1, 2, 3);
  made.hidden.value = [1];
  made.layout.value = 'one';
  expect(made.visible.value).toEqual([false, true, false]);
  made.layout.value = 'grid';
  made.focus(3);
  expect([made.layout.value, made.visible.value]).toEqual(['one', [false, false, true]]);
  made.focus(3);
  expect(made.layout.value).toBe('grid');
});

test('a slot that is free again is seen', () => {
  const made = viewState(1, 2);
  made.hidden.value = [2];
  made.inspect(2);
  made.solo.value = 2;
  made.keepPanels([1]);
  expect([made.hidden.value, made.inspected.value, made.solo.value]).toEqual([[], null, null]);
});

test('with little room the inspected one is seen alone, hidden or not', () => {
  const made = viewState(1, 2);
  made.hidden.value = [2];
  made.inspect(2);
  expect(made.visible.value).toEqual([true, false]);
  made.narrow.value = true;
  expect(made.visible.value).toEqual([false, true]);
  made.inspect(2);
  expect(made.visible.value).toEqual([true, false]);
});

test('and the one that is asked about before it', () => {
  const made = viewState(1, 2);
  made.narrow.value = true;
  made.inspect(2);
  made.why.value = { slot: 1, at: 'pane' };
  expect(made.visible.value).toEqual([true, false]);
  made.keepPanels([1, 2]);
  expect([made.why.value, made.visible.value]).toEqual([null, [false, true]]);
});

test('charts follow the one inspected, else the one shown alone', () => {
  const made = viewState(1, 2, 3);
  expect(made.chartedPanel.value).toBe(-1);
  made.focus(2);
  expect(made.chartedPanel.value).toBe(1);
  made.inspect(3);
  expect(made.chartedPanel.value).toBe(2);
  made.inspect(3);
  made.focus(2);
  expect(made.chartedPanel.value).toBe(-1);
});
