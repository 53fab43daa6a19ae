/**
 * From navigation to the first frame that moves, of the built page as a file host would send it
 * (gzip), in Chromium with an empty cache: on this machine, and by a slow way to a slow processor.
 * `node web/setup/benchFirst.mjs [DIST…]`: of several builds in turn, so that they meet the same machine.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { watch } from './benchPage.mjs';
import { chromium as installedChromium } from './needs.mjs';
import { asProgram, root } from './tools.mjs';

const ROUNDS = 9;
/** 4G: 9 Mbit/s both ways, 170 ms to the host and back; a processor four times as slow. */
const SLOW = { network: { latency: 170, throughput: 9e6 / 8 }, processor: 4 };
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Serves a folder, each file compressed once. */
async function host(folder) {
  const sent = new Map();
  const server = createServer(({ url }, answer) => {
    const path = join(folder, new URL(url, 'http://host').pathname.replace(/\/$/, '/index.html'));
    try {
      if (!sent.has(path)) sent.set(path, gzipSync(readFileSync(path)));
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      answer.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
      answer.end(sent.get(path));
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${server.address().port}/`;
  return { url, close: () => server.close() };
}

/** Milliseconds; `slow`: null or what slows it down. */
async function firstMove(browser, url, slow) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    if (slow) {
      const session = await context.newCDPSession(page);
      const { latency, throughput } = slow.network;
      const conditions = { downloadThroughput: throughput, uploadThroughput: throughput };
      await session.send('Network.enable');
      const network = { offline: false, latency, ...conditions };
      await session.send('Network.emulateNetworkConditions', network);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slow.processor });
    }
    await page.addInitScript(watch);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.__seen.starts.length >= 2, null, {
      timeout: 120_000,
      polling: 100,
    });
    return await page.evaluate(() => globalThis.__seen.starts[1]);
  } finally {
    await context.close();
  }
}

/** Least, median and greatest, rounded. */
function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.round(share * (sorted.length - 1))]);
  return `median ${at(0.5)} ms, quartiles ${at(0.25)} to ${at(0.75)}, least ${at(0)}`;
}

export async function benchFirst(folders = [join(root, 'web/dist')]) {
  const browser = await chromium.launch({ executablePath: installedChromium(), args: FLAGS });
  const hosts = await Promise.all(folders.map(host));
  try {
    for (const [how, slow] of [
      ['on this machine', null],
      ['by 4G, processor slowed down four times', SLOW],
    ]) {
      const times = hosts.map(() => []);
      for (let round = 0; round < ROUNDS; round++)
        for (const [i, { url }] of hosts.entries())
          times[i].push(await firstMove(browser, url, slow));
      console.log(`To the first moving frame, ${how}:`);
      for (const [i, folder] of folders.entries()) console.log(`  ${folder}: ${spread(times[i])}`);
    }
  } finally {
    for (const { close } of hosts) close();
    await browser.close();
  }
}

asProgram(import.meta.url, async () => {
  const folders = process.argv.slice(2).map((each) => resolve(each));
  await benchFirst(folders.length > 0 ? folders : undefined);
});
