/** What another part of the page lays into the panes, to be seen and dragged there. */
import type { Bones } from './bones.ts';
import type { Hold, Spot } from './drag.ts';

export interface Marks {
  /** Over the panes. */
  readonly element: HTMLElement;
  /** After the mechanisms have been posed. */
  follow(): void;
  /** Takes what is at a place of a pane; null: there is nothing. */
  take(pane: number, spot: Spot): Hold | null;
  dispose(): void;
}

/** `changed`: the panes are to be drawn again. */
export type MakeMarks = (bones: Bones, changed: () => void) => Marks;
