import type { Signal } from '@preact/signals';
import { type Editing, setTrail } from 'iklab/document';

export const toggleSignal = (on: Signal<boolean>): void => {
  on.value = !on.peek();
};

export function toggleTrail(document: Editing, kind: 'line' | 'strobe'): void {
  const { trail } = document.editor.scenario.peek().view;
  document.edit('Trails', setTrail(trail === kind ? 'none' : kind));
}
