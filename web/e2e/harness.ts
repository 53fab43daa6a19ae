/**
 * The built page, served from a sub-path as by a file host, in a real Chromium:
 * `const site = await openSite(); const visit = await site.visit('?test=1');`
 */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { freemem } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request as PageRequest,
  type Response,
} from 'playwright-core';
import { type Plugin, preview } from 'vite';
import { type BrowserFontSet, makeFontEnvironment } from './fonts.ts';
import { recordBrowserPages, reportClosingPage } from './pageRecords.ts';
import { areFilesDelayed, slowDownPages, waitForFileDelay } from './slowPage.ts';
import { disableServiceWorkers, type TestTabOptions, TestTabPool } from './tabs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const subPath = '/some/path/';
const EMPTY = 'empty';

// Most scripts run only briefly: optimize only functions that run 25 times as often as usual.
const BRIEFLY = '--invocation-count-for-maglev=10000,--invocation-count-for-turbofan=100000';

// WebGL2 on the CPU draws the same picture on every machine.
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
  `--js-flags=${BRIEFLY}`,
];

/**
 * Flags of a browser that composites pages without WebGL, which saves seven eighths of the graphics
 * process.
 */
const BLIND = ['--disable-gpu-compositing'];

/** Message of the graphics driver that pixels are copied from it, which is not recorded. */
const COPIED = /^\[\.\w+-.*GPU stall due to ReadPixels/;

export interface RecordedRequest {
  readonly url: string;
  /** HTTP status; null: there was no answer, for the reason in `failure`. */
  readonly status: number | null;
  readonly failure: string | null;
}

/** An open page, alone in its context, with its messages and requests. */
export interface PageVisit {
  readonly page: Page;
  /** Console messages, such as 'error: text', and uncaught exceptions as 'uncaught: text'. */
  readonly messages: readonly string[];
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

export interface PageVisitOptions extends TestTabOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** True to open a new page instead of a reused one, for tests of loading or memory. */
  readonly fresh?: boolean;
}

export interface BasicTestSite {
  /** Address of the page, ends in '/'. */
  readonly url: string;
  readonly browser: Browser;
  /** Opens the page; `address` is what follows `url`, such as '?test=1#…'. */
  visit(address?: string, options?: PageVisitOptions): Promise<PageVisit>;
  close(): Promise<void>;
}

export interface TestSiteOptions {
  /** Disables drawing, except in visits that enable it. */
  readonly blind?: boolean;
  /** Fonts that the browser sees; by default the widest ones. */
  readonly fonts?: BrowserFontSet;
}

export async function openSite({
  blind = false,
  fonts = 'wide',
}: TestSiteOptions = {}): Promise<BasicTestSite> {
  const server = await serve();
  const browser = await launch(blind ? BLIND : [], fonts).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  const tabs = new TestTabPool(browser, `${server.url}${EMPTY}`);
  return {
    url: server.url,
    browser,
    visit: (address = '', options = {}) =>
      openVisit(tabs, server.url + address, { blind, ...options }),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

const host: Plugin = {
  name: 'file host',
  configurePreviewServer({ middlewares }) {
    middlewares.use(subPath + EMPTY, (_, answer) => {
      answer.setHeader('Content-Type', 'text/html').end();
    });
    // Files with hashed names are cached, together with their compiled code.
    middlewares.use(`${subPath}assets`, async (_, answer, next) => {
      answer.setHeader(
        'Cache-Control',
        areFilesDelayed ? 'no-store' : 'max-age=31536000, immutable',
      );
      if (areFilesDelayed) await waitForFileDelay();
      next();
    });
  },
};

/** Serves web/dist on a free port of this machine. */
async function serve(): Promise<{ url: string; close(): Promise<void> }> {
  if (!existsSync(`${root}web/dist/index.html`)) {
    throw new Error('web/dist is not built: run `npm run build` first');
  }
  const server = await preview({
    configFile: false, // it would load the build plugins
    root: `${root}web`,
    base: subPath,
    appType: 'mpa', // no fallback page for missing files
    logLevel: 'silent',
    preview: { host: '127.0.0.1', port: 0 },
    plugins: [host],
  });
  const { port } = server.httpServer.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${subPath}`, close: () => server.close() };
}

async function launch(more: readonly string[], fonts: BrowserFontSet): Promise<Browser> {
  const executablePath = process.env.IKLAB_CHROMIUM;
  const { env, done } = makeFontEnvironment(fonts);
  const args = [...flags, ...more];
  const options = { executablePath, headless: true, args, env, handleSIGTERM: false };
  const browser = await chromium.launch(options);
  slowDownPages(browser);
  disableServiceWorkers(browser);
  recordBrowserPages(browser);
  await reportCrashes(browser);
  browser.on('disconnected', done);
  process.once('exit', done); // before its exit is reported
  // A stopped worker cannot close its browser. On exit the browser is killed, its folders removed.
  process.once('SIGTERM', () => process.exit());
  return browser;
}

/** Prints why the process of a page ended; its test learns only that it ended. */
async function reportCrashes(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  session.on('Target.targetCrashed', ({ status, errorCode }) => {
    const free = `${Math.round(freemem() / 2 ** 20)} MB free`;
    console.error(`A page's process has ended: ${status}, signal ${errorCode}, ${free}`);
  });
  await session.send('Target.setDiscoverTargets', { discover: true });
}

/** Settings of the emulated device of a visit. */
export const getEmulatedMedia = ({
  colorScheme = 'light',
  reducedMotion = 'no-preference',
}: Pick<PageVisitOptions, 'colorScheme' | 'reducedMotion'>) =>
  ({ media: null, colorScheme, reducedMotion, forcedColors: 'none' }) as const;

/** Default size of the window of a visit, in pixels. */
export const DEFAULT_VIEWPORT = { width: 1440, height: 900 };

async function openVisit(
  tabs: TestTabPool,
  url: string,
  { viewport = DEFAULT_VIEWPORT, fresh = false, ...more }: PageVisitOptions,
): Promise<PageVisit> {
  const { colorScheme, reducedMotion, ...options } = more;
  const tab = await tabs.open(options, fresh);
  const { page } = tab;
  await page.setViewportSize(viewport);
  await page.emulateMedia(getEmulatedMedia({ colorScheme, reducedMotion }));
  const { messages, requests, deaf } = recordPageTraffic(page);
  await page.goto(url);
  return {
    page,
    messages,
    requests,
    async close() {
      await reportClosingPage(page);
      deaf();
      if (fresh) await page.context().close();
      else await tabs.giveBack(tab);
    },
  };
}

/** Records messages and requests of a page until the returned function `deaf` is called. */
export function recordPageTraffic(page: Page) {
  const messages: string[] = [];
  const requests: RecordedRequest[] = [];
  const said = (message: ConsoleMessage): void => {
    if (!COPIED.test(message.text())) messages.push(`${message.type()}: ${message.text()}`);
  };
  const thrown = (error: Error): void => {
    messages.push(`uncaught: ${error.message}`);
  };
  const answered = (response: Response): void => {
    requests.push({ url: response.url(), status: response.status(), failure: null });
  };
  const unanswered = (request: PageRequest): void => {
    const failure = request.failure()?.errorText ?? 'unknown';
    requests.push({ url: request.url(), status: null, failure });
  };
  page.on('console', said).on('pageerror', thrown);
  page.on('response', answered).on('requestfailed', unanswered);
  const deaf = (): void => {
    page.off('console', said).off('pageerror', thrown);
    page.off('response', answered).off('requestfailed', unanswered);
  };
  return { messages, requests, deaf };
}
