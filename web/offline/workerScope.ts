/** Types of a service worker's global scope, which TypeScript's DOM library does not have. */

export interface Awaited {
  waitUntil(work: Promise<unknown>): void;
}

export interface AskedOf extends Awaited {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Events {
  readonly install: Awaited;
  readonly activate: Awaited;
  readonly fetch: AskedOf;
  readonly message: Awaited & { readonly data: unknown; readonly ports: readonly MessagePort[] };
}

export interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: {
      type: 'window';
      includeUncontrolled: boolean;
    }): Promise<readonly { readonly url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof Events>(kind: K, hear: (event: Events[K]) => void): void;
}
