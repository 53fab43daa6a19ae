/**
 * Stores all files of one build, checked by their hashes, and answers from them. Another build has its own
 * cache, and activates when no page runs this one, so that no page mixes files of two builds.
 */
import {
  cacheName,
  cachesOf,
  fileAsked,
  HOST_FILE,
  hashOf,
  isOfHost,
  type KeptList,
  PAGE,
} from './keptFiles.ts';
import type { AskedOf, WorkerScope } from './workerScope.ts';

declare const KEPT: KeptList; // Defined in a line that the build writes above.

const AT_ONCE = 4; // Parallel downloads.
const worker = self as unknown as WorkerScope;
const { scope } = worker.registration;
const name = cacheName(scope, KEPT);

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (event) => event.waitUntil(begin()));
worker.addEventListener('fetch', (event) => {
  const path = fileAsked(event.request, scope, KEPT.files);
  if (path !== null) event.respondWith(kept(path, event.request));
  else if (isOfHost(event.request, scope)) event.respondWith(lastOfHost(event));
});
worker.addEventListener('message', (event) => {
  event.waitUntil(answer(event.data).then((value) => event.ports[0]?.postMessage(value)));
});

/** Stores all files; rejects if one is missing or not of this build. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(name);
  const left = Object.entries(KEPT.files);
  const inTurn = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) await keep(cache, ...next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
  await heard(cache, new Request(scope + HOST_FILE)).catch(() => {}); // A host may have no settings.
}

async function keep(cache: Cache, path: string, hash: string): Promise<void> {
  const url = scope + path;
  // An equal file of another build is copied, except the page: its headers may differ.
  const before = path === PAGE ? null : await caches.match(url, { ignoreVary: true });
  if (before && (await put(cache, url, before, hash))) return;
  const response = await fetch(url, { cache: 'no-cache' });
  if (!response.ok || !(await put(cache, url, response, hash)))
    throw new Error(`${path} is missing or not of build ${KEPT.version}`);
}

/** Stores a file and returns true, or returns false if its hash differs. */
async function put(cache: Cache, url: string, given: Response, hash: string): Promise<boolean> {
  const bytes = await given.arrayBuffer();
  if ((await hashOf(bytes)) !== hash) return false;
  const headers = new Headers(given.headers);
  headers.delete('Content-Encoding'); // The bytes are decompressed.
  headers.delete('Content-Length');
  // A new response: browsers reject a redirected one for a navigation.
  await cache.put(url, new Response(bytes, { headers }));
  return true;
}

async function kept(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(name);
  return (await cache.match(scope + path, { ignoreVary: true })) ?? fetch(request);
}

/** Returns the last stored settings of the host without waiting for the network, then updates them. */
async function lastOfHost(event: AskedOf): Promise<Response> {
  const cache = await caches.open(name);
  const before = await cache.match(event.request.url, { ignoreVary: true });
  const now = heard(cache, event.request);
  if (!before) return now;
  event.waitUntil(now.catch(() => {})); // Offline.
  return before;
}

async function heard(cache: Cache, request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  else await cache.delete(request.url);
  return response;
}

/** Deletes the caches of other builds, which no page runs any more. */
async function begin(): Promise<void> {
  for (const each of await caches.keys())
    if (each.startsWith(cachesOf(scope)) && each !== name) await caches.delete(each);
  await worker.clients.claim();
}

/** Returns whether at most one page is open, so that this build may activate; activates it for `begin`. */
async function answer(question: unknown): Promise<boolean> {
  const clients = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isPage = (url: string): boolean =>
    fileAsked({ method: 'GET', url, mode: 'navigate', cache: '' }, scope, KEPT.files) === PAGE;
  const alone = clients.filter(({ url }) => isPage(url)).length <= 1;
  if (alone && question === 'begin') await worker.skipWaiting();
  return alone;
}
