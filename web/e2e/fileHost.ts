/** A typical file host: a folder under a path, with configurable headers. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { waitForScene } from './pageTools.ts';
import { openContext } from './tabs.ts';

const PATH = '/some/path/';
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export interface FileHost {
  /** Address under which the host serves its folder, ends in '/'. */
  readonly url: string;
  /** Path of the folder that the host serves; assigning another one takes effect at once. */
  folder: string;
  /** Headers of every answer. */
  headers: Readonly<Record<string, string>>;
  /** MIME types by file extension. */
  readonly types: Record<string, string>;
  /** Paths that were requested so far, relative to the folder. */
  readonly asked: string[];
  /** Called with each text that a page of the host posts. */
  onPost: (text: string) => void;
  close(): Promise<void>;
}

export async function openFileHost(folder: string): Promise<FileHost> {
  const server = createServer(async (request, answer) => {
    const { url = '', method } = request;
    if (method === 'POST') {
      host.onPost(await new Response(Readable.toWeb(request) as ReadableStream).text());
      answer.end();
      return;
    }
    const path = normalize(decodeURIComponent(url.split('?')[0] ?? ''));
    const file = path.slice(PATH.length) || 'index.html';
    host.asked.push(file);
    const bytes = path.startsWith(PATH)
      ? await readFile(join(host.folder, file)).catch(() => null)
      : null;
    const type = host.types[extname(file)] ?? 'application/octet-stream';
    answer.writeHead(bytes ? 200 : 404, { 'Content-Type': type, ...host.headers });
    answer.end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const host: FileHost = {
    url: `http://127.0.0.1:${port}${PATH}`,
    folder,
    headers: {},
    types: { ...TYPES },
    asked: [],
    onPost: () => undefined,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
  return host;
}

/** Runs `act` with a host of the build in `folder`, in a context that allows service workers. */
export async function withFileHost(
  browser: Browser,
  folder: string,
  act: (host: FileHost, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const host = await openFileHost(folder);
  const context = await openContext(browser, { blind: true, serviceWorkers: 'allow' });
  try {
    await act(host, context);
  } finally {
    await context.close();
    await host.close();
  }
}

/** Opens another tab of the same context and waits for its scene. */
export async function openTab(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await waitForScene(page);
  return page;
}
