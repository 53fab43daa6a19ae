import {
  type Chart,
  type ChartContext,
  type ChartDrawing,
  type ChartKind,
  chartKind,
  chartTitle,
  partNames,
  shownTitles,
} from '@iklab/scene/chart';
import { type Signal, signal } from '@preact/signals';
import { FilterPlace } from './filterPlace.ts';

/** The parts of a chart's context that its slot provides, not the run. */
type Own = 'chosen' | 'direction' | 'number' | 'recent' | 'filterLayer';
export type RunParts = Omit<ChartContext, Own>;

/** A slot for a chart: its kind, its panel, and the choices of its menus. */
export class ChartPlace {
  readonly kind: Signal<ChartKind>;
  readonly panel = signal(0);
  readonly recent = signal(false);
  /** Null for all directions. */
  readonly direction = signal<number | null>(null);
  /** Which of the numbers that the methods show; null for the first. */
  readonly number = signal<string | null>(null);
  readonly numbers = signal<readonly string[]>([]);
  /** Slot of the panel that was requested; null if none. */
  readonly slot = signal<number | null>(null);
  readonly filter = new FilterPlace();
  readonly failed = signal(false);
  readonly #changed: () => void;
  #box: HTMLElement | null = null;
  #parts: RunParts | null = null;
  #chart: Chart | null = null;

  constructor(id: string | undefined, index: number, changed: () => void) {
    this.kind = signal(chartKind(id, index));
    this.#changed = changed;
  }

  /** The chart's element; null when it is removed. */
  readonly mount = (box: HTMLElement | null): void => {
    this.#box = box;
  };

  get box(): HTMLElement | null {
    return this.#box;
  }

  get picture(): FilterPlace['picture'] {
    return this.filter.picture;
  }

  /** Replaces the axis ranges of a chart of filters; null restores the fitted ranges. */
  stretch(ranges: FilterPlace['wanted']): void {
    this.filter.wanted = ranges;
    this.#changed();
  }

  open(parts: RunParts): void {
    this.close();
    this.#parts = parts;
    this.numbers.value = shownTitles(parts);
    const { methods } = parts.scene().scenario;
    const kept = methods.findIndex(({ slot }) => slot === this.slot.peek());
    this.panel.value = kept >= 0 ? kept : methods.length - 1;
    this.#build();
  }

  update(shown: readonly boolean[]): void {
    if (this.#box?.clientWidth) this.#guard(() => this.#chart?.update(shown));
  }

  cursor(entry: number | null): void {
    this.#guard(() => this.#chart?.cursor(entry));
  }

  redraw(): void {
    this.#guard(() => this.#chart?.redraw());
  }

  /** The drawing for an export; null while the chart is hidden. */
  get drawing(): ChartDrawing | null {
    const [chart, parts, kind] = [this.#chart, this.#parts, this.kind.peek()];
    if (!chart || !parts || !this.#box?.clientWidth) return null;
    const { methods, run } = parts.scene().scenario;
    const part = partNames(kind, run.mode)[this.recent.peek() ? 1 : 0];
    const note = kind.menu === 'panel' ? methods[this.panel.peek()]?.label : part;
    return {
      ...chart.size,
      title: chartTitle(kind, run.mode),
      note: note ?? '',
      theme: parts.theme(),
      draw: (context) => chart.drawOn(context),
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

  /** Shows the panel of this slot, now or as soon as the scene has it. */
  await(slot: number): void {
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
        number: () => this.number.peek(),
        recent: () => this.recent.peek(),
        filterLayer: this.filter,
      });
    });
  }

  /** An error only closes this chart, until the next scene. */
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
