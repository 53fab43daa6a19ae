import { type ReadonlySignal, signal } from '@preact/signals';
import { heldFormula } from 'iklab/scenario/heldFormula';
import { threadTime } from 'iklab/time';
import type { Services } from '../../browser/services.ts';
import type { OuterUndo } from './editorKeys.ts';
import { draftOf, dropDraft, keepDraft } from './formulaDrafts.ts';
import type { FormulaHost, Refusal } from './formulaHost.ts';
import { emptyReading, type FormulaReading } from './formulaReading.ts';

/**
 * Manages a formula while it is edited: a valid text becomes an edit of the document, which runs
 * it. An invalid text is stored in the browser, and the last valid one keeps running.
 */
export class FormulaDesk {
  readonly #host: FormulaHost;
  readonly #services: Pick<Services, 'storage'>;
  readonly #now: () => number;
  #slot: number | null = null;
  /** The formula in the document. */
  #kept = '';
  /** Whether an own edit of the document is in progress, whose change must be ignored. */
  #putting = false;

  readonly #text = signal('');
  readonly #reading = signal<FormulaReading>(emptyReading);
  readonly #running = signal<FormulaReading>(emptyReading);
  readonly #typing = signal<number | null>(null);
  readonly #goodAt = signal<number | null>(null);
  readonly #refused = signal<Refusal | null>(null);

  constructor(host: FormulaHost, services: Pick<Services, 'storage'>, now = threadTime.date) {
    this.#host = host;
    this.#services = services;
    this.#now = now;
  }

  get text(): ReadonlySignal<string> {
    return this.#text;
  }

  /** The reading of the text at the last pause. */
  get reading(): ReadonlySignal<FormulaReading> {
    return this.#reading;
  }

  /** The reading of the text in the document. */
  get running(): ReadonlySignal<FormulaReading> {
    return this.#running;
  }

  /** The line that is being typed; null during a pause. */
  get typing(): ReadonlySignal<number | null> {
    return this.#typing;
  }

  /** When the running text became valid, in milliseconds since 1970; null if none runs. */
  get goodAt(): ReadonlySignal<number | null> {
    return this.#goodAt;
  }

  /** Why the scene rejects a valid text; null if it does not. */
  get refused(): ReadonlySignal<Refusal | null> {
    return this.#refused;
  }

  /**
   * Shows the panel of a slot with its draft, and follows changes of the document such as an undo.
   * Returns false if there is no such panel.
   */
  follow(slot: number): boolean {
    const panel = this.#host.panel(slot);
    if (this.#putting) return true;
    if (!panel) {
      this.#slot = null;
      return false;
    }
    if (slot === this.#slot && panel.text === this.#kept) return true;
    this.#slot = slot;
    this.#kept = panel.text;
    const draft = draftOf(this.#services, slot, panel.text);
    const held = heldFormula(panel.text);
    this.#goodAt.value = held ? null : (draft?.time ?? this.#now());
    this.#running.value = this.#host.read(panel.text);
    this.#show(draft?.text ?? held?.text ?? panel.text.replace(/\r\n?/g, '\n'));
    return true;
  }

  /** Reads the texts again for another scene, which changes sizes and cost. */
  readAgain(): void {
    if (this.#slot === null) return;
    this.#reading.value = this.#host.read(this.#text.peek());
    this.#running.value = this.#host.read(this.#kept);
  }

  type(text: string, line: number): void {
    this.#text.value = text;
    this.#typing.value = line;
  }

  /** Called when typing pauses: runs a valid text. */
  pause(text: string): void {
    if (this.#slot === null) return;
    this.#show(text);
    const { row } = this.#reading.peek();
    if (text === this.#kept) dropDraft(this.#services, this.#slot, text);
    else if (row) this.#put(this.#slot, text, false);
    else this.#keep(this.#slot, text);
  }

  /** Applies the text and removes the target clamp of its panel, which the text does not allow. */
  unclamp(): void {
    const { row } = this.#reading.peek();
    if (this.#slot !== null && row) this.#put(this.#slot, this.#text.peek(), true);
  }

  back(): void {
    if (this.#slot !== null) dropDraft(this.#services, this.#slot, this.#kept);
    this.#show(this.#kept);
  }

  /** Undo and redo of the document, unless the editor's text differs from the document's. */
  readonly outer: OuterUndo = {
    undo: () => this.#instead(() => this.#host.undo()),
    redo: () => this.#instead(() => this.#host.redo()),
  };

  #instead(act: () => void): boolean {
    const own = this.#text.peek() === (heldFormula(this.#kept)?.text ?? this.#kept);
    if (own) act();
    return own;
  }

  #show(text: string): void {
    this.#text.value = text;
    this.#typing.value = null;
    this.#refused.value = null;
    this.#reading.value = this.#host.read(text);
  }

  #put(slot: number, text: string, unclamped: boolean): void {
    this.#putting = true;
    const refused = this.#host.put(slot, text, unclamped);
    this.#putting = false;
    if (this.#host.panel(slot)?.text === text) {
      dropDraft(this.#services, slot, this.#kept);
      this.#kept = text;
      this.#refused.value = null;
      this.#goodAt.value = this.#now();
      this.#running.value = this.#reading.peek();
      return;
    }
    this.#refused.value = refused ?? {
      sentence: 'The scene cannot run this formula.',
      clamped: false,
    };
    this.#keep(slot, text);
  }

  #keep(slot: number, text: string): void {
    keepDraft(this.#services, {
      slot,
      base: this.#kept,
      text,
      time: this.#goodAt.peek() ?? this.#now(),
    });
  }
}
