import type { Engine } from '@iklab/core/engine';
import type { Fault } from '@iklab/core/scenario';
import type { TimeSource } from '@iklab/core/time';
import type { ReadonlySignal } from '@preact/signals';

export interface Services {
  readonly engine: Engine;
  readonly address: AddressBar;
  /**
   * Clock, timers, animation frames and idle callbacks of the lab, which does not use the global
   * ones.
   */
  readonly time: TimeSource;
  /** Local storage; reading and writing may throw: storage can be full, or forbidden. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Databases for files of robots and results of studies; null if the lab stores none. */
  readonly databases: IDBFactory | null;
  /**
   * Access to the service worker that stores the page for offline use; null if the lab does not use
   * one.
   */
  readonly keeper: ServiceWorkerContainer | null;
  /** Files that the system opens with the installed page; null if this lab does not get any. */
  readonly launches: LaunchQueue | null;
  reload(): void;
  readonly name: ReadonlySignal<string>;
  /**
   * The fragment to open if the address has none and no scene is stored; '' for the default scene.
   * Resolves once the settings of the host are known.
   */
  readonly opening: Promise<string>;
  readonly hostFaults: ReadonlySignal<readonly Fault[]>;
  setTitle(title: string): void;
  /**
   * The element with the attributes that the style sheets read: theme, presentation, files dragged
   * over the page.
   */
  readonly root: HTMLElement;
  readonly eventTarget: EventTarget;
  /** True if time advances only with `loop.step`, for tests. */
  readonly isManual: boolean;
  readonly greetsVisitors: boolean;
  /** True if the studies of published papers are computed as soon as they are shown. */
  readonly computesUnasked: boolean;
}

export interface LaunchQueue {
  setConsumer(take: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** The lab's current entry of the browser history. A fragment is '' or begins with `#`. */
export interface AddressBar {
  readonly fragment: string;
  readonly state: unknown;
  /** The address without fragment: a fragment appended to it gives a complete link. */
  readonly base: string;
  /** Goes to a fragment and calls the listeners, as a link does. */
  follow(fragment: string): void;
  /**
   * Replaces the current entry without calling the listeners; without a fragment, the current one
   * stays.
   */
  replace(state: unknown, fragment?: string): void;
  push(state: unknown, fragment: string): void;
  /** Calls back when the fragment changes by a link, Back or Forward. */
  onChange(hear: () => void, signal: AbortSignal): void;
  /** Calls back before the lab is left: pending changes must be stored now. */
  onLeave(hear: () => void, signal: AbortSignal): void;
}
