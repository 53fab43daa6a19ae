/** The only file that knows uPlot: curves on two axes, and what is drawn under and over them. */
import UPlot from 'uplot';
import { unit } from '../browser/unit.ts';
import 'uplot/dist/uPlot.min.css';
import { font, type Ink, slotColor } from './ink.ts';
import type { Range } from './scale.ts';
import type { Pen } from './sketch.ts';

/** One axis as it is now. */
export interface PlotAxis {
  readonly range: Range;
  readonly splits: readonly number[];
  /** null: a line without a name. */
  readonly name: (value: number) => string | null;
}

export interface PlotCurve {
  readonly slot: number;
  readonly dash: readonly number[];
}

/** The picture that is being drawn, in pixels of the style sheets from the corner of the canvas. */
export interface Frame {
  readonly pen: Pen;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  x(value: number): number;
  y(value: number): number;
}

export interface PlotParts {
  ink(): Ink;
  x(): PlotAxis;
  y(): PlotAxis;
  /** Room for names to the right of the curves. */
  margin(): number;
  under(frame: Frame): void;
  over(frame: Frame): void;
  /** The point nearest to the pointer; null: it has left. */
  hover(index: number | null): void;
  pick(index: number): void;
}

type Points = readonly (number | null)[];

const CURVE = 1.75;
const LEFT = 56;
const BOTTOM = 24;
const TOP = 10;

export class Plot {
  #plot: UPlot;
  #unit: number;
  readonly #make: (data: UPlot.AlignedData) => UPlot;
  readonly #sizes: ResizeObserver;
  readonly #parts: PlotParts;

  constructor(box: HTMLElement, curves: readonly PlotCurve[], parts: PlotParts) {
    this.#parts = parts;
    this.#make = (data) => new UPlot(options(box, curves, parts, this.#frame), data, box);
    this.#unit = unit();
    this.#plot = this.#make([[], ...curves.map(() => [])] as unknown as UPlot.AlignedData);
    this.#sizes = new ResizeObserver(() => this.#resize(box));
    this.#sizes.observe(box);
    this.#listen(this.#plot.over);
  }

  set(xs: readonly number[], ys: readonly Points[]): void {
    this.#plot.setData([xs, ...ys] as UPlot.AlignedData);
  }

  /** The same curves, with another cursor or other colours. */
  redraw(): void {
    this.#plot.redraw(false, true);
  }

  close(): void {
    this.#sizes.disconnect();
    this.#plot.destroy();
  }

  #resize({ clientWidth: width, clientHeight: height }: HTMLElement): void {
    const { width: w, height: h } = this.#plot;
    if (this.#unit !== unit()) this.#anew();
    else if (width > 0 && height > 0 && (width !== w || height !== h))
      this.#plot.setSize({ width, height });
  }

  /** Its letters and widths are taken once. */
  #anew(): void {
    this.#unit = unit();
    const { data } = this.#plot;
    this.#plot.destroy();
    this.#plot = this.#make(data);
    this.#listen(this.#plot.over);
  }

  #listen(over: HTMLElement): void {
    const index = (event: PointerEvent | MouseEvent): number =>
      this.#plot.posToIdx(event.clientX - over.getBoundingClientRect().left);
    const hover = (event: PointerEvent) => this.#parts.hover(index(event));
    over.addEventListener('pointerdown', hover);
    over.addEventListener('pointermove', hover);
    over.addEventListener('pointerleave', () => this.#parts.hover(null));
    over.addEventListener('click', (event) => this.#parts.pick(index(event)));
  }

  readonly #frame = (plot: UPlot, draw: (frame: Frame) => void): void => {
    const { ctx: pen, bbox } = plot;
    const ratio = UPlot.pxRatio * unit();
    const place = (scale: string) => (value: number) => plot.valToPos(value, scale, true) / ratio;
    pen.save();
    pen.scale(ratio, ratio);
    pen.setLineDash([]);
    draw({
      pen,
      left: bbox.left / ratio,
      right: (bbox.left + bbox.width) / ratio,
      top: bbox.top / ratio,
      bottom: (bbox.top + bbox.height) / ratio,
      width: plot.width / unit(),
      height: plot.height / unit(),
      x: place('x'),
      y: place('y'),
    });
    pen.restore();
  };
}

type Drawer = (plot: UPlot, draw: (frame: Frame) => void) => void;

function options(
  box: HTMLElement,
  curves: readonly PlotCurve[],
  parts: PlotParts,
  framed: Drawer,
): UPlot.Options {
  const range = (axis: () => PlotAxis) => () => [...axis().range] as [number, number];
  return {
    width: box.clientWidth || 1,
    height: box.clientHeight || 1,
    padding: [TOP * unit(), () => parts.margin() * unit(), 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: range(parts.x) },
      y: { range: range(parts.y) },
    },
    axes: axes(parts),
    series: [{}, ...curves.map((curve) => series(curve, parts))],
    hooks: {
      drawAxes: [(plot) => framed(plot, parts.under)],
      draw: [(plot) => framed(plot, parts.over)],
    },
  };
}

function series({ slot, dash }: PlotCurve, parts: PlotParts): UPlot.Series {
  return {
    width: CURVE * unit(),
    stroke: () => slotColor(parts.ink(), slot),
    dash: dash.map((length) => length * UPlot.pxRatio * unit()),
    cap: 'butt',
    pxAlign: 0,
    points: { show: false },
  };
}

function axes(parts: PlotParts): UPlot.Axis[] {
  const shared = (axis: () => PlotAxis): UPlot.Axis => ({
    stroke: () => parts.ink().faint,
    font: font(parts.ink(), 400, unit()),
    splits: () => [...axis().splits],
    values: (_, splits) => splits.map(axis().name),
  });
  return [
    {
      ...shared(parts.x),
      size: BOTTOM * unit(),
      gap: 4 * unit(),
      grid: { show: false },
      ticks: { size: 4 * unit(), width: 1, stroke: () => parts.ink().axis },
      border: { show: true, width: 1, stroke: () => parts.ink().axis },
    },
    {
      ...shared(parts.y),
      size: LEFT * unit(),
      gap: 8 * unit(),
      grid: { width: 1, stroke: () => parts.ink().grid },
      ticks: { show: false },
    },
  ];
}
