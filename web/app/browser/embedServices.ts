/**
 * The services of an embedded lab in an iframe. They store nothing. The history belongs to the
 * embedding page.
 */
import type { Engine } from '@iklab/core/engine';
import { createMemoryServices } from './memoryServices.ts';
import type { Services } from './services.ts';

/**
 * Creates the services of an embedded page. With `paused`, the run starts paused unless the link
 * says otherwise.
 */
export function createEmbedServices(engine: Engine, isManual: boolean, paused: boolean): Services {
  const services = createMemoryServices(engine, document.documentElement, initialFragment(paused));
  const { address } = services;
  window.addEventListener('hashchange', () => address.follow(location.hash));
  return {
    ...services,
    address: Object.assign(address, { base: location.origin + location.pathname }),
    eventTarget: window,
    isManual,
    setTitle(title) {
      document.title = title;
    },
  };
}

/**
 * Returns whether the embedding page may show the lab. `allowed` has the allowed origins; null
 * allows all. The lab's own origin and unknown origins are always allowed.
 */
export function isEmbeddingAllowed(allowed: readonly string[] | null): boolean {
  if (allowed === null || parent === window) return true;
  const { ancestorOrigins } = location;
  const embedder = ancestorOrigins?.[0] ?? (document.referrer && new URL(document.referrer).origin);
  return !embedder || embedder === location.origin || allowed.includes(embedder);
}

export const getEmbedQuery = (): URLSearchParams => new URLSearchParams(location.search);

function initialFragment(paused: boolean): string {
  const { hash } = location;
  if (!paused || /[#&]play=/.test(hash)) return hash;
  return hash.length < 2 ? '' : `${hash}&play=0`;
}
