import type { Engine } from '@iklab/core/engine';
import type { Fault } from '@iklab/core/scenario';
import type { TimeSource } from '@iklab/core/time';
import type { ReadonlySignal } from '@preact/signals';

export interface Services {
  readonly engine: Engine;
  readonly address: AddressBar;
  /** Clock, timers, animation frames and idle callbacks of the lab, instead of the global ones. */
  readonly time: TimeSource;
  /** Local storage. Access may throw, because storage can be full or forbidden. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Databases for robot files and study results; null if the lab stores none. */
  readonly databases: IDBFactory | null;
  /** Service worker for offline use; null if the lab has none. */
  readonly keeper: ServiceWorkerContainer | null;
  /** Files that the system opens with the installed page; null for a lab without such files. */
  readonly launches: LaunchQueue | null;
  reload(): void;
  readonly name: ReadonlySignal<string>;
  /**
   * Fragment to open if the address has none and no scene is stored; '' for the default scene.
   * Resolves after the host settings are known.
   */
  readonly opening: Promise<string>;
  readonly hostFaults: ReadonlySignal<readonly Fault[]>;
  setTitle(title: string): void;
  /** Element with the attributes for style sheets: theme, presentation, dragged files. */
  readonly root: HTMLElement;
  readonly eventTarget: EventTarget;
  /** True if time advances only with `loop.step`, for tests. */
  readonly isManual: boolean;
  readonly greetsVisitors: boolean;
  /** True if studies of published papers run as soon as they are shown. */
  readonly computesUnasked: boolean;
}

export interface LaunchQueue {
  setConsumer(take: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** The lab's current entry of the browser history. A fragment is '' or begins with `#`. */
export interface AddressBar {
  readonly fragment: string;
  readonly state: unknown;
  /** Address without fragment. Appending a fragment gives a complete link. */
  readonly base: string;
  /** Goes to a fragment like a link, and calls the listeners. */
  follow(fragment: string): void;
  /**
   * Replaces the current history entry, without calling listeners. By default, the fragment stays.
   */
  replace(state: unknown, fragment?: string): void;
  push(state: unknown, fragment: string): void;
  /** Calls `hear` when a link, Back or Forward changes the fragment. */
  onChange(hear: () => void, signal: AbortSignal): void;
  /** Calls `hear` before the user leaves the lab. Pending changes must be stored then. */
  onLeave(hear: () => void, signal: AbortSignal): void;
}
