import { withTexts } from 'iklab/engine';
import { quantity } from 'iklab/format';
import { TimeSlicer } from 'iklab/run';
import { type DescribedMethod, panelRow } from 'iklab/scenario';
import { CanvasChart } from './canvasChart.ts';
import type { Painter } from './painter.ts';
import { PlotArea } from './plotArea.ts';
import { everyDecade, type Range, roundTicks } from './scale.ts';
import { withUnit } from './shownSeries.ts';

const MARGINS = { left: 52, right: 8 };
const HEAD = 16; // Height of the title above the bars, px.
const STEEP = 50; // Ratio of the largest to the smallest value above which the axis is logarithmic.
const NUMBERED = 20; // Minimum distance between two numbers, px.

type Observable = DescribedMethod['observables'][number];

interface Seen {
  readonly observable: Observable;
  readonly unit: string;
  readonly values: readonly number[];
}

/**
 * Observables of a method at one update: bars per joint, direction or target, and single numbers.
 */
export class ShownChart extends CanvasChart {
  readonly #timeSlicer = new TimeSlicer();
  #seen: readonly Seen[] = [];

  override update(shown: readonly boolean[]): void {
    this.shown = shown;
    this.#timeSlicer.run(() => this.#take());
  }

  override cursor(entry: number | null): void {
    if (entry === this.marked) return;
    this.marked = entry;
    this.#timeSlicer.stop();
    this.update(this.shown);
  }

  override close(): void {
    this.#timeSlicer.stop();
    super.close();
  }

  *#take(): Generator<void> {
    const { history, scene, chosen, catalogue, diagnostics } = this.parts;
    const panel = scene().scenario.methods[chosen()];
    if (history.length === 0 || !panel) return;
    const observables = panelRow(withTexts(catalogue), panel)?.observables ?? [];
    const { found } = yield* diagnostics.at(this.entry, chosen(), []);
    this.#seen = observables.map((observable) => {
      const { toShown, unit } = quantity(observable.unit, { scene: scene().scenario.unit });
      const values = [...(found.observed(observable.key) ?? [])].map(toShown);
      return { observable, unit, values };
    });
    this.redraw();
  }

  protected draw(painter: Painter): string | null {
    const { scene, chosen } = this.parts;
    const panel = scene().scenario.methods[chosen()];
    if (!panel) return null;
    const { theme, width, height } = painter;
    if (this.#seen.length === 0) {
      const text = `${panel.label} reports no internal values.`;
      painter.text(text, [width / 2, height / 2], { color: theme.faint, align: 'center' });
      return text;
    }
    const lists = this.#seen.filter(({ observable }) => observable.per !== 'instance');
    const numbers = this.#seen.filter(({ observable }) => observable.per === 'instance');
    for (const [i, seen] of lists.entries())
      this.#drawList(painter, seen, panel.slot, i, lists.length);
    const said = numbers.map(
      ({ observable, unit, values: [value] }) => `${observable.label} ${withUnit(unit, value)}`,
    );
    if (lists.length === 0)
      said.forEach((text, i) => {
        painter.text(text, [MARGINS.left, 24 + 20 * i], { color: theme.ink });
      });
    const told = [...said, ...lists.map(sentenceOf)];
    return `Values reported by ${panel.label}: ${told.join('; ')}.`;
  }

  /** Draws one of several lists side by side. */
  #drawList(painter: Painter, seen: Seen, slot: number, at: number, of: number): void {
    const { observable, unit, values } = seen;
    const room = painter.width / of;
    const { scale, range, ticks } = axisOf(values, (value) => withUnit(unit, value));
    const margins = {
      left: at * room + MARGINS.left,
      right: painter.width - (at + 1) * room + MARGINS.right,
    };
    const headroom: Range = [range[0], range[1] + (HEAD / painter.height) * (range[1] - range[0])];
    const area = new PlotArea(painter, margins, [-0.5, values.length - 0.5], headroom);
    area.rows(ticks);
    const step = (area.right - area.left) / values.length;
    const every = [1, 2, 5, 10, 20, 50, 100, 200].find((count) => count * step >= NUMBERED) ?? 500;
    area.names(
      values.flatMap((_, i) =>
        i === 0 || (i + 1) % every === 0 ? [{ at: i, text: String(i + 1) }] : [],
      ),
    );
    const { context } = painter;
    context.fillStyle = painter.color(slot);
    const width = Math.max(1, Math.min(12, step - 2));
    const ground = area.y(Math.max(range[0], Math.min(range[1], scale === 'log' ? range[0] : 0)));
    values.forEach((value, i) => {
      const place = scale === 'log' ? Math.log10(value) : value;
      if (!Number.isFinite(place)) return;
      const top = area.y(Math.max(range[0], Math.min(range[1], place)));
      const [upper, lower] = [Math.min(top, ground), Math.max(top, ground)];
      context.fillRect(area.x(i) - width / 2, upper, width, Math.max(1, lower - upper));
    });
    const title = `${observable.label}, per ${observable.per}`;
    painter.text(title, [area.left + 2, area.top + 2], { weight: 700, halo: true });
  }
}

function sentenceOf({ observable, unit, values }: Seen): string {
  const known = values.filter(Number.isFinite);
  const of = `${observable.label} of ${values.length} ${observable.per}s`;
  if (known.length === 0) return of;
  return `${of}, ${withUnit(unit, Math.min(...known))} to ${withUnit(unit, Math.max(...known))}`;
}

interface BarAxis {
  readonly scale: 'log' | 'linear';
  readonly range: Range;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
}

/** An axis from zero, or a logarithmic one if the values span several decades. */
function axisOf(values: readonly number[], text: (value: number) => string): BarAxis {
  const known = values.filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const least = Math.min(...known.filter((value) => value > 0));
  if (low === 0 && high / least > STEEP) {
    const range: Range = [
      Math.max(Math.floor(Math.log10(least)), Math.floor(Math.log10(high)) - 6),
      Math.ceil(Math.log10(high) + 0.01),
    ];
    return {
      scale: 'log',
      range,
      ticks: everyDecade(range).map((at) => ({ at, text: text(10 ** at) })),
    };
  }
  const range: Range = low === high ? [0, 1] : [low, high];
  return {
    scale: 'linear',
    range,
    ticks: roundTicks(range, 4).map((at) => ({ at, text: text(at) })),
  };
}
