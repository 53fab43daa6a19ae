/** The window of a frame, for the one lab in it: what it writes is gone with it, and the page around has the history. */
import type { Engine } from 'iklab/engine';
import { memoryServices } from './memoryServices.ts';
import type { Services } from './services.ts';

/** `paused`: it waits where its link says nothing else. */
export function embedServices(engine: Engine, byHand: boolean, paused: boolean): Services {
  const services = memoryServices(engine, document.documentElement, openedAt(paused));
  const { address } = services;
  window.addEventListener('hashchange', () => address.follow(location.hash));
  return {
    ...services,
    address: Object.assign(address, { base: location.origin + location.pathname }),
    eventTarget: window,
    byHand,
    setTitle(title) {
      document.title = title;
    },
  };
}

/** The page around may hold a frame of a host that allows these; null: all. One that does not say who it is may. */
export function mayBeHeld(allowed: readonly string[] | null): boolean {
  if (allowed === null || parent === window) return true;
  const { ancestorOrigins } = location;
  const told = ancestorOrigins?.[0] ?? (document.referrer && new URL(document.referrer).origin);
  return !told || told === location.origin || allowed.includes(told);
}

/** What the query says of a frame. */
export const embedQuery = (): URLSearchParams => new URLSearchParams(location.search);

/** What a link says itself of its playing goes before what the frame says. */
function openedAt(paused: boolean): string {
  const { hash } = location;
  if (!paused || /[#&]play=/.test(hash)) return hash;
  return hash.length < 2 ? '' : `${hash}&play=0`;
}
