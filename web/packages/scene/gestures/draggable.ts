import type { MechanismContext } from '../picture/mechanismContext.ts';
import type { PanePoint } from '../picture/panes/paneCells.ts';
import type { DragMode } from './pointDrag.ts';

export type PointerKind = 'mouse' | 'finger';

/** Drag by a pressed pointer. The drag changes nothing before `grab` is called. */
export interface PaneDrag {
  /** Index of the dragged target; absent if the drag moves something else. */
  readonly target?: number;
  readonly startsImmediately?: boolean;
  grab(): void;
  moveTo(spot: PanePoint, mode: DragMode): void;
  /** Keeps a moving target under the pointer. Call every frame of the drag. */
  follow?(): void;
  release(): void;
  cancel(): void;
}

export interface Draggable {
  /** Makes the drag for a point of a pane; null if nothing can be dragged there. */
  dragAt(pane: number, spot: PanePoint, kind: PointerKind): PaneDrag | null;
}

export interface PaneMarks extends Draggable {
  readonly element: HTMLElement;
  /** Moves the marks to the current poses. Call after posing the mechanisms. */
  follow(): void;
  dispose(): void;
}

export type MakePaneMarks = (bones: MechanismContext, changed: () => void) => PaneMarks;
