/**
 * Exchanges messages with the embedding page: executes and answers its requests and reports events.
 */

import {
  type Ask,
  answered,
  type EmbedEvents,
  type EmbedSettings,
  type MessageFault,
  readAsk,
  refused,
  told,
} from '@iklab/element';
import { compactDocument } from 'iklab/scenario';
import type { Cancel } from 'iklab/time';
import { labEffect } from '../../browser/labScope.ts';
import type { Compare } from '../compare.ts';
import { doAsked, embedState, faultsOf, openSent } from './embedActs.ts';
import { strayParams } from './embedApp.tsx';
import { embedResults, shownEntry } from './embedResults.ts';

const PATIENCE = 3000; // Milliseconds to wait for the document of an element.
const SETTLE = 300; // Milliseconds without an edit.
const PACE = 100; // Milliseconds between two reported updates.

export function warnOf(faults: readonly MessageFault[]): void {
  for (const { path, reason } of faults) console.warn(`${path} ${reason}`);
}

export class EmbedFrame {
  readonly #page: Compare;
  /** Origin of the first page that sent a request; null before that. */
  #origin: string | null = null;
  readonly #asked: EmbedSettings;
  /** Resolves once the previous request is answered. */
  #turn: Promise<void>;
  /** The request whose document was opened as the first scene; it needs no further action. */
  #given: Ask | null = null;
  #hearFirst: (ask: Ask) => void = () => {};

  readonly #embedders: readonly string[] | null;

  /**
   * `embedders`: origins that the host allows to send requests; null for all. `stands`: resolves
   * once the page is shown; earlier requests are answered then.
   */
  constructor(
    page: Compare,
    settings: EmbedSettings,
    embedders: readonly string[] | null,
    stands: Promise<void>,
  ) {
    this.#page = page;
    this.#asked = settings;
    this.#embedders = embedders;
    this.#turn = stands;
    if (parent === window) return; // Not in a frame.
    const { ended } = page.scope;
    window.addEventListener('message', (event) => this.#hear(event), { signal: ended });
  }

  tellHere(): void {
    if (parent !== window) parent.postMessage(told('here', null), this.#asked.origin ?? '*');
  }

  /**
   * Waits for the first request and opens its document. Returns false if it is another request, or
   * if the document cannot be opened: `#answer` then reports the error.
   */
  async openFirst(): Promise<boolean> {
    const ask = await new Promise<Ask | null>((heard) => {
      this.#hearFirst = heard;
      this.#page.scope.services.time.after(PATIENCE, () => heard(null), 'background');
      this.tellHere();
    });
    if (ask?.op !== 'set') return false;
    try {
      await openSent(this.#page, ask.scenario, this.#asked.paused);
      this.#given = ask;
      return true;
    } catch {
      return false;
    }
  }

  #hear({ source, origin, data }: MessageEvent): void {
    if (source !== parent || !this.#known(origin)) return;
    const read = readAsk(data);
    if (!read) return;
    const first = this.#origin === null;
    this.#origin = origin;
    if ('fault' in read) this.#post(refused(read.id, [read.fault]));
    else {
      this.#hearFirst(read.ask);
      this.#answer(read.id, read.ask);
    }
    if (first) this.#turn = this.#turn.then(() => this.#tellFrom());
  }

  /** Answers requests in the order of their arrival. */
  #answer(id: number, ask: Ask): void {
    this.#turn = this.#turn
      .then(() => (ask === this.#given ? null : doAsked(this.#page, ask)))
      .then(
        (value) => this.#post(answered(id, value)),
        (error) => this.#post(refused(id, faultsOf(error))),
      );
  }

  #known(origin: string): boolean {
    const { base } = this.#page.scope.services.address;
    const own = base.startsWith(`${origin}/`);
    if (this.#embedders && !own && !this.#embedders.includes(origin)) return false;
    return origin === (this.#origin ?? this.#asked.origin ?? origin);
  }

  #post(message: unknown): void {
    // Pages without an origin, such as files, cannot be addressed by origin.
    const to = this.#origin === null || this.#origin === 'null' ? '*' : this.#origin;
    parent.postMessage(message, to);
  }

  #tell<K extends keyof EmbedEvents>(event: K, detail: EmbedEvents[K]): void {
    this.#post(told(event, detail));
  }

  /**
   * Starts reporting events after the first request is answered, because that request may open
   * another scene. A page that sends no request gets no events.
   */
  #tellFrom(): void {
    const page = this.#page;
    const { scope, doc } = page;
    if (scope.ended.aborted) return;
    const { origin, faults, params } = this.#asked;
    const all = [...faults, ...strayParams(page, params)];
    if (origin !== null) warnOf(all);
    this.#fail(all);
    this.#tell('ready', { version: doc.catalogue.build });
    labEffect(scope, () => this.#tell('state', { state: embedState(page) }));
    labEffect(scope, () => {
      const notice = doc.notice.value;
      if (notice && !notice.quiet) this.#fail(notice.reasons);
    });
    labEffect(scope, () => {
      if (page.shownSession.value?.numbers.ended.value)
        this.#tell('stop', { results: embedResults(page) });
    });
    this.#tellUpdates();
    this.#tellEdits();
  }

  #fail(faults: readonly MessageFault[]): void {
    if (faults.length === 0) return;
    const plain = faults.map(({ path, reason }) => ({ path, reason }));
    this.#tell('error', { faults: plain });
  }

  #tellUpdates(): void {
    const page = this.#page;
    let waits = false;
    let last = -1;
    const tell = (): void => {
      waits = false;
      const update = shownEntry(page);
      if (update === null || update === last || page.scope.ended.aborted) return;
      last = update;
      this.#tell('update', { update, results: embedResults(page) });
    };
    labEffect(page.scope, () => {
      const timeline = page.timeline.value;
      timeline?.last.value;
      timeline?.entry.value;
      if (waits) return;
      waits = true;
      page.scope.services.time.after(PACE, tell);
    });
  }

  #tellEdits(): void {
    const { doc, scope } = this.#page;
    let cancel: Cancel | undefined;
    let known = doc.editor.scenario.peek();
    labEffect(scope, () => {
      const scenario = doc.editor.scenario.value;
      cancel?.();
      if (scenario === known) return;
      cancel = scope.services.time.after(SETTLE, () => {
        known = scenario;
        this.#tell('change', { scenario: compactDocument(scenario, doc.catalogue) });
      });
    });
  }
}
