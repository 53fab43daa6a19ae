/** Speaks with the page around: what it asks is done and answered, what happens here is told. */
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
import { labEffect } from '../../browser/labScope.ts';
import type { Compare } from '../compare.ts';
import { doAsked, embedState, faultsOf } from './embedActs.ts';
import { strayParams } from './embedApp.tsx';
import { embedResults, shownEntry } from './embedResults.ts';

const SETTLE = 300; // ms without an edit
const PACE = 100; // ms from telling an update to telling the next

/** To the author of the page around, in the console. */
export function warnOf(faults: readonly MessageFault[]): void {
  for (const { path, reason } of faults) console.warn(`${path} ${reason}`);
}

export class EmbedFrame {
  readonly #page: Compare;
  /** Who is spoken to: the first that has asked anything; null: nobody has. */
  #origin: string | null = null;
  readonly #asked: EmbedSettings;
  /** Done when the last question is answered. */
  #turn: Promise<void> = Promise.resolve();

  readonly #embedders: readonly string[] | null;

  /** `embedders`: origins that the host lets speak to it; null: all. */
  constructor(page: Compare, settings: EmbedSettings, embedders: readonly string[] | null) {
    this.#page = page;
    this.#asked = settings;
    this.#embedders = embedders;
    if (parent === window) return; // it has a window to itself
    const { ended } = page.scope;
    window.addEventListener('message', (event) => this.#hear(event), { signal: ended });
    parent.postMessage(told('here', null), settings.origin ?? '*');
  }

  #hear({ source, origin, data }: MessageEvent): void {
    if (source !== parent || !this.#known(origin)) return;
    const read = readAsk(data);
    if (!read) return;
    const first = this.#origin === null;
    this.#origin = origin;
    if ('fault' in read) this.#post(refused(read.id, [read.fault]));
    else this.#answer(read.id, read.ask);
    if (first) this.#turn = this.#turn.then(() => this.#tellFrom());
  }

  /** One question after the other, as they came. */
  #answer(id: number, ask: Ask): void {
    this.#turn = this.#turn
      .then(() => doAsked(this.#page, ask))
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
    // a page without an origin, such as a file, can be named by none
    const to = this.#origin === null || this.#origin === 'null' ? '*' : this.#origin;
    parent.postMessage(message, to);
  }

  #tell<K extends keyof EmbedEvents>(event: K, detail: EmbedEvents[K]): void {
    this.#post(told(event, detail));
  }

  /**
   * From the answer to the first question on, by which another scene may have been opened: nothing is told of
   * that before, and a page that never asks is told nothing.
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
      setTimeout(tell, PACE);
    });
  }

  #tellEdits(): void {
    const { doc, scope } = this.#page;
    let due = 0;
    let known = doc.editor.scenario.peek();
    labEffect(scope, () => {
      const scenario = doc.editor.scenario.value;
      clearTimeout(due);
      if (scenario === known) return;
      due = window.setTimeout(() => {
        known = scenario;
        this.#tell('change', { scenario: compactDocument(scenario, doc.catalogue) });
      }, SETTLE);
    });
  }
}
