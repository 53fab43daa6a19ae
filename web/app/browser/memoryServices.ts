/**
 * Services of a lab that shares its document with other labs. They store nothing beyond the lab's
 * end.
 */

import type { Engine } from '@iklab/core/engine';
import { threadTime } from '@iklab/core/time';
import { signal } from '@preact/signals';
import type { AddressBar, Services } from './services.ts';

/**
 * Creates the services of a lab. The lab listens on the element `host`, opens `fragment`, and uses
 * `values` as local storage.
 */
export const createMemoryServices = (
  engine: Engine,
  host: HTMLElement,
  fragment: string,
  values = new Map<string, string>(),
): Services => ({
  engine,
  address: new MemoryAddress(fragment),
  time: threadTime,
  storage: createMemoryStorage(values),
  databases: null,
  keeper: null,
  launches: null,
  name: signal('IK Lab'),
  opening: Promise.resolve(''),
  hostFaults: signal([]),
  reload() {},
  setTitle(title) {
    host.ariaLabel = title;
  },
  root: host,
  eventTarget: host,
  isManual: true,
  greetsVisitors: false,
  computesUnasked: false,
});

export function createMemoryStorage(values = new Map<string, string>()): Services['storage'] {
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
  };
}

class MemoryAddress implements AddressBar {
  fragment: string;
  state: unknown = null;
  readonly base = '';
  readonly #changes = new EventTarget();

  constructor(fragment: string) {
    this.fragment = fragment;
  }

  follow(fragment: string): void {
    const next = fragment === '#' ? '' : fragment;
    if (next === this.fragment) return;
    this.push(null, next);
    queueMicrotask(() => this.#changes.dispatchEvent(new Event('change')));
  }

  replace(state: unknown, fragment = this.fragment): void {
    this.push(state, fragment);
  }

  push(state: unknown, fragment: string): void {
    this.state = state;
    this.fragment = fragment;
  }

  onChange(hear: () => void, signal: AbortSignal): void {
    this.#changes.addEventListener('change', hear, { signal });
  }

  onLeave(): void {}
}
