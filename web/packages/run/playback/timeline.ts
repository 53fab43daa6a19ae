import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { RunHistory } from '../history/runHistory.ts';
import { LIVE_SESSION_PHASE, type SessionPhase } from '../history/sessionPhase.ts';

export interface TargetsReachedMark {
  readonly instance: number;
  readonly entry: number;
}

export class Timeline {
  readonly first = signal(0);
  readonly last = signal(0);
  /** Selected entry of the history; null if the newest is always shown. */
  readonly entry: ReadonlySignal<number | null>;
  readonly marks: Signal<readonly TargetsReachedMark[]> = signal([]);
  readonly #history: RunHistory;
  readonly #instances: number;
  readonly #phase: Signal<SessionPhase>;

  constructor(history: RunHistory, instances: number, phase: Signal<SessionPhase>) {
    this.#history = history;
    this.#instances = instances;
    this.#phase = phase;
    this.entry = computed(() => (phase.value.kind === 'past' ? phase.value.entry : null));
  }

  get shownEntry(): number {
    return this.entry.value ?? this.last.value;
  }

  /** Selects an entry, or the nearest stored one; the newest entry is the live run. */
  goTo(entry: number): void {
    const { first, last } = this.#history;
    if (entry >= last) this.goLive();
    else this.#phase.value = { kind: 'past', entry: Math.max(first, Math.round(entry)) };
  }

  /** Moves the selection by `count` entries. Returns false beyond the newest entry. */
  step(count: number): boolean {
    const { last } = this.#history;
    const from = this.entry.value ?? last;
    if (from + count > last) return false;
    this.goTo(from + count);
    return true;
  }

  goLive(): void {
    if (this.entry.peek() !== null) this.#phase.value = LIVE_SESSION_PHASE;
  }

  update(): void {
    const { first, last } = this.#history;
    this.first.value = Math.max(0, first);
    this.last.value = Math.max(0, last);
    const entry = this.entry.value;
    if (entry !== null) this.goTo(entry);
    const marks = findReachedMarks(this.#history, this.#instances);
    const current = this.marks.peek();
    const isUnchanged =
      marks.length === current.length &&
      marks.every(
        ({ instance, entry }, i) =>
          instance === current[i]?.instance && entry === current[i]?.entry,
      );
    if (!isUnchanged) this.marks.value = marks;
  }
}

function findReachedMarks(history: RunHistory, instances: number): TargetsReachedMark[] {
  return Array.from({ length: instances }, (_, instance) => instance).flatMap((instance) => {
    const entry = history.reachedEntry(instance);
    return entry === null ? [] : [{ instance, entry }];
  });
}
