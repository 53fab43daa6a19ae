import type { DirectionMotion } from '@iklab/core/measure';
import type { Scene } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import type { History, HistoryDiagnostics } from '@iklab/run/history';
import type { FilterLayer } from './filterLayer.ts';
import type { DrawingContext } from './painter.ts';
import type { Theme } from './theme.ts';

export interface ChartContext {
  scene(): Scene;
  readonly catalogue: Catalogue;
  readonly history: History;
  readonly diagnostics: HistoryDiagnostics;
  theme(): Theme;
  /** Index of the panel chosen in a menu. */
  chosen(): number;
  /** Null if none is chosen. */
  direction(): number | null;
  /** Null if none is chosen. */
  observableTitle(): string | null;
  isRecentOnly(): boolean;
  readonly events: ChartEvents;
  readonly filterLayer?: FilterLayer;
}

export interface ChartEvents {
  /** Null when the pointer leaves the chart. */
  hover(entry: number | null): void;
  pick(entry: number): void;
  /**
   * Called with the singular direction of the chosen panel under the pointer; null if there is
   * none.
   */
  pointDirection(panel: number, taskVector: DirectionMotion | null): void;
}

export interface ChartDrawing {
  readonly title: string;
  /** The part of the run, or the method. */
  readonly note: string;
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  /** Returns a description; null if nothing is shown yet. */
  draw(context: DrawingContext): string | null;
}

export interface Chart {
  /** `visible` is per panel. */
  update(visible: readonly boolean[]): void;
  /** Null marks the newest. */
  setCursor(entry: number | null): void;
  /** Size in CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** Returns a description, or null if nothing is shown yet. */
  drawTo(context: DrawingContext): string | null;
  /** Redraws after a change of colours. */
  redraw(): void;
  close(): void;
}
