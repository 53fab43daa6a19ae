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
   * Reports the motion of a panel along the marked singular direction; null if no direction is
   * marked.
   */
  pointDirection(panel: number, taskVector: SingularDirectionMotion | null): void;
}

export interface ExportedChart {
  readonly title: string;
  readonly note: string;
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
  /** Returns a description of the chart for screen readers; null if the chart is still empty. */
  draw(context: DrawingContext): string | null;
}

export interface Chart {
  update(visible: readonly boolean[]): void;
  /** `entry` is the index of a history entry; null is the newest entry. */
  setCursor(entry: number | null): void;
  /** Size of the chart in CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /**
   * Draws into another context, such as SVG. Returns a description; null if the chart is still
   * empty.
   */
  drawTo(context: DrawingContext): string | null;
  /** Draws the chart again after a change of colours. */
  redraw(): void;
  close(): void;
}
