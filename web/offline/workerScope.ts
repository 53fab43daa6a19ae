/** Types of a service worker's global scope. TypeScript's DOM library lacks these types. */

/** An event of a service worker. Lasts until the promises given to `waitUntil` are settled. */
export interface WaitableEvent {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchRequestEvent extends WaitableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerEvents {
  readonly install: WaitableEvent;
  readonly activate: WaitableEvent;
  readonly fetch: FetchRequestEvent;
  readonly message: WaitableEvent & {
    readonly data: unknown;
    readonly ports: readonly MessagePort[];
  };
}

export interface CachingWorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: {
      type: 'window';
      includeUncontrolled: boolean;
    }): Promise<readonly { readonly url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(
    kind: K,
    hear: (event: WorkerEvents[K]) => void,
  ): void;
}
