/** The element's side of the messages between the element and its frame. */
import { type Ask, asked, type MessageFault, readHeard, type Told } from './frameMessages.ts';

const PATIENCE = 10_000; // Timeout for an answer, ms.
const LOADING = 60_000; // Timeout for the first answer, ms.

/** The frame could not fulfil a request. */
export class RunError extends Error {
  readonly faults: readonly MessageFault[];

  constructor(faults: readonly MessageFault[]) {
    super(faults.map(({ path, reason }) => (path ? `${path}: ${reason}` : reason)).join('; '));
    this.name = 'IkLabError';
    this.faults = faults;
  }
}

/** Error of pending requests when the frame is removed. */
export const takenDown = (): DOMException => new DOMException('the run was removed', 'AbortError');

interface Waiting {
  readonly done: (value: unknown) => void;
  readonly fail: (error: Error) => void;
  due: ReturnType<typeof setTimeout> | undefined;
}

let last = 0;

/** A connection to one frame; requests sent before it listens are queued. */
export class FrameLink {
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  readonly #tell: (message: Told) => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #over = new AbortController();
  /** Queued requests; null once the frame listens. */
  #early: (() => void)[] | null = [];

  constructor(frame: HTMLIFrameElement, tell: (message: Told) => void) {
    this.#frame = frame;
    this.#origin = new URL(frame.src).origin;
    this.#tell = tell;
    window.addEventListener('message', (event) => this.#hear(event), {
      signal: this.#over.signal,
    });
  }

  /** Whether the page in the frame has reported that it listens. */
  get listens(): boolean {
    return this.#early === null;
  }

  /** The first request, answered when the page is ready. */
  askFirst(ask: Ask): Promise<unknown> {
    return this.ask(ask, LOADING);
  }

  /**
   * Rejects with a RunError if the frame refuses, a TimeoutError without an answer, an AbortError
   * once closed.
   */
  ask(ask: Ask, patience = PATIENCE): Promise<unknown> {
    if (this.#over.signal.aborted) return Promise.reject(takenDown());
    const id = ++last;
    return new Promise((done, fail) => {
      const post = (): void => {
        waiting.due = setTimeout(() => {
          this.#waiting.delete(id);
          fail(
            new DOMException(`${ask.op}: no answer within ${patience / 1000} s`, 'TimeoutError'),
          );
        }, patience);
        this.#frame.contentWindow?.postMessage(asked(id, ask), this.#to);
      };
      const waiting: Waiting = { done, fail, due: undefined };
      this.#waiting.set(id, waiting);
      if (!this.#early) return post();
      // No timeout starts here: the element decides how long it waits for the frame.
      this.#early.push(post);
    });
  }

  /** A page without an origin, such as a file, cannot be addressed. */
  get #to(): string {
    return this.#origin === 'null' ? '*' : this.#origin;
  }

  #hear({ source, origin, data }: MessageEvent): void {
    if (source === null || source !== this.#frame.contentWindow || origin !== this.#origin) return;
    const heard = readHeard(data);
    if (!heard) return;
    if ('event' in heard) {
      if (heard.event === 'here') this.#here();
      this.#tell(heard);
      return;
    }
    const waits = this.#waiting.get(heard.id);
    if (!waits) return;
    clearTimeout(waits.due);
    this.#waiting.delete(heard.id);
    if ('faults' in heard) waits.fail(new RunError(heard.faults));
    else waits.done(heard.value);
  }

  #here(): void {
    const early = this.#early ?? [];
    this.#early = null;
    for (const post of early) post();
  }

  close(): void {
    this.#over.abort();
    for (const { due, fail } of this.#waiting.values()) {
      clearTimeout(due);
      fail(takenDown());
    }
    this.#waiting.clear();
  }
}
