import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Fault, Scenario } from '../scenario/types.ts';
import { deepEqual } from '../scenario/write.ts';
import type { DocumentEdit } from './edits/edits.ts';

interface UndoStep {
  readonly label: string;
  /** Scenario before the step, for undo. After an undo: scenario after the step, for redo. */
  readonly scenario: Scenario;
}

export interface EditGesture {
  readonly label: string;
  cancel(): void;
}

export interface EditableDocument {
  readonly editor: Editor;
  /**
   * Applies a change and returns the faults of the result. A change with faults is refused.
   * Consecutive edits with the same `merge` form one undo step until `closeStep`.
   */
  edit(label: string, change: DocumentEdit, merge?: string): readonly Fault[];
}

const MAX_STEPS = 200; // Stored steps.

export class Editor {
  readonly scenario: ReadonlySignal<Scenario>;
  /** Label of the step or gesture that undo would revert; null if there is none. */
  readonly undoLabel: ReadonlySignal<string | null>;
  readonly redoLabel: ReadonlySignal<string | null>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** True if the document differs from the state that `resetAll` restores. */
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
   * Scenarios that repeated undo restores, oldest first, since the document was opened or replaced.
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

  /** Begins a gesture. Undo cancels an active gesture. Ignored during another gesture. */
  beginGesture(gesture: EditGesture): void {
    if (this.#gesture.peek() === null) this.#gesture.value = gesture;
  }

  closeStep(): void {
    this.#merge = null;
    this.endGesture();
  }

  /** Ends the active gesture. The undo step stays open for further edits, such as typing. */
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

  /** Replaces the scenario in one undo step. `resetAll` then restores the new scenario. */
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
