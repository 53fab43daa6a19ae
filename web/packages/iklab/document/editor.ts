import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Fault, Scenario } from '../scenario/types.ts';
import { same } from '../scenario/write.ts';
import type { Change } from './edits.ts';

interface Step {
  readonly what: string;
  /** The scenario before the step was taken, or undone. */
  readonly scenario: Scenario;
}

/** Something under way that the document learns of at its end. */
export interface Gesture {
  readonly what: string;
  /** As if it had not been. */
  cancel(): void;
}

/** A document that is edited by changes. */
export interface Editing {
  readonly editor: Editor;
  /** Faults: the edit is refused. The same `merge` in a row is one step, until it is sealed. */
  edit(what: string, change: Change, merge?: string): readonly Fault[];
}

const MOST = 200; // steps kept

/** The document and its edits: every one can be undone. */
export class Editor {
  readonly scenario: ReadonlySignal<Scenario>;
  /** What undo and redo would do; null: nothing. */
  readonly undoes: ReadonlySignal<string | null>;
  readonly redoes: ReadonlySignal<string | null>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** As it was opened or loaded, which `resetAll` goes back to. */
  readonly changed: ReadonlySignal<boolean>;
  readonly #now: Signal<Scenario>;
  readonly #origin: Signal<Scenario>;
  readonly #past = signal<readonly Step[]>([]);
  readonly #future = signal<readonly Step[]>([]);
  readonly #gesture = signal<Gesture | null>(null);
  /** Of the edits that are one step. */
  #merge: string | null = null;

  constructor(scenario: Scenario) {
    this.#now = signal(scenario);
    this.#origin = signal(scenario);
    this.scenario = this.#now;
    this.undoes = computed(
      () => this.#gesture.value?.what ?? this.#past.value.at(-1)?.what ?? null,
    );
    this.redoes = computed(() => this.#future.value.at(-1)?.what ?? null);
    this.canUndo = computed(() => this.undoes.value !== null);
    this.canRedo = computed(() => this.redoes.value !== null);
    this.changed = computed(() => !same(this.#now.value, this.#origin.value));
  }

  /** What undo leads back to, as far as the document was opened or loaded. */
  get past(): readonly Scenario[] {
    const origin = this.#origin.value;
    if (this.#now.value === origin) return [];
    const all = this.#past.value.map(({ scenario }) => scenario);
    return all.slice(Math.max(0, all.lastIndexOf(origin)));
  }

  /** Edits with the same `merge` in a row are one step, until `seal`. */
  edit(what: string, change: (scenario: Scenario) => Scenario, merge: string | null = null): void {
    const before = this.#now.peek();
    const after = change(before);
    if (same(before, after)) return;
    if (merge === null || merge !== this.#merge) this.#push(what, before);
    this.#merge = merge;
    this.#future.value = [];
    this.#now.value = after;
  }

  /** Until `seal`, undo cancels this gesture; one that is under way goes on. */
  begin(gesture: Gesture): void {
    if (this.#gesture.peek() === null) this.#gesture.value = gesture;
  }

  /** Ends a gesture: the next edit is a step of its own. */
  seal(): void {
    this.#merge = null;
    this.release();
  }

  /** Ends a gesture; what is being typed goes on as one step. */
  release(): void {
    this.#gesture.value = null;
  }

  undo(): void {
    const gesture = this.#gesture.peek();
    if (gesture) {
      this.seal();
      gesture.cancel();
    } else this.#walk(this.#past, this.#future);
  }

  redo(): void {
    this.#walk(this.#future, this.#past);
  }

  /** A document of its own, with nothing to undo. */
  open(scenario: Scenario): void {
    this.seal();
    this.#past.value = [];
    this.#future.value = [];
    this.#origin.value = scenario;
    this.#now.value = scenario;
  }

  /** Another document in its place: a preset, a link, a file. */
  replace(scenario: Scenario, what: string): void {
    this.seal();
    this.edit(what, () => scenario);
    this.#origin.value = scenario;
  }

  /** Back to the document as it was opened. */
  resetAll(): void {
    this.seal();
    this.edit('Reset all', () => this.#origin.peek());
  }

  #push(what: string, scenario: Scenario): void {
    this.#past.value = [...this.#past.peek(), { what, scenario }].slice(-MOST);
  }

  #walk(from: Signal<readonly Step[]>, to: Signal<readonly Step[]>): void {
    this.seal();
    const step = from.peek().at(-1);
    if (!step) return;
    from.value = from.peek().slice(0, -1);
    to.value = [...to.peek(), { what: step.what, scenario: this.#now.peek() }];
    this.#now.value = step.scenario;
  }
}
