import type { PageLocation } from '@iklab/core/document';
import { deepEqual } from '@iklab/core/scenario';
import { PANE_LAYOUTS } from '@iklab/core/scenario/link';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Session } from './session.ts';

export type PaneLayout = (typeof PANE_LAYOUTS)[number];
export type PhoneSheetTab = 'views' | 'methods' | 'charts' | 'more';
/** Panel whose state is explained, and location: pane, card or inspector. */
export interface WhyExplanationAnchor {
  readonly slot: number;
  readonly location: 'pane' | 'card' | 'inspector';
}
export type OpenDialog =
  | 'scenes'
  | 'methods'
  | 'commands'
  | 'share'
  | 'text'
  | 'keys'
  | 'log'
  | null;

/** Value of `ViewState.inspected` for the import report of a robot, in place of a slot. */
export const IMPORT_REPORT_PANEL = 0;
export const MECHANISM_EDITOR_PANEL = -1;
export const JOINT_JOG_PANEL = -2;

/** Joint values that all panes show instead of the run while the user sets joints. */
export interface JointJog {
  readonly values: readonly number[];
  /** Index of the joint that the user is moving; -1 if none. */
  readonly joint: number;
}

/** State of the views, which is not part of the scene; slots identify its panels. */
export class ViewState {
  readonly layout = signal<PaneLayout>('grid');
  readonly hidden = signal<readonly number[]>([]);
  readonly solo = signal<number | null>(null);
  /** True if all panes share one camera. */
  readonly linked = signal(true);
  /** True if joint axes are drawn; `limits`: true if joints at a limit are marked. */
  readonly axes = signal(true);
  readonly limits = signal(true);
  readonly meshes = signal(true);
  readonly ellipsoids = signal(false);
  /**
   * Content of the inspector: a panel by its slot, `IMPORT_REPORT_PANEL`, `MECHANISM_EDITOR_PANEL`
   * or `JOINT_JOG_PANEL`; null if the inspector is closed.
   */
  readonly inspected = signal<number | null>(null);
  /** Slot of the panel whose formula is in the editor; null if the editor is closed. */
  readonly writing = signal<number | null>(null);
  /**
   * Slot of the panel that runs an older formula than the edited text, and a note; null if there is
   * none.
   */
  readonly olderText = signal<{ readonly slot: number; readonly note: string } | null>(null);
  readonly jog = signal<JointJog | null>(null);
  readonly mapInScene = signal(false);
  /** True if all solutions of the targets are shown, in the panes and in place of the charts. */
  readonly solutions = signal(false);
  readonly openPage = signal<PageLocation | null>(null);
  readonly tab = signal<PhoneSheetTab>('views');
  /** True if the window has room for only one pane beside the inspector. */
  readonly narrow = signal(false);
  readonly presenting = signal(false);
  readonly why = signal<WhyExplanationAnchor | null>(null);
  /**
   * True on a visitor's first visit: the introduction replaces the left column, and most tools are
   * hidden.
   */
  readonly introducing = signal(false);
  readonly storyOpen = signal(true);
  readonly openDialog = signal<OpenDialog>(null);
  /**
   * Slot of the panel whose method the method dialog replaces; null if the dialog adds a method.
   */
  readonly replacedPanel = signal<number | null>(null);
  readonly visible: ReadonlySignal<readonly boolean[]>;
  /** Index of the panel whose charts are shown: inspected or shown alone; -1 if there is none. */
  readonly chartedPanel: ReadonlySignal<number>;
  readonly #slots: ReadonlySignal<readonly number[]>;
  readonly #one = signal<number | null>(null);

