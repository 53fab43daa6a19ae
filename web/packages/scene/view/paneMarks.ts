/** Marks that another part of the page adds to the panes. */
import type { MechanismContext } from './mechanismContext.ts';
import type { DragActions, PanePoint } from './pointDrag.ts';

export interface PaneMarks {
  readonly element: HTMLElement;
  /** Called after the mechanisms were posed. */
  follow(): void;
  /** Returns the drag of a mark at a point of a pane; null if there is none. */
  dragAt(pane: number, spot: PanePoint): DragActions | null;
  dispose(): void;
}

/** `changed`: called when the panes must be drawn again. */
export type MakePaneMarks = (bones: MechanismContext, changed: () => void) => PaneMarks;
