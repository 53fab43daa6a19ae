/**
 * The built page as a file host would give it, from a sub-path, in a real Chromium:
 * `const site = await openSite(); const visit = await site.visit('?test=1');`
 */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { preview } from 'vite';
import { type Fonts, only } from './fonts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const subPath = '/some/path/';

// WebGL2 on the CPU, the same picture on every machine
const flags = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--force-device-scale-factor=1',
  '--force-color-profile=srgb',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The page is put together without WebGL: that spares seven eighths of the graphics process. */
const BLIND = ['--disable-gpu-compositing'];

/** What the driver says of that. */
const COPIED = /^\[\.WebGL-.*GPU stall due to ReadPixels/;

export interface Request {
  readonly url: string;
  /** HTTP status; null: no answer, for the reason in `failure`. */
  readonly status: number | null;
  readonly failure: string | null;
}

/** One page open in a context of its own, and what it has said and asked for. */
export interface Visit {
  readonly page: Page;
  /** 'error: text' and so on, uncaught exceptions as 'uncaught: text'. */
  readonly messages: readonly string[];
  readonly requests: readonly Request[];
  close(): Promise<void>;
}

/** `blind`: the scene is not drawn; for tests of all that stands around it. */
export interface VisitOptions extends BrowserContextOptions {
  readonly blind?: boolean;
}

export interface Site {
  /** Address of the page, ends in '/'. */
  readonly url: string;
  readonly browser: Browser;
  /** Opens the page; `address` is what follows `url`, such as '?test=1#…'. */
  visit(address?: string, options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

/** What a page needs to draw, which costs the most where a CPU does it. */
const DRAWING = ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'];

export interface SiteOptions {
  /** Of every visit that does not say otherwise. */
  readonly blind?: boolean;
  /** By default what comes with Chromium, the widest there is: what has room then has it always. */
  readonly fonts?: Fonts;
}

export async function openSite({ blind = false, fonts = 'wide' }: SiteOptions = {}): Promise<Site> {
  const server = await serve();
  const browser = await launch(blind ? BLIND : [], fonts).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  return {
    url: server.url,
    browser,
    visit: (address = '', options = {}) =>
      openVisit(browser, server.url + address, { blind, ...options }),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Serves web/dist on a free port of this machine. */
async function serve(): Promise<{ url: string; close(): Promise<void> }> {
  if (!existsSync(`${root}web/dist/index.html`)) {
    throw new Error('web/dist is not built: run `npm run build` first');
  }
  const server = await preview({
    configFile: `${root}vite.config.js`,
    root: `${root}web`,
    base: subPath,
    logLevel: 'silent',
    preview: { host: '127.0.0.1', port: 0 },
  });
  const { port } = server.httpServer.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${subPath}`, close: () => server.close() };
}

async function launch(more: readonly string[], fonts: Fonts): Promise<Browser> {
  const executablePath = process.env.IKLAB_CHROMIUM || '/usr/bin/chromium';
  const { env, done } = only(fonts);
  const args = [...flags, ...more];
  const browser = await chromium.launch({ executablePath, headless: true, args, env });
  browser.on('disconnected', done);
  return browser;
}

function drawNothing(calls: string[]): void {
  const context = WebGL2RenderingContext.prototype;
  for (const call of calls) Object.assign(context, { [call]: () => undefined });
}

async function openVisit(
  browser: Browser,
  url: string,
  { blind, ...options }: VisitOptions,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  if (blind) await context.addInitScript(drawNothing, DRAWING);
  const page = await context.newPage();
  const messages: string[] = [];
  const requests: Request[] = [];
  page.on('console', (message) => {
    if (!COPIED.test(message.text())) messages.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
  page.on('response', (response) => {
    requests.push({ url: response.url(), status: response.status(), failure: null });
  });
  page.on('requestfailed', (request) => {
    const failure = request.failure()?.errorText ?? 'unknown';
    requests.push({ url: request.url(), status: null, failure });
  });
  await page.goto(url);
  return { page, messages, requests, close: () => context.close() };
}
