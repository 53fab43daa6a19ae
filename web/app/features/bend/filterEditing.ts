import { type FilterKnot, panelKnots, sampleFilterKnots } from '@iklab/core/document/knotFilter';
import { logSpacedSamples } from '@iklab/core/measure';
import type { MethodPanel } from '@iklab/core/scenario';
import { type CancelCallback, threadTime } from '@iklab/core/time';
import type { ViewState } from '@iklab/run/session';
import type { FilterChartLayout } from '@iklab/scene/chart';
import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type FilterEditingDocument, writeFilterKnots } from './writeFilterKnots.ts';

type Range = FilterChartLayout['across'];

export interface EditableFilterChart {
  /** Layout of the filter chart as last drawn; null if the chart is not shown. */
  readonly picture: ReadonlySignal<FilterChartLayout | null>;
  readonly slot: ReadonlySignal<number | null>;
  /** Shows the filter of panel `slot` as soon as the scene has the panel. */
  showPanelOfSlot(slot: number): void;
  /** Sets a function from fitted to drawn axis ranges; null draws the fitted ranges. */
  stretch(ranges: ((across: Range, upward: Range) => [Range, Range]) | null): void;
}

export interface FilterEditingContext {
  readonly doc: FilterEditingDocument;
  readonly viewState: Pick<
    ViewState,
    'inspected' | 'introducing' | 'writing' | 'solo' | 'layout' | 'focus'
  >;
}

const KNOT_COUNT = 7;
const EDGE = 3; // Samples between an edge of the axis and the outer knots.
const EDIT_INTERVAL = 120; // Milliseconds between two edits while a knot is dragged.
const PAUSE = 600; // Milliseconds without an edit after which the next one is a separate undo step.

