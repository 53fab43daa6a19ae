import { type ReadonlySignal, signal } from '@preact/signals';
import { heldFormula } from 'iklab/scenario/heldFormula';
import { threadTime } from 'iklab/time';
import type { Services } from '../../browser/services.ts';
import type { OuterUndo } from './editorKeys.ts';
import { draftOf, dropDraft, keepDraft } from './formulaDrafts.ts';
import type { FormulaHost, Refusal } from './formulaHost.ts';
import { emptyReading, type FormulaReading } from './formulaReading.ts';

/**
 * The text of a method while it is written: what is right goes to the document, which runs it; what is
 * not waits here and in the browser's storage, while the last good text runs on.
 */
export class FormulaDesk {
  readonly #host: FormulaHost;
  readonly #services: Pick<Services, 'storage'>;
  readonly #now: () => number;
  #slot: number | null = null;
  /** The text that the document has. */
  #kept = '';
  /** The document is being told, and tells of it. */
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

  /** What is written. */
  get text(): ReadonlySignal<string> {
    return this.#text;
  }

  /** Of the text, as it was at the last pause. */
  get reading(): ReadonlySignal<FormulaReading> {
    return this.#reading;
  }

  /** Of the text that the document has. */
  get running(): ReadonlySignal<FormulaReading> {
    return this.#running;
  }

  /** The line that is being typed; null: the text rests. */
  get typing(): ReadonlySignal<number | null> {
    return this.#typing;
  }

  /** When the text that runs was taken, milliseconds since 1970; null: none runs. */
  get goodAt(): ReadonlySignal<number | null> {
    return this.#goodAt;
  }

  /** Why the scene does not take a text that is right; null: it does. */
  get refused(): ReadonlySignal<Refusal | null> {
    return this.#refused;
  }

  /**
   * Follows the document: the panel of a slot with its draft, or the text that an undo or another hand
   * has given it. False: there is no such panel.
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

  /** The scene is another one: sizes and cost are. */
  readAgain(): void {
    if (this.#slot === null) return;
    this.#reading.value = this.#host.read(this.#text.peek());
    this.#running.value = this.#host.read(this.#kept);
  }

  type(text: string, line: number): void {
    this.#text.value = text;
    this.#typing.value = line;
  }

  /** The keys rest: a text that is right runs from now on. */
  pause(text: string): void {
    if (this.#slot === null) return;
    this.#show(text);
    const { row } = this.#reading.peek();
    if (text === this.#kept) dropDraft(this.#services, this.#slot, text);
    else if (row) this.#put(this.#slot, text, false);
    else this.#keep(this.#slot, text);
  }

  /** Takes the clamp off the targets of its panel, with the text that needs that. */
  unclamp(): void {
    const { row } = this.#reading.peek();
    if (this.#slot !== null && row) this.#put(this.#slot, this.#text.peek(), true);
  }

  /** Gives up what is written: back to the text that runs. */
  back(): void {
    if (this.#slot !== null) dropDraft(this.#services, this.#slot, this.#kept);
    this.#show(this.#kept);
  }

  /** The document's steps, while nothing but its text is written here. */
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
