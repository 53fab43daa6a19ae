/** Marks that another part of the page adds to the panes. */
import type { MechanismContext } from '../picture/mechanismContext.ts';
import type { PanePoint } from '../picture/panes/paneCells.ts';
import type { DragActions } from './pointDrag.ts';

export interface PaneMarks {
  readonly element: HTMLElement;
  /** Called after the mechanisms were posed. */
  follow(): void;
  /** Null if there is nothing to drag. */
  dragAt(pane: number, spot: PanePoint): DragActions | null;
  dispose(): void;
}

export type MakePaneMarks = (bones: MechanismContext, changed: () => void) => PaneMarks;
