/** The interface of charts: their inputs and events. */

import type { DirectionMotion } from 'iklab/measure';
import type { History, HistoryDiagnostics } from 'iklab/run';
import type { Catalogue, Scene } from 'iklab/scenario';
import type { FilterLayer } from './filterLayer.ts';
import type { DrawingContext } from './painter.ts';
import type { Theme } from './theme.ts';

/** The inputs of a chart. */
export interface ChartContext {
  scene(): Scene;
  /** The catalogue of methods. */
  readonly catalogue: Catalogue;
  readonly history: History;
  readonly diagnostics: HistoryDiagnostics;
  theme(): Theme;
  /** The panel and the singular direction chosen in a menu; null: none. */
  chosen(): number;
  direction(): number | null;
  /** Title of the observable chosen in a menu; null: none. */
  number(): string | null;
  /** Whether to show only the latest part of a run. */
  recent(): boolean;
  readonly events: ChartEvents;
  /** Overlay of a filter chart. */
  readonly filterLayer?: FilterLayer;
}

export interface ChartEvents {
  /** The entry under the pointer; null when the pointer leaves the chart. */
  hover(entry: number | null): void;
  /** An entry was clicked. */
  pick(entry: number): void;
  /** The pointer is over a singular direction of the chosen panel; null: over none. */
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

/** A chart of a run. */
export interface Chart {
  /** Updates the chart with the recorded data; `shown`: visibility per panel. */
  update(shown: readonly boolean[]): void;
  /** Marks an entry; null marks the newest. */
  cursor(entry: number | null): void;
  /** In CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /**
   * Draws the chart on another context. Returns its description, or null if nothing is shown yet.
   */
  drawOn(context: DrawingContext): string | null;
  /** Redraws after a change of colours. */
  redraw(): void;
  close(): void;
}
