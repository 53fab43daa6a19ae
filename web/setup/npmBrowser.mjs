/** The package `iklab` in Chromium: as its files lie in a folder, in a worker, and bundled by Vite. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium as driver } from 'playwright-core';
import { build } from 'vite';
import { chromium } from './needs.mjs';
import { bundled, inPage } from './npmPrograms.mjs';

const HTML = '<!doctype html><script type="module" src="page.js"></script>';
const TYPES = { '.js': 'text/javascript', '.html': 'text/html', '.wasm': 'application/wasm' };
/** Of a careful host. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

/** What each of the ways says of a solve in a folder that has the package, and the KB that a page fetches. */
export async function inChromium(folder) {
  writeFileSync(join(folder, 'page.js'), inPage);
  writeFileSync(join(folder, 'index.html'), HTML);
  await bundle(join(folder, 'bundled'));
  const host = await serve(folder);
  const browser = await driver.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const inAPage = await saidBy(page, `${host.url}index.html`);
    const kilobytes = host.kilobytes();
    const inAWorker = await saidByWorker(page);
    const byVite = await saidBy(page, `${host.url}bundled/dist/index.html`);
    const said = { 'in a page': inAPage, 'in a worker of a page': inAWorker, bundled: byVite };
    return { said, kilobytes };
  } finally {
    await browser.close();
    host.close();
  }
}

async function bundle(folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'page.js'), bundled);
  writeFileSync(join(folder, 'index.html'), HTML);
  await build({ configFile: false, root: folder, base: './', logLevel: 'silent' });
}

/** `kilobytes`: of what was fetched so far, after gzip. */
async function serve(folder) {
  const fetched = new Map();
  const server = createServer(({ url }, answer) => {
    const file = join(folder, normalize(url));
    try {
      const bytes = readFileSync(file);
      fetched.set(file, gzipSync(bytes, { level: 9 }).length);
      const type = TYPES[extname(file)] ?? 'text/plain';
      answer.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': POLICY }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const bytes = () => [...fetched.values()].reduce((sum, size) => sum + size, 0);
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    kilobytes: () => Math.round(bytes() / 1000),
    close: () => server.close(),
  };
}

/** What the page at an address says, or what went wrong in it. */
async function saidBy(page, url) {
  const faults = [];
  const told = (error) => faults.push(error.message);
  page.on('pageerror', told);
  try {
    await page.goto(url);
    const said = await page.waitForFunction(() => globalThis.said, undefined, { timeout: 30_000 });
    return await said.jsonValue();
  } catch (error) {
    return faults.join('\n') || error.message;
  } finally {
    page.off('pageerror', told);
  }
}

/** The same of its script as a worker. */
const saidByWorker = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const worker = new Worker('page.js', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => resolve(message);
      }),
  );
