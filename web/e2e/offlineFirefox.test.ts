// @module-tag full
/** The page without a network in Firefox: it opens and draws, or says why it cannot. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PageBuildCopies } from './builds.ts';
import { openInFirefox } from './engines.ts';
import { openFileHost } from './fileHost.ts';

const builds = new PageBuildCopies();
afterAll(() => builds.close());

/** In a second page: opens ours in a frame, removes the files from the host, and opens it again. */
const PROBE = `
const post = (body) => fetch('./said', { method: 'POST', body: JSON.stringify(body) });
const frame = document.querySelector('iframe');
const pageIn = (selector) => new Promise((done) => {
  const look = () => {
    const found = frame.contentDocument?.querySelector(selector);
    if (found) done(found.className); else setTimeout(look, 100);
  };
  look();
});
async function hashOf(path) {
  const bytes = await (await fetch('./' + path)).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...hash));
}
async function probe() {
  const { files } = await (await fetch('./files.json')).json();
  frame.src = './?test=1#preset=y';
  const first = await pageIn('.pane, .stop:not(.late)');
  if (first === 'stop') await navigator.serviceWorker.register('./sw.js'); // no WebGL here
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
  await post('off');
  const hashes = {};
  for (const path of Object.keys(files)) hashes[path] = await hashOf(path).catch(() => '');
  const cachedPaths = Object.keys(files).filter((path) => hashes[path] === files[path]);
  frame.src = './?test=1&again#preset=y';
  await new Promise((done) => frame.addEventListener('load', done, { once: true }));
  return { first, again: await pageIn('.pane, .stop:not(.late)'), cachedPaths, files: Object.keys(files) };
}
post(await probe().catch((error) => String(error)));
`;

test('after one visit the page and all files that it loads are available offline', async () => {
  const folder = builds.copy('here');
  writeFileSync(join(folder, 'probe.js'), PROBE);
  writeFileSync(
    join(folder, 'probe.html'),
    '<!doctype html><iframe width="900" height="600"></iframe><script type="module" src="probe.js"></script>',
  );
  const host = await openFileHost(folder);
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const answer = new Promise<unknown>((done) => {
    host.onPost = (text) => {
      const message = JSON.parse(text);
      if (message === 'off') host.folder = empty;
      else done(message);
    };
  });
  const found = await openInFirefox(`${host.url}probe.html`, answer);
  await host.close();
  const { first, again, cachedPaths, files } = found as Record<'first' | 'again', string> &
    Record<'cachedPaths' | 'files', string[]>;
  expect(again, JSON.stringify(found)).toBe(first);
  // files that the page never loads
  expect(files.filter((path) => !cachedPaths.includes(path))).toEqual(
    files.filter((path) =>
      /^(sw\.js|ik-lab\.js|check\.\w+|THIRD-PARTY\.md|assets\/social-.*)$/.test(path),
    ),
  );
});
