import { readHeldFormula } from '@iklab/core/scenario/methods/heldFormula';
import { threadTime } from '@iklab/core/time';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Services } from '../../browser/services.ts';
import { deleteFormulaDraft, findFormulaDraft, saveFormulaDraft } from './formulaDrafts.ts';
import type { DocumentUndo } from './formulaEditorKeys.ts';
import type { FormulaPanelAccess, FormulaRefusal } from './formulaPanelAccess.ts';
import { emptyFormulaReading, type FormulaReading } from './formulaReading.ts';

/**
 * Manages an edited formula. A valid text is written to the document and runs. An invalid text is
 * stored in the browser; the last valid text still runs.
 */
export class FormulaEditing {
  readonly #host: FormulaPanelAccess;
  readonly #services: Pick<Services, 'storage'>;
  readonly #clock: () => number;
  #slot: number | null = null;
  #documentText = '';
  #putting = false;

  readonly #text = signal('');
  readonly #reading = signal<FormulaReading>(emptyFormulaReading);
  readonly #running = signal<FormulaReading>(emptyFormulaReading);
  readonly #typing = signal<number | null>(null);
  readonly #validSince = signal<number | null>(null);
  readonly #refused = signal<FormulaRefusal | null>(null);

  constructor(
    host: FormulaPanelAccess,
    services: Pick<Services, 'storage'>,
    clock = threadTime.date,
  ) {
    this.#host = host;
    this.#services = services;
    this.#clock = clock;
  }

  get text(): ReadonlySignal<string> {
    return this.#text;
  }

  /** Reading of the editor's text at the last typing pause. */
  get reading(): ReadonlySignal<FormulaReading> {
    return this.#reading;
  }

  get running(): ReadonlySignal<FormulaReading> {
    return this.#running;
  }

  get typing(): ReadonlySignal<number | null> {
    return this.#typing;
  }

  get validSince(): ReadonlySignal<number | null> {
    return this.#validSince;
  }

  /** Why the scene rejects a valid formula; null if accepted. */
  get refused(): ReadonlySignal<FormulaRefusal | null> {
    return this.#refused;
  }

  /**
   * Shows the formula of a panel with the stored draft. Follows changes such as undo. Returns false
   * without a panel of this slot number.
   */
  follow(slot: number): boolean {
    const panel = this.#host.panel(slot);
    if (this.#putting) return true;
    if (!panel) {
      this.#slot = null;
      return false;
    }
    if (slot === this.#slot && panel.text === this.#documentText) return true;
    this.#slot = slot;
    this.#documentText = panel.text;
    const draft = findFormulaDraft(this.#services, slot, panel.text);
    const invalid = readHeldFormula(panel.text);
    this.#validSince.value = invalid ? null : (draft?.time ?? this.#clock());
    this.#running.value = this.#host.read(panel.text);
    this.#show(draft?.text ?? invalid?.text ?? panel.text.replace(/\r\n?/g, '\n'));
    return true;
  }

  /** Reads the texts again for another scene, because sizes and costs differ. */
  reread(): void {
    if (this.#slot === null) return;
    this.#reading.value = this.#host.read(this.#text.peek());
    this.#running.value = this.#host.read(this.#documentText);
  }

  type(text: string, line: number): void {
    this.#text.value = text;
    this.#typing.value = line;
  }

  /**
   * Reads the text when typing pauses. Writes a valid text to the document; stores an invalid text
   * as a draft.
   */
  pause(text: string): void {
    if (this.#slot === null) return;
    this.#show(text);
    const { row } = this.#reading.peek();
    if (text === this.#documentText) deleteFormulaDraft(this.#services, this.#slot, text);
    else if (row) this.#apply(this.#slot, text, false);
    else this.#saveDraft(this.#slot, text);
  }

  /** Applies the text and removes the panel's target clamp. The scene rejects a clamped formula. */
  unclamp(): void {
    const { row } = this.#reading.peek();
    if (this.#slot !== null && row) this.#apply(this.#slot, this.#text.peek(), true);
  }

  restore(): void {
    if (this.#slot !== null) deleteFormulaDraft(this.#services, this.#slot, this.#documentText);
    this.#show(this.#documentText);
  }

  /** Undo and redo of the document. Both return false while editor and document differ. */
  readonly outer: DocumentUndo = {
    undo: () => this.#ifUnedited(() => this.#host.undo()),
    redo: () => this.#ifUnedited(() => this.#host.redo()),
  };

  #ifUnedited(act: () => void): boolean {
    const unedited =
      this.#text.peek() === (readHeldFormula(this.#documentText)?.text ?? this.#documentText);
    if (unedited) act();
    return unedited;
  }

  #show(text: string): void {
    this.#text.value = text;
    this.#typing.value = null;
    this.#refused.value = null;
    this.#reading.value = this.#host.read(text);
  }

  #apply(slot: number, text: string, unclamped: boolean): void {
    this.#putting = true;
    const refused = this.#host.setText(slot, text, unclamped);
    this.#putting = false;
    if (this.#host.panel(slot)?.text === text) {
      deleteFormulaDraft(this.#services, slot, this.#documentText);
      this.#documentText = text;
      this.#refused.value = null;
      this.#validSince.value = this.#clock();
      this.#running.value = this.#reading.peek();
      return;
    }
    this.#refused.value = refused ?? {
      sentence: 'The scene cannot run this formula.',
      clamped: false,
    };
    this.#saveDraft(slot, text);
  }

  #saveDraft(slot: number, text: string): void {
    saveFormulaDraft(this.#services, {
      slot,
      base: this.#documentText,
      text,
      time: this.#validSince.peek() ?? this.#clock(),
    });
  }
}
