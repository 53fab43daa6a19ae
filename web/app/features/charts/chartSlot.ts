import {
  type Chart,
  type ChartContext,
  type ChartKind,
  chartKind,
  chartTitle,
  type ExportedChart,
  observableTitles,
  runPartNames,
} from '@iklab/scene/chart';
import { type Signal, signal } from '@preact/signals';
import { ChartFilterLayer } from './chartFilterLayer.ts';

type OwnKeys = 'chosen' | 'direction' | 'observableTitle' | 'isRecentOnly' | 'filterLayer';
export type ChartRunContext = Omit<ChartContext, OwnKeys>;

export class ChartSlot {
  readonly kind: Signal<ChartKind>;
  readonly panel = signal(0);
  readonly recent = signal(false);
  /** Index of the singular direction that the chart shows; null for all. */
  readonly direction = signal<number | null>(null);
  /** Name of the shown observable; null for the first reported observable. */
  readonly number = signal<string | null>(null);
  readonly numbers = signal<readonly string[]>([]);
  /** Slot number of the method panel requested for the chart; null if none. */
  readonly slot = signal<number | null>(null);
  readonly filter = new ChartFilterLayer();
  readonly failed = signal(false);
  readonly #changed: () => void;
  #box: HTMLElement | null = null;
  #parts: ChartRunContext | null = null;
  #chart: Chart | null = null;

  constructor(id: string | undefined, index: number, changed: () => void) {
    this.kind = signal(chartKind(id, index));
    this.#changed = changed;
  }

  readonly mount = (box: HTMLElement | null): void => {
    this.#box = box;
  };

  get box(): HTMLElement | null {
    return this.#box;
  }

  get picture(): ChartFilterLayer['picture'] {
    return this.filter.picture;
  }

  /** Sets a function from fitted to drawn axis ranges of a filter chart; null resets the ranges. */
  stretch(ranges: ChartFilterLayer['wanted']): void {
    this.filter.wanted = ranges;
    this.#changed();
  }

  open(parts: ChartRunContext): void {
    this.close();
    this.#parts = parts;
    this.numbers.value = observableTitles(parts);
    const { methods } = parts.scene().scenario;
    const index = methods.findIndex(({ slot }) => slot === this.slot.peek());
    this.panel.value = index >= 0 ? index : methods.length - 1;
    this.#build();
  }

  update(visible: readonly boolean[]): void {
    if (this.#box?.clientWidth) this.#guard(() => this.#chart?.update(visible));
  }

  cursor(entry: number | null): void {
    this.#guard(() => this.#chart?.setCursor(entry));
  }

  redraw(): void {
    this.#guard(() => this.#chart?.redraw());
  }

  get drawing(): ExportedChart | null {
    const [chart, parts, kind] = [this.#chart, this.#parts, this.kind.peek()];
    if (!chart || !parts || !this.#box?.clientWidth) return null;
    const { methods, run } = parts.scene().scenario;
    const part = runPartNames(kind, run.mode)[this.recent.peek() ? 1 : 0];
    const note = kind.menu === 'panel' ? methods[this.panel.peek()]?.label : part;
    return {
      ...chart.size,
      title: chartTitle(kind, run.mode),
      note: note ?? '',
      theme: parts.theme(),
      draw: (context) => chart.drawTo(context),
    };
  }

  close(): void {
    this.#clear();
    this.#parts = null;
  }

  setKind(kind: ChartKind): void {
    this.kind.value = kind;
    this.recent.value = false;
    this.direction.value = null;
    this.#build();
    this.#changed();
  }

  choosePart(recent: boolean): void {
    this.recent.value = recent;
    this.#changed();
  }

  chooseDirection(direction: number | null): void {
    this.direction.value = direction;
    this.#changed();
  }

  chooseNumber(number: string | null): void {
    this.number.value = number;
    this.#changed();
  }

  choosePanel(panel: number): void {
    this.follow(panel);
    this.#changed();
  }

  follow(panel: number): void {
    if (panel === this.panel.peek() || !this.#parts) return;
    this.panel.value = panel;
    this.slot.value = this.#parts.scene().scenario.methods[panel]?.slot ?? null;
  }

  showPanelOfSlot(slot: number): void {
    const panel = this.#parts?.scene().scenario.methods.findIndex((each) => each.slot === slot);
    if (panel !== undefined && panel >= 0) this.panel.value = panel;
    this.slot.value = slot;
    this.#changed();
  }

  #clear(): void {
    this.#guard(() => this.#chart?.close());
    this.#chart = null;
    if (this.kind.peek().id !== 'spectrum') this.filter.picture.value = null;
    this.failed.value = false;
  }

  #build(): void {
    this.#clear();
    const [box, parts] = [this.#box, this.#parts];
    if (!box || !parts) return;
    const kind = this.kind.peek();
    box.ariaLabel = kind.title;
    this.#guard(() => {
      this.#chart = kind.make(box, {
        ...parts,
        chosen: () => this.panel.peek(),
        direction: () => this.direction.peek(),
        observableTitle: () => this.number.peek(),
        isRecentOnly: () => this.recent.peek(),
        filterLayer: this.filter,
      });
    });
  }

  /** Runs `act`. An error closes the chart of this slot until the next scene is opened. */
  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#chart = null;
      this.#box?.replaceChildren();
      this.failed.value = true;
      reportError(error);
    }
  }
}
