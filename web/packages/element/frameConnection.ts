/** The element's side of the messages between the element and its frame. */
import {
  type EmbedRequest,
  type FrameEventMessage,
  type MessageFault,
  makeEmbedRequest,
  parseFrameMessage,
} from './frameMessages.ts';

const TIMEOUT = 10_000; // Timeout for an answer, ms.
const FIRST_TIMEOUT = 60_000; // Timeout for the first answer, ms.

/** Error of a failed request or an invalid attribute of `<ik-lab>`. */
export class EmbeddedRunError extends Error {
  readonly faults: readonly MessageFault[];

  constructor(faults: readonly MessageFault[]) {
    super(faults.map(({ path, reason }) => (path ? `${path}: ${reason}` : reason)).join('; '));
    this.name = 'IkLabError';
    this.faults = faults;
  }
}

export const makeRunRemovedError = (): DOMException =>
  new DOMException('the run was removed', 'AbortError');

interface PendingRequest {
  readonly resolve: (value: unknown) => void;
  readonly fail: (error: Error) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

let lastId = 0;

/**
 * Connection of `<ik-lab>` to its frame by messages. Early requests wait until the frame listens.
 */
export class FrameConnection {
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  readonly #onEvent: (message: FrameEventMessage) => void;
  readonly #waiting = new Map<number, PendingRequest>();
  readonly #over = new AbortController();
  /** Queued requests; null after the frame has begun to listen. */
  #early: (() => void)[] | null = [];

  constructor(frame: HTMLIFrameElement, onEvent: (message: FrameEventMessage) => void) {
    this.#frame = frame;
    this.#origin = new URL(frame.src).origin;
    this.#onEvent = onEvent;
    window.addEventListener('message', (event) => this.#onMessage(event), {
      signal: this.#over.signal,
    });
  }

  get listens(): boolean {
    return this.#early === null;
  }

  /** Sends the first request of a run. The timeout is longer, because the page loads first. */
  requestFirst(request: EmbedRequest): Promise<unknown> {
    return this.send(request, FIRST_TIMEOUT);
  }

  /**
   * Sends a request and resolves with its answer. Rejects with an EmbeddedRunError (refused), a
   * TimeoutError (after `patience` milliseconds) or an AbortError (connection closed).
   */
  send(request: EmbedRequest, patience = TIMEOUT): Promise<unknown> {
    if (this.#over.signal.aborted) return Promise.reject(makeRunRemovedError());
    const id = ++lastId;
    return new Promise((resolve, fail) => {
      const post = (): void => {
        waiting.timer = setTimeout(() => {
          this.#waiting.delete(id);
          fail(
            new DOMException(
              `${request.op}: no answer within ${patience / 1000} s`,
              'TimeoutError',
            ),
          );
        }, patience);
        this.#frame.contentWindow?.postMessage(makeEmbedRequest(id, request), this.#to);
      };
      const waiting: PendingRequest = { resolve, fail, timer: undefined };
      this.#waiting.set(id, waiting);
      if (!this.#early) return post();
      // No timeout starts here: the element decides how long it waits for the frame.
      this.#early.push(post);
    });
  }

  /** Target origin of messages; '*' for a page without an origin, such as a file. */
  get #to(): string {
    return this.#origin === 'null' ? '*' : this.#origin;
  }

  #onMessage({ source, origin, data }: MessageEvent): void {
    if (source === null || source !== this.#frame.contentWindow || origin !== this.#origin) return;
    const message = parseFrameMessage(data);
    if (!message) return;
    if ('event' in message) {
      if (message.event === 'here') this.#onListening();
      this.#onEvent(message);
      return;
    }
    const waits = this.#waiting.get(message.id);
    if (!waits) return;
    clearTimeout(waits.timer);
    this.#waiting.delete(message.id);
    if ('faults' in message) waits.fail(new EmbeddedRunError(message.faults));
    else waits.resolve(message.value);
  }

  #onListening(): void {
    const early = this.#early ?? [];
    this.#early = null;
    for (const post of early) post();
  }

  close(): void {
    this.#over.abort();
    for (const { timer, fail } of this.#waiting.values()) {
      clearTimeout(timer);
      fail(makeRunRemovedError());
    }
    this.#waiting.clear();
  }
}
