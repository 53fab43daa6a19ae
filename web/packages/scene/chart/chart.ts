/** What every chart is given, and what it can be told. */

import type { DirectionMotion } from 'iklab/measure';
import type { History, HistoryDiagnostics } from 'iklab/run';
import type { Catalogue, Scene } from 'iklab/scenario';
import type { FilterLayer } from './filterLayer.ts';
import type { DrawingContext } from './painter.ts';
import type { Theme } from './theme.ts';

/** What a chart is given of its surroundings. */
export interface ChartContext {
  scene(): Scene;
  /** The table of the methods. */
  readonly catalogue: Catalogue;
  readonly history: History;
  readonly diagnostics: HistoryDiagnostics;
  theme(): Theme;
  /** The panel and the singular direction that a menu has chosen; null: none. */
  chosen(): number;
  direction(): number | null;
  /** The number that a menu has chosen of all that methods show, by its title; null: none. */
  number(): string | null;
  /** Only the last stretch of a run. */
  recent(): boolean;
  readonly events: ChartEvents;
  /** What lies over a chart of filters. */
  readonly filterLayer?: FilterLayer;
}

export interface ChartEvents {
  /** The entry under the pointer; null: it has left the chart. */
  hover(entry: number | null): void;
  /** An entry was clicked. */
  pick(entry: number): void;
  /** A singular direction of the chosen panel is pointed at; null: none. */
  pointDirection(panel: number, taskVector: DirectionMotion | null): void;
}

/** What a chart shows, to be drawn elsewhere. */
export interface ChartDrawing {
  readonly title: string;
  /** Which part of the run, or which method. */
  readonly note: string;
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  /** Gives its description; null: nothing is shown yet. */
  draw(context: DrawingContext): string | null;
}

/** A chart of a run. */
export interface Chart {
  /** Takes what was recorded; `shown` per panel. */
  update(shown: readonly boolean[]): void;
  /** Marks an entry; null: the newest. */
  cursor(entry: number | null): void;
  /** In pixels of the window. */
  readonly size: { readonly width: number; readonly height: number };
  /** Draws what it shows on something else; gives its description, null: nothing is shown yet. */
  drawOn(context: DrawingContext): string | null;
  /** Draws again, in other colours. */
  redraw(): void;
  close(): void;
}
