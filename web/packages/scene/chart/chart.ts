import type { SingularDirectionMotion } from '@iklab/core/measure';
import type { Scene } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import type { HistoryDiagnostics, RunHistory } from '@iklab/run/history';
import type { ChartTheme } from './chartTheme.ts';
import type { FilterChartOverlay } from './filterChartOverlay.ts';
import type { DrawingContext } from './painter.ts';

export interface ChartContext {
  scene(): Scene;
  readonly catalogue: Catalogue;
  readonly history: RunHistory;
  readonly diagnostics: HistoryDiagnostics;
  theme(): ChartTheme;
  chosen(): number;
  /** Index of the singular direction chosen in the chart's menu; null if none is chosen. */
  direction(): number | null;
  observableTitle(): string | null;
  isRecentOnly(): boolean;
  readonly events: ChartEvents;
  readonly filterLayer?: FilterChartOverlay;
}

export interface ChartEvents {
  /**
   * Reports the index of the history entry under the pointer; null when the pointer leaves the
   * chart.
   */
  hover(entry: number | null): void;
  pick(entry: number): void;
  /**
   * Reports a panel's motion along the marked singular direction (under the pointer, or chosen in
   * the menu); null if none is marked.
   */
  pointDirection(panel: number, taskVector: SingularDirectionMotion | null): void;
}

export interface ExportedChart {
  readonly title: string;
  readonly note: string;
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
  /** Returns a description for screen readers; null if nothing is shown yet. */
  draw(context: DrawingContext): string | null;
}

export interface Chart {
  update(visible: readonly boolean[]): void;
  /** `entry`: index of a history entry; null moves the cursor to the newest entry. */
  setCursor(entry: number | null): void;
  /** Size of the chart in CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /**
   * Draws into a context other than the chart's canvas, such as one that writes SVG; returns a
   * description, or null if nothing is shown yet.
   */
  drawTo(context: DrawingContext): string | null;
  /** Draws the chart again after a change of colours. */
  redraw(): void;
  close(): void;
}
