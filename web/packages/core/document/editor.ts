import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Fault, Scenario } from '../scenario/types.ts';
import { deepEqual } from '../scenario/write.ts';
import type { DocumentEdit } from './edits/edits.ts';

interface UndoStep {
  readonly label: string;
  /**
   * Scenario that undoing the step restores; once the step is undone, the scenario that redoing it
   * restores.
   */
  readonly scenario: Scenario;
}

export interface EditGesture {
  readonly label: string;
  cancel(): void;
}

export interface EditableDocument {
  readonly editor: Editor;
  /**
   * Applies a change to the document and returns the faults of the result, which is then refused;
   * empty if it is valid. Consecutive edits with the same `merge` are one undo step, until
   * `closeStep`.
   */
  edit(label: string, change: DocumentEdit, merge?: string): readonly Fault[];
}

const MAX_STEPS = 200; // Stored steps.

export class Editor {
  readonly scenario: ReadonlySignal<Scenario>;
  /**
   * Label of the undo step, or of the active gesture, that undo would revert; null if there is
   * none.
   */
  readonly undoLabel: ReadonlySignal<string | null>;
  readonly redoLabel: ReadonlySignal<string | null>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** True if the document differs from its opened state, to which `resetAll` returns. */
  readonly changed: ReadonlySignal<boolean>;
  readonly #current: Signal<Scenario>;
  readonly #origin: Signal<Scenario>;
  readonly #past = signal<readonly UndoStep[]>([]);
  readonly #future = signal<readonly UndoStep[]>([]);
  readonly #gesture = signal<EditGesture | null>(null);
  #merge: string | null = null;

  constructor(scenario: Scenario) {
    this.#current = signal(scenario);
    this.#origin = signal(scenario);
    this.scenario = this.#current;
    this.undoLabel = computed(
      () => this.#gesture.value?.label ?? this.#past.value.at(-1)?.label ?? null,
    );
    this.redoLabel = computed(() => this.#future.value.at(-1)?.label ?? null);
    this.canUndo = computed(() => this.undoLabel.value !== null);
    this.canRedo = computed(() => this.redoLabel.value !== null);
    this.changed = computed(() => !deepEqual(this.#current.value, this.#origin.value));
  }

  /**
   * Scenarios to which repeated undo leads, oldest first, from the last opened or replaced document
   * on.
   */
  get earlierScenarios(): readonly Scenario[] {
    const origin = this.#origin.value;
    if (this.#current.value === origin) return [];
    const all = this.#past.value.map(({ scenario }) => scenario);
    return all.slice(Math.max(0, all.lastIndexOf(origin)));
  }

  edit(label: string, change: (scenario: Scenario) => Scenario, merge: string | null = null): void {
    const before = this.#current.peek();
    const after = change(before);
    if (deepEqual(before, after)) return;
    if (merge === null || merge !== this.#merge) this.#push(label, before);
    this.#merge = merge;
    this.#future.value = [];
    this.#current.value = after;
  }

  /**
   * Begins a gesture, which undo cancels until `closeStep`. Has no effect while another gesture is
   * active.
   */
  beginGesture(gesture: EditGesture): void {
    if (this.#gesture.peek() === null) this.#gesture.value = gesture;
  }

  closeStep(): void {
    this.#merge = null;
    this.endGesture();
  }

  /**
   * Ends the active gesture but not the undo step, so that consecutive edits, such as typing,
   * remain one step.
   */
  endGesture(): void {
    this.#gesture.value = null;
  }

  undo(): void {
    const gesture = this.#gesture.peek();
    if (gesture) {
      this.closeStep();
      gesture.cancel();
    } else this.#moveStep(this.#past, this.#future);
  }

  redo(): void {
    this.#moveStep(this.#future, this.#past);
  }

  open(scenario: Scenario): void {
    this.closeStep();
    this.#past.value = [];
    this.#future.value = [];
    this.#origin.value = scenario;
    this.#current.value = scenario;
  }

  /** Replaces the whole scenario, as one undo step; `resetAll` then returns to the new scenario. */
  replace(scenario: Scenario, label: string): void {
    this.closeStep();
    this.edit(label, () => scenario);
    this.#origin.value = scenario;
  }

  resetAll(): void {
    this.closeStep();
    this.edit('Reset all', () => this.#origin.peek());
  }

  #push(label: string, scenario: Scenario): void {
    this.#past.value = [...this.#past.peek(), { label, scenario }].slice(-MAX_STEPS);
  }

  #moveStep(from: Signal<readonly UndoStep[]>, to: Signal<readonly UndoStep[]>): void {
    this.closeStep();
    const step = from.peek().at(-1);
    if (!step) return;
    from.value = from.peek().slice(0, -1);
    to.value = [...to.peek(), { label: step.label, scenario: this.#current.peek() }];
    this.#current.value = step.scenario;
  }
}