export class FilterEditing {
  readonly panel: ReadonlySignal<MethodPanel | null>;
  /** Knots of the edited filter in ascending order of σ; empty if the panel has no filter. */
  readonly knots: ReadonlySignal<readonly FilterKnot[]>;
  /** Why the scene refused the last edit of the filter; '' if accepted. */
  readonly refused = signal('');
  readonly #context: FilterEditingContext;
  readonly #chart: EditableFilterChart;
  readonly #draft: Signal<readonly FilterKnot[] | null> = signal(null);
  readonly #fresh = signal<{ readonly slot: number; readonly knots: readonly FilterKnot[] } | null>(
    null,
  );
  readonly #ends: (() => void)[] = [];
  /**
   * Slot numbers of the original panel and the copy with the edited filter; null without a copy.
   */
  #from: { readonly origin: number; readonly bent: number } | null = null;
  #frozenRanges: [Range, Range] | null = null;
  #cancelWrite: CancelCallback | undefined;
  #pause: CancelCallback | undefined;
  #lastWrite = Number.NEGATIVE_INFINITY;

  constructor(context: FilterEditingContext, chart: EditableFilterChart) {
    this.#context = context;
    this.#chart = chart;
    const { scenario } = context.doc.editor;
    this.panel = computed(() => {
      const chosenSlot = chart.picture.value?.chosen?.slot;
      const slot = chart.slot.value ?? chosenSlot;
      const panelOf = (slot?: number) => scenario.value.methods.find((each) => each.slot === slot);
      return panelOf(slot) ?? panelOf(chosenSlot) ?? null;
    });
    const written = computed(() => (this.panel.value ? panelKnots(this.panel.value) : null));
    this.knots = computed(
      () => this.#draft.value ?? written.value ?? this.#fresh.value?.knots ?? [],
    );
    this.#ends.push(effect(() => this.#begin(chart.picture.value)));
    this.#ends.push(effect(() => this.#onMethodsChanged(scenario.value.methods)));
    chart.stretch(
      (across, upward) => this.#frozenRanges ?? fitRanges(this.knots.peek(), across, upward),
    );
  }

  #begin(picture: FilterChartLayout | null): void {
    const slot = picture?.chosen?.slot;
    const { slot: before, knots } = this.#fresh.peek() ?? {};
    if (!picture || slot === undefined || (slot === before && knots?.length)) return;
    this.#fresh.value = { slot, knots: freshKnots(picture) };
  }

  #onMethodsChanged(methods: readonly MethodPanel[]): void {
    const { origin, bent } = this.#from ?? {};
    if (bent === undefined || methods.some(({ slot }) => slot === bent)) return;
    this.#from = null;
    this.#draft.value = null;
    if (origin !== undefined && this.#chart.slot.peek() === bent)
      this.#chart.showPanelOfSlot(origin);
  }

  /** Begins a drag of a knot; the axis ranges stay fixed until `end`. */
  begin(): void {
    this.#pause?.();
    const picture = this.#chart.picture.peek();
    this.#frozenRanges = picture && [picture.across, picture.upward];
  }

  /** Shows new knots immediately. Writes the knots to the document after a delay. */
  bend(knots: readonly FilterKnot[]): void {
    this.#draft.value = knots;
    this.#pause?.();
    const wait = this.#lastWrite + EDIT_INTERVAL - threadTime.now();
    if (wait <= 0) this.#write(true);
    else this.#cancelWrite ??= threadTime.schedule(wait, () => this.#write(true));
  }

  end(): void {
    this.#pause?.();
    if (this.#draft.peek()) this.#write(false);
    this.#draft.value = null;
    this.#frozenRanges = null;
    this.#context.doc.editor.closeStep();
  }

  endSoon(): void {
    this.#pause?.();
    this.#pause = threadTime.schedule(PAUSE, () => this.end());
  }

  #write(live: boolean): void {
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
    this.#lastWrite = threadTime.now();
    const [panel, knots] = [this.panel.peek(), this.#draft.peek()];
    if (!panel || !knots) return;
    const result = writeFilterKnots(this.#context.doc, panel, knots, live);
    this.refused.value = 'refused' in result ? result.refused : '';
    if ('refused' in result) this.#draft.value = null;
    else if (result.slot !== panel.slot) {
      this.#from = { origin: panel.slot, bent: result.slot };
      selectPanel(this.#context.viewState, result.slot);
      this.#chart.showPanelOfSlot(result.slot);
    }
  }

  close(): void {
    if (this.#draft.peek()) this.end();
    this.#cancelWrite?.();
    this.#pause?.();
    for (const end of this.#ends) end();
    this.#chart.stretch(null);
  }
}

const selectPanel = (view: FilterEditingContext['viewState'], slot: number): void =>
  batch(() => {
    if ((view.inspected.peek() ?? 0) > 0) view.inspected.value = slot;
    if (view.writing.peek() !== null) view.writing.value = slot;
    if (view.solo.peek() !== null) view.solo.value = slot;
    if (view.layout.peek() !== 'one') return;
    view.focus(slot); // The first call shows all panels.
    view.focus(slot);
  });

function freshKnots(picture: FilterChartLayout | null): readonly FilterKnot[] {
  const filter = picture?.chosen?.filter;
  if (!picture || !filter) return [];
  const sigmas = logSpacedSamples(picture.across, filter.length);
  const curve = [...filter].map((tau, i): FilterKnot => ({ sigma: sigmas[i] as number, tau }));
  const inner = curve.slice(EDGE, -EDGE);
  if (inner.some(({ tau }) => !Number.isFinite(tau))) return [];
  return sampleFilterKnots(inner, KNOT_COUNT, 10 ** (picture.upward[0] + 0.1));
}

const ABOVE = 0.3; // Decades shown above the bound 2/σ.

function fitRanges(
  knots: readonly FilterKnot[],
  across: Range,
  [low, high]: Range,
): [Range, Range] {
  const logs = (select: (knot: FilterKnot) => number): number[] =>
    knots.map((knot) => Math.log10(select(knot)));
  const [sigmas, taus] = [logs(({ sigma }) => sigma), logs(({ tau }) => tau)];
  const left = Math.min(across[0], ...sigmas);
  const bound = Math.log10(2) - left + ABOVE;
  return [
    [left, Math.max(across[1], ...sigmas)],
    [Math.min(low, ...taus), Math.max(high, bound, ...taus)],
  ];
}
