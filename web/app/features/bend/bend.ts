import type { FilterPicture } from '@iklab/scene/chart';
import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Knot, knotsOn, panelKnots } from 'iklab/document/bentFilter';
import { logSamples } from 'iklab/measure';
import type { ViewState } from 'iklab/run';
import type { MethodPanel } from 'iklab/scenario';
import { type Cancel, threadTime } from 'iklab/time';
import { type BentDocument, putKnots } from './bentPanel.ts';

type Range = FilterPicture['across'];

/** Where a chart of filters stands. */
export interface BendPlace {
  /** As it was drawn last; null: there is none. */
  readonly picture: ReadonlySignal<FilterPicture | null>;
  /** The panel that it shows, by its slot. */
  readonly slot: ReadonlySignal<number | null>;
  /** Shows the panel of this slot, now or as soon as the scene has it. */
  await(slot: number): void;
  /** Draws with the ranges that this makes of those that fit; null: with these. */
  stretch(ranges: ((across: Range, upward: Range) => [Range, Range]) | null): void;
}

/** What a filter is bent in. */
export interface BendContext {
  readonly doc: BentDocument;
  readonly viewState: Pick<
    ViewState,
    'inspected' | 'introducing' | 'writing' | 'solo' | 'layout' | 'focus'
  >;
}

const KNOT_COUNT = 7;
const EDGE = 3; // samples from an edge of the axis to the outer knots
const EVERY = 120; // ms between two edits of a knot that moves
const PAUSE = 600; // ms after which what is bent next is a step of its own

/** The filter of a chart's panel in the hand: its knots, and what becomes of them in the document. */
export class Bend {
  /** The panel whose filter it is; null: there is none. */
  readonly panel: ReadonlySignal<MethodPanel | null>;
  /** In the order of σ; none where it is no filter. */
  readonly knots: ReadonlySignal<readonly Knot[]>;
  /** Why it is not bent; '': it is. */
  readonly refused = signal('');
  readonly #in: BendContext;
  readonly #place: BendPlace;
  /** What the document does not know yet. */
  readonly #draft: Signal<readonly Knot[] | null> = signal(null);
  /** On the curve of a method that has no knots yet: where it was when the method was first looked at. */
  readonly #fresh = signal<{ readonly slot: number; readonly knots: readonly Knot[] } | null>(null);
  readonly #ends: (() => void)[] = [];
  /** The panel that was bent first, and the one that came of it. */
  #from: { readonly origin: number; readonly bent: number } | null = null;
  #held: [Range, Range] | null = null;
  #due: Cancel | undefined;
  #pause: Cancel | undefined;
  #put = Number.NEGATIVE_INFINITY;

  constructor(context: BendContext, place: BendPlace) {
    this.#in = context;
    this.#place = place;
    const { scenario } = context.doc.editor;
    this.panel = computed(() => {
      const shown = place.picture.value?.chosen?.slot;
      const slot = place.slot.value ?? shown;
      const of = (slot?: number) => scenario.value.methods.find((each) => each.slot === slot);
      return of(slot) ?? of(shown) ?? null;
    });
    const written = computed(() => (this.panel.value ? panelKnots(this.panel.value) : null));
    this.knots = computed(
      () => this.#draft.value ?? written.value ?? this.#fresh.value?.knots ?? [],
    );
    this.#ends.push(effect(() => this.#begin(place.picture.value)));
    this.#ends.push(effect(() => this.#follow(scenario.value.methods)));
    place.stretch((across, upward) => this.#held ?? roomFor(this.knots.peek(), across, upward));
  }

  #begin(picture: FilterPicture | null): void {
    const slot = picture?.chosen?.slot;
    const { slot: before, knots } = this.#fresh.peek() ?? {};
    if (!picture || slot === undefined || (slot === before && knots?.length)) return;
    this.#fresh.value = { slot, knots: freshKnots(picture) };
  }

