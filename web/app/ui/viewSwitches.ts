import type { EditableDocument } from '@iklab/core/document';
import { setViewTrail } from '@iklab/core/document/edits';
import type { Signal } from '@preact/signals';

export const toggleSignal = (on: Signal<boolean>): void => {
  on.value = !on.peek();
};

export function toggleTrail(document: EditableDocument, kind: 'line' | 'strobe'): void {
  const { trail } = document.editor.scenario.peek().view;
  document.edit('Trails', setViewTrail(trail === kind ? 'none' : kind));
}
