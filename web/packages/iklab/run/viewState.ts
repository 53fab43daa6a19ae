import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { PageAt } from '../document/pageAddress.ts';
import { LAYOUTS } from '../scenario/linkSettings.ts';
import { deepEqual } from '../scenario/write.ts';
import type { EditedPart } from './editedPart.ts';
import type { Session } from './session.ts';

/** How the panes stand. */
export type Layout = (typeof LAYOUTS)[number];
/** A tab of a phone's sheet. */
export type Tab = 'views' | 'methods' | 'charts' | 'more';
/** The panel that is asked about, and where: in its pane, on its card, in the inspector. */
export interface WhyAnchor {
  readonly slot: number;
  readonly at: 'pane' | 'card' | 'inspector';
}
/** The dialog that is open; null: none. */
export type OpenDialog =
  | 'scenes'
  | 'methods'
  | 'commands'
  | 'share'
  | 'text'
  | 'keys'
  | 'log'
  | null;

/**
 * What stands in the inspector in place of a panel, whose slot is 1 or more: what was taken of a
 * robot and what was left out; the mechanism, to be edited; a pose that is made joint by joint.
 */
export const REPORT = 0;
/** Stands in the inspector in place of a panel's slot: the mechanism, to be edited. */
export const EDITOR = -1;
/** Stands in the inspector in place of a panel's slot: a pose that is made joint by joint. */
export const JOINTS = -2;

/** A pose that the document does not know yet: all panes show it in place of the run's. */
export interface Jog {
  /** Of the joints that move by themselves. */
  readonly values: readonly number[];
  /** The one of them that is in hand, −1: none. */
  readonly joint: number;
}

/** What is looked at, and how: no part of the scene. Panels go by their slots. */
export class ViewState {
  readonly layout = signal<Layout>('grid');
  readonly hidden = signal<readonly number[]>([]);
  readonly solo = signal<number | null>(null);
  /** One camera for all panes, or one each. */
  readonly linked = signal(true);
  /** The axes of the joints, and the marks of those on a limit, are drawn. */
  readonly axes = signal(true);
  readonly limits = signal(true);
  /** Links are drawn by the meshes that came with them, else from their numbers. */
  readonly meshes = signal(true);
  /** How far each tip can go is drawn. */
  readonly ellipsoids = signal(false);
  /** What stands in the inspector: a panel by its slot, `REPORT`, `EDITOR` or `JOINTS`. */
  readonly inspected = signal<number | null>(null);
  /** The panel whose text stands in the place of scene and cards, by its slot; null: they stand there. */
  readonly writing = signal<number | null>(null);
  /** A panel runs an older text than that which is written, and what its pane says of it; null: none does. */
  readonly olderText = signal<{ readonly slot: number; readonly note: string } | null>(null);
  readonly jog = signal<Jog | null>(null);
  /** What the editor of the mechanism has in hand. */
  readonly editedPart = signal<EditedPart | null>(null);
  /** A map lies in the scene, as far as one is made of it. */
  readonly mapInScene = signal(false);
  /** The page that is open beside the scene; null: the scene is looked at. */
  readonly pageBeside = signal<PageAt | null>(null);
  /** What the sheet of a phone shows. */
  readonly tab = signal<Tab>('views');
  /** There is room for one pane beside the inspector. */
  readonly narrow = signal(false);
  /** Panes, story and charts alone, larger. */
  readonly presenting = signal(false);
  /** Why this panel fares as it does is said. */
  readonly why = signal<WhyAnchor | null>(null);
  /** A first visit: the introduction takes the place of the left column, and most tools are hidden. */
  readonly introducing = signal(false);
  /** What the run shows is said in a line of its own. */
  readonly storyOpen = signal(true);
  /** The dialog that is open. */
  readonly openDialog = signal<OpenDialog>(null);
  /** The panel that the dialog of methods finds another method for; null: it adds one. */
  readonly replacedPanel = signal<number | null>(null);
  /** Per panel: it is to be seen. */
  readonly visible: ReadonlySignal<readonly boolean[]>;
  /** The panel that charts of one panel show: the one inspected or shown alone; −1: none is. */
  readonly chartedPanel: ReadonlySignal<number>;
  readonly #slots: ReadonlySignal<readonly number[]>;
  /** The panel that the layout `one` shows. */
  readonly #one = signal<number | null>(null);

