/**
 * Stores all files of one build, checked by hash, and answers requests. Another build has its own
 * cache. That build activates when no page runs this build, so that no page mixes builds.
 */
import {
  type CachedFileList,
  computeFileHash,
  findRequestedFile,
  getCachePrefix,
  HOST_SETTINGS_FILE_NAME,
  isHostSettingsRequest,
  makeCacheName,
  PAGE_FILE_NAME,
} from './cachedFiles.ts';
import type { CachingWorkerScope, FetchRequestEvent } from './workerScope.ts';

declare const KEPT: CachedFileList; // Defined in a line that the build writes above.

const PARALLEL_DOWNLOADS = 4; // Parallel downloads.
const worker = self as unknown as CachingWorkerScope;
const { scope } = worker.registration;
const currentCache = makeCacheName(scope, KEPT);

worker.addEventListener('install', (event) => event.waitUntil(cacheAll()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const path = findRequestedFile(event.request, scope, KEPT.files);
  if (path !== null) event.respondWith(answerFromCache(path, event.request));
  else if (isHostSettingsRequest(event.request, scope))
    event.respondWith(answerHostSettings(event));
});
worker.addEventListener('message', (event) => {
  event.waitUntil(answerMessage(event.data).then((value) => event.ports[0]?.postMessage(value)));
});

/** Stores all files of this build. Rejects if a file is missing or of another build. */
async function cacheAll(): Promise<void> {
  const cache = await caches.open(currentCache);
  const pending = Object.entries(KEPT.files);
  const inTurn = async (): Promise<void> => {
    for (let next = pending.pop(); next; next = pending.pop()) await cacheFile(cache, ...next);
  };
  await Promise.all(Array.from({ length: PARALLEL_DOWNLOADS }, inTurn));
  await refreshHostSettings(cache, new Request(scope + HOST_SETTINGS_FILE_NAME)).catch(() => {}); // A host may have no settings.
}

async function cacheFile(cache: Cache, path: string, hash: string): Promise<void> {
  const url = scope + path;
  // An equal file of another build is copied, except the page: its headers may differ.
  const before = path === PAGE_FILE_NAME ? null : await caches.match(url, { ignoreVary: true });
  if (before && (await cacheIfIntact(cache, url, before, hash))) return;
  const response = await fetch(url, { cache: 'no-cache' });
  if (!response.ok || !(await cacheIfIntact(cache, url, response, hash)))
    throw new Error(`${path} is missing or not of build ${KEPT.version}`);
}

/** Stores a file and returns true; returns false if the hash differs. */
async function cacheIfIntact(
  cache: Cache,
  url: string,
  response: Response,
  hash: string,
): Promise<boolean> {
  const bytes = await response.arrayBuffer();
  if ((await computeFileHash(bytes)) !== hash) return false;
  const headers = new Headers(response.headers);
  headers.delete('Content-Encoding'); // The bytes are decompressed.
  headers.delete('Content-Length');
  // A new response: browsers reject a redirected one for a navigation.
  await cache.put(url, new Response(bytes, { headers }));
  return true;
}

async function answerFromCache(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(currentCache);
  return (await cache.match(scope + path, { ignoreVary: true })) ?? fetch(request);
}

/**
 * Returns the host's stored settings without waiting for the network. Then updates the settings.
 */
async function answerHostSettings(event: FetchRequestEvent): Promise<Response> {
  const cache = await caches.open(currentCache);
  const before = await cache.match(event.request.url, { ignoreVary: true });
  const update = refreshHostSettings(cache, event.request);
  if (!before) return update;
  event.waitUntil(update.catch(() => {})); // Offline.
  return before;
}

async function refreshHostSettings(cache: Cache, request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  else await cache.delete(request.url);
  return response;
}

/** Deletes the unused caches of other builds. */
async function takeOver(): Promise<void> {
  for (const each of await caches.keys())
    if (each.startsWith(getCachePrefix(scope)) && each !== currentCache) await caches.delete(each);
  await worker.clients.claim();
}

/**
 * Returns whether at most one page is open, so that this build may activate. `begin` activates the
 * build.
 */
async function answerMessage(question: unknown): Promise<boolean> {
  const clients = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isPage = (url: string): boolean =>
    findRequestedFile({ method: 'GET', url, mode: 'navigate', cache: '' }, scope, KEPT.files) ===
    PAGE_FILE_NAME;
  const alone = clients.filter(({ url }) => isPage(url)).length <= 1;
  if (alone && question === 'begin') await worker.skipWaiting();
  return alone;
}
