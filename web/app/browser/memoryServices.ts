/** For a lab that is one of several in a document: what it writes is gone with it. */

import { signal } from '@preact/signals';
import type { Engine } from 'iklab/engine';
import { threadTime } from 'iklab/time';
import type { AddressBar, Services } from './services.ts';

/** Keys and files are those of `host`; `fragment`: what is opened; `held`: what is kept, as long as it lasts. */
export const memoryServices = (
  engine: Engine,
  host: HTMLElement,
  fragment: string,
  held = new Map<string, string>(),
): Services => ({
  engine,
  address: new MemoryAddress(fragment),
  time: threadTime,
  storage: memoryStorage(held),
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
  byHand: true,
  greetsVisitors: false,
  computesUnasked: false,
});

export function memoryStorage(held = new Map<string, string>()): Services['storage'] {
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => held.set(key, value),
    removeItem: (key) => held.delete(key),
  };
}

/** One entry, and nothing before it. */
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

  /** It is kept nowhere. */
  onLeave(): void {}
}
