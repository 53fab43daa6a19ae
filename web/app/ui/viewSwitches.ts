import type { EditableDocument } from '@iklab/core/document';
import { setViewTrail } from '@iklab/core/document/edits';
import type { ViewState } from '@iklab/run/session';
import type { Signal } from '@preact/signals';

export const toggleSignal = (on: Signal<boolean>): void => {
  on.value = !on.peek();
};

/** Shows or hides all solutions. On a phone, also opens the tab with the solutions. */
export function toggleSolutions({ solutions, narrow, tab }: ViewState): void {
  toggleSignal(solutions);
  if (solutions.peek() && narrow.peek()) tab.value = 'charts';
}

export function toggleTrail(document: EditableDocument, kind: 'line' | 'strobe'): void {
  const { trail } = document.editor.scenario.peek().view;
  document.edit('Trails', setViewTrail(trail === kind ? 'none' : kind));
}
