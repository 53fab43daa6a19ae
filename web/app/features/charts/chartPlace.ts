import { type Chart, type ChartContext, type ChartKind, chartKind } from '@iklab/scene/chart';
import { type Signal, signal } from '@preact/signals';

/** What a chart is given by its place and not by the run. */
type Own = 'chosen' | 'direction' | 'recent';
export type RunParts = Omit<ChartContext, Own>;

/** One place for a chart: which one stands there, of which panel, and what a menu chose of it. */
export class ChartPlace {
  readonly kind: Signal<ChartKind>;
  readonly panel = signal(0);
  readonly recent = signal(false);
  /** null: all. */
  readonly direction = signal<number | null>(null);
  /** It could not be drawn. */
  readonly failed = signal(false);
  readonly #changed: () => void;
  #box: HTMLElement | null = null;
  #parts: RunParts | null = null;
  #chart: Chart | null = null;
  #slot: number | null = null;

  /** `changed`: something else was chosen. */
  constructor(id: string | undefined, index: number, changed: () => void) {
    this.kind = signal(chartKind(id, index));
    this.#changed = changed;
  }

  /** Where the page has its box; null: nowhere any more. */
  readonly mount = (box: HTMLElement | null): void => {
    this.#box = box;
  };

  open(parts: RunParts): void {
    this.close();
    this.#parts = parts;
    const { methods } = parts.scene().scenario;
    const kept = methods.findIndex(({ slot }) => slot === this.#slot);
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

  choosePanel(panel: number): void {
    this.follow(panel);
    this.#changed();
  }

  /** Shows this panel, where it shows one. */
  follow(panel: number): void {
    if (panel === this.panel.peek() || !this.#parts) return;
    this.panel.value = panel;
    this.#slot = this.#parts.scene().scenario.methods[panel]?.slot ?? null;
  }

  #clear(): void {
    this.#guard(() => this.#chart?.close());
    this.#chart = null;
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
        recent: () => this.recent.peek(),
      });
    });
  }

  /** What a chart throws ends that chart alone; the next scene has it again. */
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
