/** Exchanges messages with the embedding page: answers requests and reports events. */

import { compactDocument } from '@iklab/core/scenario';
import type { CancelCallback } from '@iklab/core/time';
import {
  type EmbedEvents,
  type EmbedRequest,
  type EmbedSettings,
  type MessageFault,
  makeEmbedAnswer,
  makeEventMessage,
  makeRefusalMessage,
  parseEmbedRequest,
} from '@iklab/element';
import { startLabEffect } from '../../browser/labScope.ts';
import type { ComparePage } from '../comparePage.ts';
import {
  answerEmbedRequest,
  getEmbedState,
  openSceneFromEmbedder,
  toMessageFaults,
} from './answerEmbedRequest.ts';
import { getEmbedResults, getShownHistoryEntry } from './getEmbedResults.ts';
import { findUnmatchedParams } from './makeEmbedApp.tsx';

const FIRST_REQUEST_TIMEOUT = 3000; // Milliseconds to wait for the document of an element.
const EDIT_DELAY = 300; // Milliseconds without an edit.
const UPDATE_INTERVAL = 100; // Milliseconds between two reported updates.

export function logMessageFaults(faults: readonly MessageFault[]): void {
  for (const { path, reason } of faults) console.warn(`${path} ${reason}`);
}

export class EmbedRequestListener {
  readonly #page: ComparePage;
  /** Origin of the first page that sent a request; null before the first request. */
  #origin: string | null = null;
  readonly #settings: EmbedSettings;
  #queue: Promise<void>;
  #firstRequest: EmbedRequest | null = null;
  #onFirst: (request: EmbedRequest) => void = () => {};

  readonly #embedders: readonly string[] | null;

  /**
   * Listens for requests of the embedding page. `embedders`: origins that may send requests; null
   * for all. `whenMounted`: resolves once the page is shown; earlier requests wait.
   */
  constructor(
    page: ComparePage,
    settings: EmbedSettings,
    embedders: readonly string[] | null,
    whenMounted: Promise<void>,
  ) {
    this.#page = page;
    this.#settings = settings;
    this.#embedders = embedders;
    this.#queue = whenMounted;
    if (parent === window) return; // Not in a frame.
    const { endSignal } = page.scope;
    window.addEventListener('message', (event) => this.#onMessage(event), { signal: endSignal });
  }

  announce(): void {
    if (parent !== window)
      parent.postMessage(makeEventMessage('here', null), this.#settings.origin ?? '*');
  }

  /**
   * Waits for the first request and opens its document. Returns false if no request arrives in
   * time, if the request is of another type, or if opening fails: `#answer` then reports the error.
   */
  async openFirst(): Promise<boolean> {
    const request = await new Promise<EmbedRequest | null>((done) => {
      this.#onFirst = done;
      this.#page.scope.services.time.schedule(
        FIRST_REQUEST_TIMEOUT,
        () => done(null),
        'background',
      );
      this.announce();
    });
    if (request?.op !== 'set') return false;
    try {
      await openSceneFromEmbedder(this.#page, request.scenario, this.#settings.paused);
      this.#firstRequest = request;
      return true;
    } catch {
      return false;
    }
  }

  #onMessage({ source, origin, data }: MessageEvent): void {
    if (source !== parent || !this.#isAllowed(origin)) return;
    const read = parseEmbedRequest(data);
    if (!read) return;
    const first = this.#origin === null;
    this.#origin = origin;
    if ('fault' in read) this.#post(makeRefusalMessage(read.id, [read.fault]));
    else {
      this.#onFirst(read.request);
      this.#answer(read.id, read.request);
    }
    if (first) this.#queue = this.#queue.then(() => this.#startEvents());
  }

  #answer(id: number, request: EmbedRequest): void {
    this.#queue = this.#queue
      .then(() => (request === this.#firstRequest ? null : answerEmbedRequest(this.#page, request)))
      .then(
        (value) => this.#post(makeEmbedAnswer(id, value)),
        (error) => this.#post(makeRefusalMessage(id, toMessageFaults(error))),
      );
  }

  #isAllowed(origin: string): boolean {
    const { base } = this.#page.scope.services.address;
    const sameOrigin = base.startsWith(`${origin}/`);
    if (this.#embedders && !sameOrigin && !this.#embedders.includes(origin)) return false;
    return origin === (this.#origin ?? this.#settings.origin ?? origin);
  }

  #post(message: unknown): void {
    // Pages without an origin, such as files, cannot be addressed by origin.
    const to = this.#origin === null || this.#origin === 'null' ? '*' : this.#origin;
    parent.postMessage(message, to);
  }

  #emit<K extends keyof EmbedEvents>(event: K, detail: EmbedEvents[K]): void {
    this.#post(makeEventMessage(event, detail));
  }

  /**
   * Starts reporting events after the first answer, because the first request may open another
   * scene. Without requests, no events are sent.
   */
  async #startEvents(): Promise<void> {
    const page = this.#page;
    const { scope, doc } = page;
    const { origin, faults, params } = this.#settings;
    const all = [...faults, ...(await findUnmatchedParams(page, params))];
    if (scope.endSignal.aborted) return;
    if (origin !== null) logMessageFaults(all);
    this.#reportFaults(all);
    this.#emit('ready', { version: doc.catalogue.build });
    startLabEffect(scope, () => this.#emit('state', { state: getEmbedState(page) }));
    startLabEffect(scope, () => {
      const notice = doc.notice.value;
      if (notice && !notice.quiet) this.#reportFaults(notice.reasons);
    });
    startLabEffect(scope, () => {
      if (page.mountedSession.value?.numbers.ended.value)
        this.#emit('stop', { results: getEmbedResults(page) });
    });
    this.#emitUpdates();
    this.#emitEdits();
  }

  #reportFaults(faults: readonly MessageFault[]): void {
    if (faults.length === 0) return;
    const plain = faults.map(({ path, reason }) => ({ path, reason }));
    this.#emit('error', { faults: plain });
  }

  #emitUpdates(): void {
    const page = this.#page;
    let waits = false;
    let last = -1;
    const emit = (): void => {
      waits = false;
      const update = getShownHistoryEntry(page);
      if (update === null || update === last || page.scope.endSignal.aborted) return;
      last = update;
      this.#emit('update', { update, results: getEmbedResults(page) });
    };
    startLabEffect(page.scope, () => {
      const timeline = page.timeline.value;
      timeline?.last.value;
      timeline?.entry.value;
      if (waits) return;
      waits = true;
      page.scope.services.time.schedule(UPDATE_INTERVAL, emit);
    });
  }

  #emitEdits(): void {
    const { doc, scope } = this.#page;
    let cancel: CancelCallback | undefined;
    let reported = doc.editor.scenario.peek();
    startLabEffect(scope, () => {
      const scenario = doc.editor.scenario.value;
      cancel?.();
      if (scenario === reported) return;
      cancel = scope.services.time.schedule(EDIT_DELAY, () => {
        reported = scenario;
        this.#emit('change', { scenario: compactDocument(scenario, doc.catalogue) });
      });
    });
  }
}
