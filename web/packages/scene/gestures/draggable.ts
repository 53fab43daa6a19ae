import type { MechanismContext } from '../picture/mechanismContext.ts';
import type { PanePoint } from '../picture/panes/paneCells.ts';
import type { DragMode } from './pointDrag.ts';

export type PointerKind = 'mouse' | 'finger';

/** Drag that a pressed pointer starts; it changes nothing before `grab` is called. */
export interface PaneDrag {
  /** Index of the target that is dragged; absent if something else is dragged. */
  readonly target?: number;
  readonly startsImmediately?: boolean;
  grab(): void;
  moveTo(spot: PanePoint, mode: DragMode): void;
  /** Called every frame during the drag, so that a target with a motion stays under the pointer. */
  follow?(): void;
  release(): void;
  cancel(): void;
}

export interface Draggable {
  /** Null if there is nothing to drag at the point. */
  dragAt(pane: number, spot: PanePoint, kind: PointerKind): PaneDrag | null;
}

export interface PaneMarks extends Draggable {
  readonly element: HTMLElement;
  /** Moves the marks to the current poses. Call after the mechanisms were posed. */
  follow(): void;
  dispose(): void;
}

export type MakePaneMarks = (bones: MechanismContext, changed: () => void) => PaneMarks;
