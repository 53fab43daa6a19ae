import type { MechanismContext } from '../picture/mechanismContext.ts';
import type { PanePoint } from '../picture/panes/paneCells.ts';
import type { DragMode } from './pointDrag.ts';

export type PointerKind = 'mouse' | 'finger';

/** A drag, created when a pointer is pressed; it changes nothing before `grab` is called. */
export interface PaneDrag {
  /** Index of the target that is dragged; absent if something else is dragged. */
  readonly target?: number;
  /** Whether a finger drags at once, without a long press. */
  readonly startsImmediately?: boolean;
  grab(): void;
  moveTo(spot: PanePoint, mode: DragMode): void;
  /**
   * Continues the drag, called every frame, so that a target with a motion stays under the pointer.
   */
  follow?(): void;
  release(): void;
  cancel(): void;
}

/** Something in the panes that the pointer can drag. */
export interface Draggable {
  /**
   * Returns the drag that a pointer starts at a point of a pane; null if there is nothing to drag.
   */
  dragAt(pane: number, spot: PanePoint, kind: PointerKind): PaneDrag | null;
}

/** Draggable marks over the mechanisms, such as the origin of a joint or the plane of a map. */
export interface PaneMarks extends Draggable {
  /**
   * Element with the labels, and the buttons by which keyboards and screen readers move the marks.
   */
  readonly element: HTMLElement;
  /** Moves the marks to the current poses; called after the mechanisms were posed. */
  follow(): void;
  dispose(): void;
}

/** Function that makes the marks which another part of the page adds to the panes. */
export type MakePaneMarks = (bones: MechanismContext, changed: () => void) => PaneMarks;
