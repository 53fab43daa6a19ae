import { Editor } from '@iklab/core/document';
import { applyDocumentEdit, type DocumentEdit } from '@iklab/core/document/edits';
import { panelKnots, readKnotFilter } from '@iklab/core/document/knotFilter';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { logSpacedSamples } from '@iklab/core/measure';
import { ViewState } from '@iklab/run/session';
import type { FilterChartLayout } from '@iklab/scene/chart';
import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FilterEditing } from './filterEditing.ts';
import { moveKnot } from './knotEdits.ts';

const { catalogue } = await testEngine();
const engine = await testEngine();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LAMBDA = 0.5;

/** Returns a bend on a document that really edits, with the filter chart of DLS. */
function bending(
  methods: readonly object[] = [{ id: 'transpose' }, { id: 'dls', slot: 3, label: 'DLS' }],
) {
  const editor = new Editor(makePresetTestScene('y', engine, { methods }).scenario);
  const doc = {
    catalogue,
    editor,
    edit(label: string, change: DocumentEdit, merge?: string) {
      const next = applyDocumentEdit(editor.scenario.peek(), change, catalogue);
      if (!next.ok) return next.faults;
      editor.edit(label, () => next.value, merge);
      return [];
    },
  };
  const across = [-2, 1] as const;
  const filter = logSpacedSamples(across).map((sigma) => sigma / (sigma ** 2 + LAMBDA ** 2));
  const chosen = { slot: 3, label: 'DLS', instance: 1, filter };
  const place = {
    picture: signal({ across, upward: [-2, 2], chosen } as unknown as FilterChartLayout),
    slot: signal<number | null>(null),
    showPanelOfSlot: (slot: number) => {
      place.slot.value = slot;
    },
    stretch: vi.fn(),
  };
  const viewState = new ViewState(signal(null));
  const bend = new FilterEditing({ doc, viewState }, place);
  const panels = () => editor.scenario.peek().methods;
  const up = (factor: number) => {
    const now = bend.knots.peek();
    const { sigma, tau } = now[3] as { sigma: number; tau: number };
    bend.bend(moveKnot(now, 3, { sigma, tau: tau * factor }));
  };
  return { bend, editor, place, viewState, panels, up };
}

test('knots lie on the filter curve, and pressing a knot without moving it edits nothing', () => {
  const { bend, editor } = bending();
  expect(bend.knots.value).toHaveLength(7);
  for (const { sigma, tau } of bend.knots.value)
    expect(tau).toBeCloseTo(sigma / (sigma ** 2 + LAMBDA ** 2), 9);
  bend.begin();
  bend.end();
  expect(editor.canUndo.value).toBe(false);
});

test('the first move adds a bent copy of the method with its settings, and selects the copy', () => {
  const clamp = { mode: 'fixed', distance: 0.25 };
  const { bend, panels, place, viewState, up } = bending([
    { id: 'transpose' },
    { id: 'dls', slot: 3, label: 'DLS', targetClamp: clamp, gain: 0.5 },
  ]);
  viewState.inspected.value = 3;
  viewState.layout.value = 'one';
  bend.begin();
  up(1.5);
  const added = panels()[2];
  expect(panels()).toHaveLength(3);
  expect(added).toMatchObject({ id: 'formula', label: 'DLS, bent', gain: 0.5, targetClamp: clamp });
  expect([place.slot.value, viewState.inspected.value]).toEqual([added?.slot, added?.slot]);
  expect(viewState.layout.value).toBe('one');
  expect(bend.panel.value).toBe(added);
});

test('one drag is one undo step; its text holds the knots; undo selects the method again', () => {
  const { bend, panels, editor, place, up } = bending();
  bend.begin();
  for (let i = 0; i < 5; i++) {
    up(1.1);
    vi.advanceTimersByTime(200);
  }
  const run = panels()[2]?.params;
  expect(Object.keys(run ?? {})).toEqual(expect.arrayContaining(['text', 'τ₄'])); // the text stays while dragging
  bend.end();
  const { text } = panels()[2]?.params ?? {};
  expect(readKnotFilter(String(text))?.knots).toEqual(bend.knots.value);
  expect(panelKnots(panels()[2] as never)?.[3]?.tau).toBeCloseTo(1.1 ** 5 * 1, 1);
  editor.undo();
  expect(panels()).toHaveLength(2);
  expect(place.slot.value).toBe(3);
  expect(bend.knots.value).toHaveLength(7);
  editor.redo();
  expect(panels()[2]?.params.text).toBe(text);
});

test('bending again edits the same panel, even after reopening; key moves merge until a pause', () => {
  const first = bending();
  first.bend.begin();
  first.up(1.5);
  first.bend.end();
  const { slot } = first.panels()[2] ?? {};
  const again = bending(first.panels());
  again.place.slot.value = slot ?? null;
  expect(again.bend.knots.value).toEqual(first.bend.knots.value);
  for (let i = 0; i < 3; i++) {
    again.up(1.2);
    again.bend.endSoon();
    vi.advanceTimersByTime(150);
  }
  vi.advanceTimersByTime(1000);
  expect(again.panels()).toHaveLength(3);
  again.editor.undo();
  expect(again.editor.canUndo.value).toBe(false);
  expect(again.bend.knots.value).toEqual(first.bend.knots.value);
});

test('reports why it cannot bend when the scene already has eight methods', () => {
  const many = Array.from({ length: 7 }, (_, i) => ({ id: 'dls', label: `DLS ${i}`, slot: i + 1 }));
  const { bend, up, panels } = bending([...many, { id: 'transpose', slot: 8 }]);
  bend.begin();
  up(2);
  expect(bend.refused.value).toMatch(/^The scene has the maximum of 8 methods/);
  bend.end();
  expect(panels()).toHaveLength(8);
});

test('the axes leave room above the curve, and do not change while a knot is dragged', () => {
  const { bend, place } = bending();
  const [ranges] = place.stretch.mock.calls[0] as [(...fitted: number[][]) => number[][]];
  expect(ranges([-2, 1], [-1, 2])[1]?.[1]).toBeCloseTo(2.6, 1);
  bend.begin();
  expect(ranges([-3, 2], [-4, 4])).toEqual([
    [-2, 1],
    [-2, 2],
  ]);
  bend.end();
  bend.close();
  expect(place.stretch).toHaveBeenLastCalledWith(null);
});
