/** Pages that wait for another visit: a page taken over costs half of what a new one does. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** What makes a page another one; the rest is set at each visit. */
export interface TabOptions
  extends Omit<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'> {
  /** The scene is not drawn. */
  readonly blind?: boolean;
}

interface Tab {
  readonly page: Page;
  readonly kind: string;
}

const MOST_IDLE = 4;
const MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift'];

/** In the page: WebGL is there, takes all it is given without a word, and shows nothing. */
function drawNothing(): void {
  const context = WebGL2RenderingContext.prototype;
  // what is made, and what the machine can do
  const asked = /^(create|getParameter|getExtension|getContext|getSupported|getShaderPrecision|is)/;
  const counts: number[] = [context.ACTIVE_UNIFORMS, context.ACTIVE_ATTRIBUTES];
  const answers: Record<string, unknown> = {
    getError: () => 0,
    getShaderParameter: () => true,
    getProgramParameter: (_: WebGLProgram, name: number) => (counts.includes(name) ? 0 : true),
    getShaderInfoLog: () => '',
    getProgramInfoLog: () => '',
  };
  for (const [call, { value }] of Object.entries(Object.getOwnPropertyDescriptors(context))) {
    if (typeof value !== 'function' || asked.test(call)) continue;
    Object.assign(context, { [call]: answers[call] ?? (() => undefined) });
  }
}

/** In the page: one sample a pixel, which is half of what drawing costs. */
function drawPlain(blind: boolean): void {
  const canvas = HTMLCanvasElement.prototype;
  const { getContext } = canvas;
  Object.assign(canvas, {
    getContext(this: HTMLCanvasElement, kind: string, options?: object) {
      if (kind !== 'webgl2') return getContext.call(this, kind, options);
      const context = getContext.call(this, kind, { ...options, antialias: false });
      // one pixel, made larger by no more than copying: it is put into each frame
      if (blind) {
        Object.assign(this, { width: 1, height: 1 });
        this.style.imageRendering = 'pixelated';
        Object.defineProperties(this, {
          width: { value: 1, writable: true },
          height: { value: 1, writable: true },
        });
      }
      return context;
    },
  });
}

/** Of its own, for who opens several pages in it. */
export async function openContext(
  browser: Browser,
  { blind, ...options }: TabOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(drawPlain, blind === true);
  if (blind) await context.addInitScript(drawNothing);
  return context;
}

/** In the page: a browser that keeps no page for when there is no network. */
function withoutKeeper(): void {
  Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });
}

const PATIENCE = 120_000; // ms, for slow machines

/** No page is kept but in contexts that ask for it: a test sees the files as they are served. */
export function keepNothing(browser: Browser): void {
  const { newContext } = browser;
  browser.newContext = async (options) => {
    const context = await newContext.call(browser, options);
    context.setDefaultTimeout(PATIENCE);
    if (options?.serviceWorkers !== 'allow') await context.addInitScript(withoutKeeper);
    return context;
  };
}

export class Tabs {
  readonly #browser: Browser;
  /** Address of an empty page of the site. */
  readonly #empty: string;
  readonly #idle: Tab[] = [];

  constructor(browser: Browser, empty: string) {
    this.#browser = browser;
    this.#empty = empty;
  }

  /** An empty page, in a context that nobody else has; `fresh`: one that nobody has had. */
  async open(options: TabOptions, fresh: boolean): Promise<Tab> {
    // what is not so need not be said
    const kind = JSON.stringify(options, (_, value) => (value === false ? undefined : value));
    const at = fresh ? -1 : this.#idle.findIndex((tab) => tab.kind === kind);
    const [tab] = at < 0 ? [] : this.#idle.splice(at, 1);
    return tab ?? { page: await this.#open(options), kind };
  }

  async #open(options: TabOptions): Promise<Page> {
    return (await openContext(this.#browser, options)).newPage();
  }

  /** Back from a visit: emptied, or closed where that fails. */
  async giveBack(tab: Tab): Promise<void> {
    const context = tab.page.context();
    try {
      await tidy(tab.page, this.#empty);
    } catch {
      await context.close();
      return;
    }
    this.#idle.push(tab);
    if (this.#idle.length > MOST_IDLE) await this.#idle.shift()?.page.context().close();
  }
}

/** Whatever a visit may leave behind goes. */
async function tidy(page: Page, empty: string): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  await page.goto(empty);
  await page.mouse.up();
  await page.mouse.move(0, 0);
  for (const key of MODIFIERS) await page.keyboard.up(key);
  // the page before has kept its scene as it went
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = '' } of await indexedDB.databases())
      await new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(name);
        deleting.onsuccess = () => resolve();
        deleting.onerror = deleting.onblocked = () => reject(new Error(`${name} is in use`));
      });
  });
}
