/** A file host like any other: a folder under a path, with headers as a host sets them. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { sceneShown } from './pageTools.ts';
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
  /** Of the folder, ends in '/'. */
  readonly url: string;
  /** What it serves; another build takes its place at once. */
  folder: string;
  /** Of every answer. */
  headers: Readonly<Record<string, string>>;
  /** By the endings of files. */
  readonly types: Record<string, string>;
  /** Paths that were asked for, from the folder. */
  readonly asked: string[];
  /** Hears what its pages send. */
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

/** A browser that has never been here, and a host of the build in `folder`; its service worker may work. */
export async function onFileHost(
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

/** Another tab of the same browser, whose scene is shown. */
export async function openTab(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await sceneShown(page);
  return page;
}
