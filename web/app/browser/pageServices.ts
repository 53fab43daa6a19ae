/** The services of a lab that is alone in the window. */

import type { Engine } from '@iklab/core/engine';
import { threadTime } from '@iklab/core/time';
import type { AddressBar, LaunchQueue, Services } from './services.ts';

const address: AddressBar = {
  get fragment() {
    return location.hash;
  },
  get state(): unknown {
    return history.state;
  },
  get base() {
    return location.origin + location.pathname;
  },
  follow(fragment) {
    location.hash = fragment;
  },
  replace: (state, fragment) => history.replaceState(state, '', fragment),
  push: (state, fragment) => history.pushState(state, '', fragment),
  onChange: (hear, signal) => window.addEventListener('hashchange', hear, { signal }),
  onLeave: (hear, signal) => window.addEventListener('pagehide', hear, { signal }),
};

export const createPageServices = (
  engine: Engine,
  settings: Pick<
    Services,
    'isManual' | 'greetsVisitors' | 'computesUnasked' | 'name' | 'opening' | 'hostFaults'
  >,
): Services => ({
  ...settings,
  engine,
  address,
  time: threadTime,
  // A getter, because accessing localStorage throws where storage is forbidden.
  get storage() {
    return localStorage;
  },
  get databases() {
    return globalThis.indexedDB ?? null;
  },
  // Missing in some browsers and on insecure pages.
  keeper: navigator.serviceWorker ?? null,
  launches: 'launchQueue' in window ? (window.launchQueue as LaunchQueue) : null,
  reload: () => location.reload(),
  setTitle(title) {
    document.title = title.replace(/IK Lab$/, settings.name.value);
  },
  root: document.documentElement,
  eventTarget: window,
});
