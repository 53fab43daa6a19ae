/** What another part of the page lays into the panes, to be seen and dragged there. */
import type { MechanismContext } from './mechanismContext.ts';
import type { DragActions, PanePoint } from './pointDrag.ts';

export interface PaneMarks {
  /** Over the panes. */
  readonly element: HTMLElement;
  /** After the mechanisms have been posed. */
  follow(): void;
  /** Takes what is at a place of a pane; null: there is nothing. */
  dragAt(pane: number, spot: PanePoint): DragActions | null;
  dispose(): void;
}

/** `changed`: the panes are to be drawn again. */
export type MakePaneMarks = (bones: MechanismContext, changed: () => void) => PaneMarks;
