/** Test helpers of charts: a canvas that records what is drawn on it, and a run to draw. */

import type { Engine, Lab } from '@iklab/core/engine';
import type { Scene } from '@iklab/core/scenario';
import { HistoryDiagnostics, RunHistory } from '@iklab/run/history';
import { vi } from 'vitest';
import type { ChartContext } from './chart.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { CanvasPoint } from './painter.ts';

export const TEST_CHART_THEME: ChartTheme = {
  surface: 'surface',
  ink: 'ink',
  faint: 'faint',
  grid: 'grid',
  axis: 'axis',
  accent: 'accent',
  band: 'band',
  bad: 'bad',
  slots: [1, 2, 3, 4, 5, 6, 7, 8].map((slot) => `slot ${slot}`),
  family: 'sans',
};

interface Path {
  readonly color: string;
  /** Points of a recorded line, or the centre of a recorded arc. */
  readonly points: readonly CanvasPoint[];
}

export interface RecordedStroke extends Path {
  readonly width: number;
}

export interface RecordedText {
  readonly text: string;
  readonly at: CanvasPoint;
  readonly color: string;
}

const LETTER = 6;

/** Drawing context that records the drawing since the last clearing, in canvas pixels. */
class Recorder {
  strokes: RecordedStroke[] = [];
  fills: Path[] = [];
  texts: RecordedText[] = [];
  strokeStyle = '';
  fillStyle = '';
  lineWidth = 1;
  #points: CanvasPoint[] = [];
  #scale = 1;

  empty(): void {
    this.strokes = [];
    this.fills = [];
    this.texts = [];
    this.#scale = 1;
  }

  readonly save = (): void => {};
  readonly restore = (): void => {};
  readonly clip = (): void => {};
  readonly closePath = (): void => {};
  readonly setLineDash = (): void => {};
  readonly strokeText = (): void => {};
  readonly rect = (): void => {};

  scale(by: number): void {
    this.#scale *= by;
  }

  beginPath(): void {
    this.#points = [];
  }

  moveTo(x: number, y: number): void {
    this.#points.push([x * this.#scale, y * this.#scale]);
  }

  lineTo(x: number, y: number): void {
    this.moveTo(x, y);
  }

  arc(x: number, y: number): void {
    this.moveTo(x, y);
  }

  roundRect(x: number, y: number, width: number, height: number): void {
    this.moveTo(x, y);
    this.moveTo(x + width, y + height);
  }

  stroke(): void {
    const width = this.lineWidth * this.#scale;
    this.strokes.push({ color: this.strokeStyle, points: this.#points, width });
  }

  fill(): void {
    this.fills.push({ color: this.fillStyle, points: this.#points });
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.beginPath();
    this.roundRect(x, y, width, height);
    this.fill();
  }

  fillText(text: string, x: number, y: number): void {
    const at: CanvasPoint = [x * this.#scale, y * this.#scale];
    this.texts.push({ text, at, color: this.fillStyle });
  }

  measureText(text: string): { width: number } {
    return { width: LETTER * text.length };
  }
}

type Listener = (event: { offsetX: number; offsetY: number }) => void;

/**
 * Replaces the parts of a browser that charts need: one canvas. Setting the canvas size clears the
 * canvas.
 */
export class TestCanvas {
  readonly drawn = new Recorder();
  readonly box = { clientWidth: 400, clientHeight: 200, ariaLabel: '', append: () => {} };
  title = '';
  readonly classList = { add: () => {} };
  height = 0;
  #width = 0;
  readonly #listeners = new Map<string, Listener>();

  /**
   * Makes a canvas. `ratio` is device pixels per CSS pixel. `type` is the font size relative to 16
   * px.
   */
  constructor(ratio = 1, type = 1) {
    vi.stubGlobal('document', { createElement: () => this, documentElement: {} });
    vi.stubGlobal('getComputedStyle', () => ({ fontSize: `${16 * type}px` }));
    vi.stubGlobal('devicePixelRatio', ratio);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe(): void {}
        disconnect(): void {}
      },
    );
  }

  get host(): HTMLElement {
    return this.box as unknown as HTMLElement;
  }

  get width(): number {
    return this.#width;
  }

  set width(width: number) {
    this.#width = width;
    this.drawn.empty();
  }

  getContext(): Recorder {
    return this.drawn;
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener);
  }

  remove(): void {}

  pointer(type: 'pointermove' | 'click', [offsetX, offsetY]: CanvasPoint): void {
    this.#listeners.get(type)?.({ offsetX, offsetY });
  }

  strokes(color: string): RecordedStroke[] {
    return this.drawn.strokes.filter((stroke) => stroke.color === color);
  }

  marks(color: string): CanvasPoint[] {
    return this.drawn.fills
      .filter((fill) => fill.color === color)
      .map(({ points }) => [mean(points, 0), mean(points, 1)]);
  }

  /**
   * Returns a function from positions on an axis (0: x, 1: y) to values, read from tick labels.
   * `named` has the value of each label.
   */
  scale(axis: 0 | 1, named: ReadonlyMap<string, number>): (at: number) => number {
    const all = this.drawn.texts;
    const lowest = Math.max(...all.map(({ at }) => at[1]));
    const [first, second] = all
      .filter(({ at }) => (axis === 0 ? at[1] === lowest : at[1] < lowest && at[0] < 60))
      .filter(({ text }) => named.has(text))
      .map(({ text, at }) => [at[axis], named.get(text) as number] as const);
    if (!first || !second) throw new Error(`the axis has none of ${[...named.keys()]}`);
    const slope = (second[1] - first[1]) / (second[0] - first[0]);
    return (at) => first[1] + slope * (at - first[0]);
  }
}

const mean = (points: readonly CanvasPoint[], axis: 0 | 1): number =>
  points.reduce((sum, point) => sum + point[axis], 0) / points.length;

export function recordTestRun(engine: Engine, scene: Scene, frames: number) {
  const lab = engine.open(scene);
  const history = RunHistory.forScene(scene, lab);
  const states = [readStates(lab)];
  history.record(lab);
  const updates = scene.scenario.run.mode === 'converge' ? 1 : undefined;
  for (let i = 0; i < frames; i++) {
    lab.advance(updates);
    history.record(lab);
    states.push(readStates(lab));
  }
  const calls: { hover: (number | null)[]; pick: number[] } = { hover: [], pick: [] };
  const parts: ChartContext = {
    scene: () => scene,
    catalogue: engine.catalogue,
    history,
    diagnostics: new HistoryDiagnostics({ lab }, history, () => 0), // computed at once
    theme: () => TEST_CHART_THEME,
    chosen: () => 0,
    direction: () => null,
    observableTitle: () => null,
    isRecentOnly: () => false,
    events: {
      hover: (entry) => calls.hover.push(entry),
      pick: (entry) => calls.pick.push(entry),
      pointDirection: () => {},
    },
  };
  return { lab, parts, states, told: calls };
}

const panelIndices = (lab: Lab): number[] => Array.from({ length: lab.instanceCount }, (_, i) => i);

function readStates(lab: Lab) {
  return panelIndices(lab).map((panel) => {
    const { error, updates } = lab.status(panel);
    return { error, updates, angles: [...lab.angles(panel)] };
  });
}