  constructor(session: Signal<Session | null>) {
    this.#slots = computed(() => session.value?.instances.map(({ slot }) => slot) ?? []);
    this.visible = steady(() => {
      const slots = this.#slots.value;
      const asked = this.why.value?.slot ?? this.inspected.value ?? this.writing.value ?? 0;
      // a pose is the same in all of them
      const beside = this.narrow.value ? (asked === JOINTS ? 0 : slots.indexOf(asked)) : -1;
      if (beside >= 0) return slots.map((_, i) => i === beside);
      const seen = this.#seen(slots);
      if (this.layout.value !== 'one') return seen;
      const one = slots.indexOf(this.#one.value ?? 0);
      const shown = seen[one] ? one : seen.indexOf(true);
      return seen.map((_, i) => i === shown);
    });
    this.chartedPanel = computed(() => {
      const asked = this.inspected.value ?? this.writing.value ?? 0;
      const inspected = this.#slots.value.indexOf(asked);
      const seen = this.visible.value;
      const alone = seen.filter(Boolean).length === 1 && seen.length > 1;
      return inspected >= 0 || !alone ? inspected : seen.indexOf(true);
    });
  }

  /** All of them where none would be. */
  #seen(slots: readonly number[]): boolean[] {
    const solo = this.solo.value;
    const seen = slots.map((slot) =>
      slots.includes(solo ?? 0) ? slot === solo : !this.hidden.value.includes(slot),
    );
    return seen.includes(true) ? seen : slots.map(() => true);
  }

  /** The next layout. */
  nextLayout(): void {
    const next = (LAYOUTS.indexOf(this.layout.value) + 1) % LAYOUTS.length;
    this.layout.value = LAYOUTS[next] as Layout;
  }

  /** This panel alone, or all again. */
  focus = (slot: number): void => {
    const alone = this.layout.value === 'one';
    this.#one.value = slot;
    this.layout.value = alone ? 'grid' : 'one';
  };

  /** The dialog of methods: to add one, or another one for a panel. */
  openMethodPicker(slot: number | null = null): void {
    this.replacedPanel.value = slot;
    this.openDialog.value = 'methods';
  }

  /** The inspector of a panel, or none. */
  inspect(slot: number): void {
    this.inspected.value = this.inspected.value === slot ? null : slot;
  }

  /** Hides a panel or shows it again; the last one that is shown stays. */
  hide(slot: number, hidden: boolean): void {
    if (hidden && this.isLast(slot)) return;
    const others = this.hidden.value.filter((each) => each !== slot);
    this.hidden.value = hidden ? [...others, slot] : others;
  }

  /** No other panel is left to be shown. */
  isLast(slot: number): boolean {
    return this.#slots.value.every((each) => each === slot || this.hidden.value.includes(each));
  }

  /** A panel shown alone, or with the others again. */
  showAlone(slot: number): void {
    this.solo.value = this.solo.value === slot ? null : slot;
  }

  /** Panels that are gone leave nothing behind for those that take their slots. */
  keepPanels(slots: readonly number[]): void {
    const kept = (slot: number | null) => (slots.includes(slot ?? 0) ? slot : null);
    const hidden = this.hidden.value.filter((slot) => slots.includes(slot));
    this.hidden.value = hidden.length < slots.length ? hidden : [];
    this.solo.value = kept(this.solo.value);
    if ((this.inspected.value ?? 0) > 0) this.inspected.value = kept(this.inspected.value);
    this.writing.value = kept(this.writing.value);
    this.why.value = null;
  }

  /** Another scene: all of it. */
  reset(layout: Layout | null, hidden: readonly number[] = []): void {
    if (layout) this.layout.value = layout;
    this.hidden.value = hidden;
    this.solo.value = null;
  }
}

/** The same array while it says the same: another session by itself lays no pane out anew. */
function steady<T>(find: () => readonly T[]): ReadonlySignal<readonly T[]> {
  let last: readonly T[] = [];
  return computed(() => {
    const next = find();
    if (!deepEqual(last, next)) last = next;
    return last;
  });
}
