/** The interface of charts: their inputs and events. */

import type { DirectionMotion } from 'iklab/measure';
import type { History, HistoryDiagnostics } from 'iklab/run';
import type { Catalogue, Scene } from 'iklab/scenario';
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
  /** Singular direction chosen in a menu; null if none is chosen. */
  direction(): number | null;
  /** Title of the observable chosen in a menu; null if none is chosen. */
  observableTitle(): string | null;
  /** Whether to show only the latest part of a run. */
  isRecentOnly(): boolean;
  readonly events: ChartEvents;
  /** Overlay of a filter chart. */
  readonly filterLayer?: FilterLayer;
}

export interface ChartEvents {
  /** The entry under the pointer; null when the pointer leaves the chart. */
  hover(entry: number | null): void;
  pick(entry: number): void;
  /**
   * Called with the singular direction of the chosen panel under the pointer; null if there is
   * none.
   */
  pointDirection(panel: number, taskVector: DirectionMotion | null): void;
}

/** The drawing of a chart, for export. */
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
  /** Updates the chart with the recorded data; `visible`: visibility per panel. */
  update(visible: readonly boolean[]): void;
  /** Marks an entry; null marks the newest. */
  setCursor(entry: number | null): void;
  /** In CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /**
   * Draws the chart on another context. Returns its description, or null if nothing is shown yet.
   */
  drawTo(context: DrawingContext): string | null;
  /** Redraws after a change of colours. */
  redraw(): void;
  close(): void;
}
