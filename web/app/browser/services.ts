import type { ReadonlySignal } from '@preact/signals';
import type { Engine } from 'iklab/engine';
import type { Fault } from 'iklab/scenario';
import type { Time } from 'iklab/time';

/** What a lab is given: by the page its own window, by another host as much of it as it likes. */
export interface Services {
  /** Several labs may share one. */
  readonly engine: Engine;
  readonly address: AddressBar;
  /** The lab uses no other clock, timers, frames or idle time. */
  readonly time: Time;
  /** Reading and writing may throw: storage can be full, or forbidden. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** For files and results; null: there are none. */
  readonly databases: IDBFactory | null;
  /** What keeps the page for when there is no network; null: it is not for this lab to be kept. */
  readonly keeper: ServiceWorkerContainer | null;
  /** What the system opens with the page where it is installed; null: nothing for this lab. */
  readonly launches: LaunchQueue | null;
  /** The page anew, as if the reader had asked for it. */
  reload(): void;
  /** What this host calls the page. */
  readonly name: ReadonlySignal<string>;
  /**
   * The fragment to open if the address has none and no scene is stored; '': the default scene. Resolves once
   * the settings of the host are known.
   */
  readonly opening: Promise<string>;
  /** What is wrong with what the host says of the page. */
  readonly hostFaults: ReadonlySignal<readonly Fault[]>;
  /** Says what is looked at. */
  setTitle(title: string): void;
  /** Carries what the style sheets go by: theme, presentation, files held above the page. */
  readonly root: HTMLElement;
  /** Where keys are pressed and files dropped that are meant for this lab. */
  readonly eventTarget: EventTarget;
  /** Time passes by `loop.step` alone, for tests. */
  readonly byHand: boolean;
  /** The first visitor of a visit is greeted. */
  readonly greetsVisitors: boolean;
  /** Tables of papers are computed where they are looked at, though nobody asks for it. */
  readonly computesUnasked: boolean;
}

/** Of the browser, where it has one. */
export interface LaunchQueue {
  setConsumer(take: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** The entry of the history that the lab is at. A fragment is '' or begins with `#`. */
export interface AddressBar {
  readonly fragment: string;
  readonly state: unknown;
  /** What a fragment is appended to, to be sent. */
  readonly base: string;
  /** As if a link were followed: those who listen hear of it. */
  follow(fragment: string): void;
  /** Nobody hears of these. No fragment: that of the entry stays. */
  replace(state: unknown, fragment?: string): void;
  push(state: unknown, fragment: string): void;
  /** The fragment became another, by a link, Back or Forward. */
  onChange(hear: () => void, signal: AbortSignal): void;
  /** The lab is about to be left: what waits must be kept now. */
  onLeave(hear: () => void, signal: AbortSignal): void;
}
