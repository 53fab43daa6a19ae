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
  /** Returns the index of the panel chosen in a menu. */
  chosen(): number;
  /** Returns the index of the singular direction chosen in a menu; null if none is chosen. */
  direction(): number | null;
  /** Returns the title of the observable chosen in a menu; null if none is chosen. */
  observableTitle(): string | null;
  isRecentOnly(): boolean;
  readonly events: ChartEvents;
  readonly filterLayer?: FilterLayer;
}

export interface ChartEvents {
  /** Reports the entry under the pointer; null when the pointer leaves the chart. */
  hover(entry: number | null): void;
  pick(entry: number): void;
  /**
   * Reports the singular direction of the chosen panel under the pointer; null if there is none.
   */
  pointDirection(panel: number, taskVector: DirectionMotion | null): void;
}

export interface ChartDrawing {
  readonly title: string;
  /** Note to the title: the part of the run, or the method. */
  readonly note: string;
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  /** Draws the chart; returns its description, or null if nothing is shown yet. */
  draw(context: DrawingContext): string | null;
}

export interface Chart {
  /** Draws the current run. `visible`: whether each panel is shown. */
  update(visible: readonly boolean[]): void;
  /** Moves the cursor to an entry; null marks the newest. */
  setCursor(entry: number | null): void;
  /** Size of the chart in CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /**
   * Draws the chart to another context; returns its description, or null if nothing is shown yet.
   */
  drawTo(context: DrawingContext): string | null;
  /** Redraws after a change of colours. */
  redraw(): void;
  close(): void;
}