  constructor(session: Signal<Session | null>) {
    this.#slots = computed(() => session.value?.instances.map(({ slot }) => slot) ?? []);
    this.visible = stableComputed(() => {
      const slots = this.#slots.value;
      const selectedSlot = this.why.value?.slot ?? this.inspected.value ?? this.writing.value ?? 0;
      // Joint sliders set one pose for all panels.
      const selectedIndex = this.narrow.value
        ? selectedSlot === JOINT_JOG_PANEL
          ? 0
          : slots.indexOf(selectedSlot)
        : -1;
      if (selectedIndex >= 0) return slots.map((_, i) => i === selectedIndex);
      const visibleFlags = this.#computeVisible(slots);
      if (this.layout.value !== 'one') return visibleFlags;
      const one = slots.indexOf(this.#one.value ?? 0);
      const visibleIndex = visibleFlags[one] ? one : visibleFlags.indexOf(true);
      return visibleFlags.map((_, i) => i === visibleIndex);
    });
    this.chartedPanel = computed(() => {
      const selectedSlot = this.inspected.value ?? this.writing.value ?? 0;
      const inspected = this.#slots.value.indexOf(selectedSlot);
      const visibleFlags = this.visible.value;
      const alone = visibleFlags.filter(Boolean).length === 1 && visibleFlags.length > 1;
      return inspected >= 0 || !alone ? inspected : visibleFlags.indexOf(true);
    });
  }

  #computeVisible(slots: readonly number[]): boolean[] {
    const solo = this.solo.value;
    const visibleFlags = slots.map((slot) =>
      slots.includes(solo ?? 0) ? slot === solo : !this.hidden.value.includes(slot),
    );
    return visibleFlags.includes(true) ? visibleFlags : slots.map(() => true);
  }

  nextLayout(): void {
    const next = (PANE_LAYOUTS.indexOf(this.layout.value) + 1) % PANE_LAYOUTS.length;
    this.layout.value = PANE_LAYOUTS[next] as PaneLayout;
  }

  /** Shows only the panel in `slot`, or all panels again if that panel is shown alone. */
  focus = (slot: number): void => {
    const alone = this.layout.value === 'one';
    this.#one.value = slot;
    this.layout.value = alone ? 'grid' : 'one';
  };

  openMethodPicker(slot: number | null = null): void {
    this.replacedPanel.value = slot;
    this.openDialog.value = 'methods';
  }

  inspect(slot: number): void {
    this.inspected.value = this.inspected.value === slot ? null : slot;
  }

  /** Hides or shows a panel; the last visible one cannot be hidden. */
  hide(slot: number, hidden: boolean): void {
    if (hidden && this.isLast(slot)) return;
    const otherSlots = this.hidden.value.filter((each) => each !== slot);
    this.hidden.value = hidden ? [...otherSlots, slot] : otherSlots;
  }

  isLast(slot: number): boolean {
    return this.#slots.value.every((each) => each === slot || this.hidden.value.includes(each));
  }

  showAlone(slot: number): void {
    this.solo.value = this.solo.value === slot ? null : slot;
  }

  /** Drops the state of deleted panels, so that new panels in their slots do not get it. */
  keepPanels(slots: readonly number[]): void {
    const ifPresent = (slot: number | null) => (slots.includes(slot ?? 0) ? slot : null);
    const hidden = this.hidden.value.filter((slot) => slots.includes(slot));
    this.hidden.value = hidden.length < slots.length ? hidden : [];
    this.solo.value = ifPresent(this.solo.value);
    if ((this.inspected.value ?? 0) > 0) this.inspected.value = ifPresent(this.inspected.value);
    this.writing.value = ifPresent(this.writing.value);
    this.why.value = null;
  }

  reset(layout: PaneLayout | null, hidden: readonly number[] = []): void {
    if (layout) this.layout.value = layout;
    this.hidden.value = hidden;
    this.solo.value = null;
  }
}

/** Makes a computed signal that keeps its array while the values are equal. */
function stableComputed<T>(find: () => readonly T[]): ReadonlySignal<readonly T[]> {
  let last: readonly T[] = [];
  return computed(() => {
    const next = find();
    if (!deepEqual(last, next)) last = next;
    return last;
  });
}
