/**
 * Keeps one build of the page, every file by its hash, and answers with it. Another build is kept beside
 * it and begins when nobody runs this one, so that no page has files of two.
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

declare const KEPT: KeptList; // the line before this script

const AT_ONCE = 4; // files
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

/** All or nothing: it rejects where one file is not here, or not that of this build. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(name);
  const left = Object.entries(KEPT.files);
  const inTurn = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) await keep(cache, ...next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
  await heard(cache, new Request(scope + HOST_FILE)).catch(() => {}); // a host may have none
}

async function keep(cache: Cache, path: string, hash: string): Promise<void> {
  const url = scope + path;
  // what another build has kept of it is not asked for again, but for the page: its headers count
  const before = path === PAGE ? null : await caches.match(url, { ignoreVary: true });
  if (before && (await put(cache, url, before, hash))) return;
  const response = await fetch(url, { cache: 'no-cache' });
  if (!response.ok || !(await put(cache, url, response, hash)))
    throw new Error(`${path} is not that of build ${KEPT.version}`);
}

/** False: it is another file. */
async function put(cache: Cache, url: string, given: Response, hash: string): Promise<boolean> {
  const bytes = await given.arrayBuffer();
  if ((await hashOf(bytes)) !== hash) return false;
  const headers = new Headers(given.headers);
  headers.delete('Content-Encoding'); // the bytes are unpacked
  headers.delete('Content-Length');
  // made anew: one that was redirected may not answer for the page
  await cache.put(url, new Response(bytes, { headers }));
  return true;
}

async function kept(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(name);
  return (await cache.match(scope + path, { ignoreVary: true })) ?? fetch(request);
}

/** What the host says of its page: as it was last heard, for no picture waits for it, and heard anew. */
async function lastOfHost(event: AskedOf): Promise<Response> {
  const cache = await caches.open(name);
  const before = await cache.match(event.request.url, { ignoreVary: true });
  const now = heard(cache, event.request);
  if (!before) return now;
  event.waitUntil(now.catch(() => {})); // no network
  return before;
}

async function heard(cache: Cache, request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  else await cache.delete(request.url);
  return response;
}

/** Nobody runs another build: what was kept of it goes. */
async function begin(): Promise<void> {
  for (const each of await caches.keys())
    if (each.startsWith(cachesOf(scope)) && each !== name) await caches.delete(each);
  await worker.clients.claim();
}

/** Asked by a page: may this build begin, and where it may, shall it. */
async function answer(question: unknown): Promise<boolean> {
  const clients = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isPage = (url: string): boolean =>
    fileAsked({ method: 'GET', url, mode: 'navigate', cache: '' }, scope, KEPT.files) === PAGE;
  const alone = clients.filter(({ url }) => isPage(url)).length <= 1;
  if (alone && question === 'begin') await worker.skipWaiting();
  return alone;
}