  /** What was bent is gone, as by an undo: the method that it came of is looked at again. */
  #follow(methods: readonly MethodPanel[]): void {
    const { origin, bent } = this.#from ?? {};
    if (bent === undefined || methods.some(({ slot }) => slot === bent)) return;
    this.#from = null;
    this.#draft.value = null;
    if (origin !== undefined && this.#place.slot.peek() === bent) this.#place.await(origin);
  }

  /** Until `end` the axes stay as they are. */
  begin(): void {
    this.#pause?.();
    const picture = this.#place.picture.peek();
    this.#held = picture && [picture.across, picture.upward];
  }

  /** Other knots: at once for the eye, and soon for the run. */
  bend(knots: readonly Knot[]): void {
    this.#draft.value = knots;
    this.#pause?.();
    const wait = this.#put + EVERY - threadTime.now();
    if (wait <= 0) this.#write(true);
    else this.#due ??= threadTime.after(wait, () => this.#write(true));
  }

  /** They stay so: in the text of the method, and as one step. */
  end(): void {
    this.#pause?.();
    if (this.#draft.peek()) this.#write(false);
    this.#draft.value = null;
    this.#held = null;
    this.#in.doc.editor.closeStep();
  }

  /** As `end`, unless something follows soon. */
  endSoon(): void {
    this.#pause?.();
    this.#pause = threadTime.after(PAUSE, () => this.end());
  }

  #write(live: boolean): void {
    this.#due?.();
    this.#due = undefined;
    this.#put = threadTime.now();
    const [panel, knots] = [this.panel.peek(), this.#draft.peek()];
    if (!panel || !knots) return;
    const done = putKnots(this.#in.doc, panel, knots, live);
    this.refused.value = 'refused' in done ? done.refused : '';
    if ('refused' in done) this.#draft.value = null;
    else if (done.slot !== panel.slot) {
      this.#from = { origin: panel.slot, bent: done.slot };
      turnTo(this.#in.viewState, done.slot);
      this.#place.await(done.slot);
    }
  }

  close(): void {
    if (this.#draft.peek()) this.end();
    this.#due?.();
    this.#pause?.();
    for (const end of this.#ends) end();
    this.#place.stretch(null);
  }
}

/** Where one panel is looked at, it is this one. */
const turnTo = (view: BendContext['viewState'], slot: number): void =>
  batch(() => {
    if ((view.inspected.peek() ?? 0) > 0) view.inspected.value = slot;
    if (view.writing.peek() !== null) view.writing.value = slot;
    if (view.solo.peek() !== null) view.solo.value = slot;
    if (view.layout.peek() !== 'one') return;
    view.focus(slot); // all of them
    view.focus(slot);
  });

/** On the curve of a method as it is drawn. */
function freshKnots(picture: FilterPicture | null): readonly Knot[] {
  const filter = picture?.chosen?.filter;
  if (!picture || !filter) return [];
  const sigmas = logSamples(picture.across, filter.length);
  const curve = [...filter].map((tau, i): Knot => ({ sigma: sigmas[i] as number, tau }));
  const inner = curve.slice(EDGE, -EDGE);
  if (inner.some(({ tau }) => !Number.isFinite(tau))) return [];
  return knotsOn(inner, KNOT_COUNT, 10 ** (picture.upward[0] + 0.1));
}

const ABOVE = 0.3; // decades over the bound 2/σ that are seen

/** The axes with room above the bound, and for the knots. */
function roomFor(knots: readonly Knot[], across: Range, [low, high]: Range): [Range, Range] {
  const logs = (of: (knot: Knot) => number): number[] => knots.map((knot) => Math.log10(of(knot)));
  const [sigmas, taus] = [logs(({ sigma }) => sigma), logs(({ tau }) => tau)];
  const left = Math.min(across[0], ...sigmas);
  const bound = Math.log10(2) - left + ABOVE;
  return [
    [left, Math.max(across[1], ...sigmas)],
    [Math.min(low, ...taus), Math.max(high, bound, ...taus)],
  ];
}
