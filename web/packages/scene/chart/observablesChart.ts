import { withCardTexts } from '@iklab/core/engine';
import { unitNotation } from '@iklab/core/format';
import { type DescribedMethod, panelMethodRow } from '@iklab/core/scenario/methods';
import { TimeSlicer } from '@iklab/run/session';
import { type AxisRange, chooseRoundTicks, listDecades } from './axisRange.ts';
import { CanvasChart } from './canvasChart.ts';
import { formatWithUnit } from './observableQuantity.ts';
import type { Painter } from './painter.ts';
import { PlotArea } from './plotArea.ts';

const MARGINS = { left: 52, right: 8 };
const TITLE_HEIGHT = 16; // Height of the title above the bars, px.
const MIN_LOG_RATIO = 50; // Ratio of the largest to the smallest value above which the axis is logarithmic.
const MIN_NUMBER_DISTANCE = 20; // Minimum distance between two numbers, px.

type Observable = DescribedMethod['observables'][number];

interface ObservedValues {
  readonly observable: Observable;
  readonly unit: string;
  readonly values: readonly number[];
}

export class ObservablesChart extends CanvasChart {
  readonly #timeSlicer = new TimeSlicer();
  #observed: readonly ObservedValues[] = [];

  override update(visible: readonly boolean[]): void {
    this.visible = visible;
    this.#timeSlicer.run(() => this.#computeValues());
  }

  override setCursor(entry: number | null): void {
    if (entry === this.marked) return;
    this.marked = entry;
    this.#timeSlicer.stop();
    this.update(this.visible);
  }

  override close(): void {
    this.#timeSlicer.stop();
    super.close();
  }

  *#computeValues(): Generator<void> {
    const { history, scene, chosen, catalogue, diagnostics } = this.parts;
    const panel = scene().scenario.methods[chosen()];
    if (history.length === 0 || !panel) return;
    const observables = panelMethodRow(withCardTexts(catalogue), panel)?.observables ?? [];
    const { found } = yield* diagnostics.inspectSliced(this.entry, chosen(), []);
    this.#observed = observables.map((observable) => {
      const { toShown, unit } = unitNotation(observable.unit, { scene: scene().scenario.unit });
      const values = [...(found.observable(observable.key) ?? [])].map(toShown);
      return { observable, unit, values };
    });
    this.redraw();
  }

  protected draw(painter: Painter): string | null {
    const { scene, chosen } = this.parts;
    const panel = scene().scenario.methods[chosen()];
    if (!panel) return null;
    const { theme, width, height } = painter;
    if (this.#observed.length === 0) {
      const text = `${panel.label} reports no internal values.`;
      painter.text(text, [width / 2, height / 2], { color: theme.faint, align: 'center' });
      return text;
    }
    const lists = this.#observed.filter(({ observable }) => observable.per !== 'instance');
    const numbers = this.#observed.filter(({ observable }) => observable.per === 'instance');
    for (const [i, list] of lists.entries())
      this.#drawList(painter, list, panel.slot, i, lists.length);
    const numberTexts = numbers.map(
      ({ observable, unit, values: [value] }) =>
        `${observable.label} ${formatWithUnit(unit, value)}`,
    );
    if (lists.length === 0)
      numberTexts.forEach((text, i) => {
        painter.text(text, [MARGINS.left, 24 + 20 * i], { color: theme.ink });
      });
    const sentences = [...numberTexts, ...lists.map(listSentence)];
    return `Values reported by ${panel.label}: ${sentences.join('; ')}.`;
  }

  #drawList(
    painter: Painter,
    list: ObservedValues,
    slot: number,
    index: number,
    count: number,
  ): void {
    const { observable, unit, values } = list;
    const listWidth = painter.width / count;
    const { scale, range, ticks } = makeBarAxis(values, (value) => formatWithUnit(unit, value));
    const margins = {
      left: index * listWidth + MARGINS.left,
      right: painter.width - (index + 1) * listWidth + MARGINS.right,
    };
    const headroom: AxisRange = [
      range[0],
      range[1] + (TITLE_HEIGHT / painter.height) * (range[1] - range[0]),
    ];
    const area = new PlotArea(painter, margins, [-0.5, values.length - 0.5], headroom);
    area.drawRows(ticks);
    const step = (area.right - area.left) / values.length;
    const every =
      [1, 2, 5, 10, 20, 50, 100, 200].find((count) => count * step >= MIN_NUMBER_DISTANCE) ?? 500;
    area.drawLabels(
      values.flatMap((_, i) =>
        i === 0 || (i + 1) % every === 0 ? [{ value: i, text: String(i + 1) }] : [],
      ),
    );
    const { context } = painter;
    context.fillStyle = painter.color(slot);
    const width = Math.max(1, Math.min(12, step - 2));
    const ground = area.y(Math.max(range[0], Math.min(range[1], scale === 'log' ? range[0] : 0)));
    values.forEach((value, i) => {
      const position = scale === 'log' ? Math.log10(value) : value;
      if (!Number.isFinite(position)) return;
      const top = area.y(Math.max(range[0], Math.min(range[1], position)));
      const [upper, lower] = [Math.min(top, ground), Math.max(top, ground)];
      context.fillRect(area.x(i) - width / 2, upper, width, Math.max(1, lower - upper));
    });
    const title = `${observable.label}, per ${observable.per}`;
    painter.text(title, [area.left + 2, area.top + 2], { weight: 700, halo: true });
  }
}

function listSentence({ observable, unit, values }: ObservedValues): string {
  const finite = values.filter(Number.isFinite);
  const subject = `${observable.label} of ${values.length} ${observable.per}s`;
  if (finite.length === 0) return subject;
  return `${subject}, ${formatWithUnit(unit, Math.min(...finite))} to ${formatWithUnit(unit, Math.max(...finite))}`;
}

interface BarAxis {
  readonly scale: 'log' | 'linear';
  readonly range: AxisRange;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
}

function makeBarAxis(values: readonly number[], text: (value: number) => string): BarAxis {
  const finite = values.filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...finite), Math.max(0, ...finite)];
  const least = Math.min(...finite.filter((value) => value > 0));
  if (low === 0 && high / least > MIN_LOG_RATIO) {
    const range: AxisRange = [
      Math.max(Math.floor(Math.log10(least)), Math.floor(Math.log10(high)) - 6),
      Math.ceil(Math.log10(high) + 0.01),
    ];
    return {
      scale: 'log',
      range,
      ticks: listDecades(range).map((value) => ({ value, text: text(10 ** value) })),
    };
  }
  const range: AxisRange = low === high ? [0, 1] : [low, high];
  return {
    scale: 'linear',
    range,
    ticks: chooseRoundTicks(range, 4).map((value) => ({ value, text: text(value) })),
  };
}
