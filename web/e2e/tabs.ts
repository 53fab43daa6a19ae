/** Pages reused by later visits: a reused page costs half of a new one. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Options that require a separate page; all others are set at each visit. */
export interface TestTabOptions
  extends Omit<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'> {
  /** True to replace WebGL by one that draws nothing. */
  readonly blind?: boolean;
}

interface Tab {
  readonly page: Page;
  readonly kind: string;
}

const MOST_IDLE = 4;
const MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift'];

/** In the page: replaces WebGL by one that accepts every call and draws nothing. */
function drawNothing(): void {
  const context = WebGL2RenderingContext.prototype;
  // These calls still work: they create objects or query the device.
  const queryCalls =
    /^(create|getParameter|getExtension|getContext|getSupported|getShaderPrecision|is)/;
  const counts: number[] = [context.ACTIVE_UNIFORMS, context.ACTIVE_ATTRIBUTES];
  const answers: Record<string, unknown> = {
    getError: () => 0,
    getShaderParameter: () => true,
    getProgramParameter: (_: WebGLProgram, name: number) => (counts.includes(name) ? 0 : true),
    getShaderInfoLog: () => '',
    getProgramInfoLog: () => '',
  };
  for (const [call, { value }] of Object.entries(Object.getOwnPropertyDescriptors(context))) {
    if (typeof value !== 'function' || queryCalls.test(call)) continue;
    Object.assign(context, { [call]: answers[call] ?? (() => undefined) });
  }
}

/** In the page: makes WebGL draw one sample per pixel, which halves the drawing cost. */
function drawPlain(blind: boolean): void {
  const canvas = HTMLCanvasElement.prototype;
  const { getContext } = canvas;
  Object.assign(canvas, {
    getContext(this: HTMLCanvasElement, kind: string, options?: object) {
      if (kind !== 'webgl2') return getContext.call(this, kind, options);
      const context = getContext.call(this, kind, { ...options, antialias: false });
      // One pixel, which the compositor enlarges.
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

/** Opens a separate context, for tests that open several pages in it. */
export async function openContext(
  browser: Browser,
  { blind, ...options }: TestTabOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(drawPlain, blind === true);
  if (blind) await context.addInitScript(drawNothing);
  return context;
}

/** In the page: removes the interface of service workers. */
function withoutKeeper(): void {
  Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });
}

const PATIENCE = 120_000; // ms, for slow machines

/** Disables service workers unless a context requests them, so that tests see the served files. */
export function disableServiceWorkers(browser: Browser): void {
  const { newContext } = browser;
  browser.newContext = async (options) => {
    const context = await newContext.call(browser, options);
    context.setDefaultTimeout(PATIENCE);
    if (options?.serviceWorkers !== 'allow') await context.addInitScript(withoutKeeper);
    return context;
  };
}

export class TestTabPool {
  readonly #browser: Browser;
  /** Address of an empty page of the site. */
  readonly #empty: string;
  readonly #idle: Tab[] = [];

  constructor(browser: Browser, empty: string) {
    this.#browser = browser;
    this.#empty = empty;
  }

  /** Returns an empty page, alone in its context; `fresh`: in a new context. */
  async open(options: TestTabOptions, fresh: boolean): Promise<Tab> {
    // An option that is false is the same as none.
    const kind = JSON.stringify(options, (_, value) => (value === false ? undefined : value));
    const at = fresh ? -1 : this.#idle.findIndex((tab) => tab.kind === kind);
    const [tab] = at < 0 ? [] : this.#idle.splice(at, 1);
    return tab ?? { page: await this.#open(options), kind };
  }

  async #open(options: TestTabOptions): Promise<Page> {
    return (await openContext(this.#browser, options)).newPage();
  }

  /** Makes a page available to later visits: clears it, or closes it if that fails. */
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

/** Removes everything that a visit may leave behind. */
async function tidy(page: Page, empty: string): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  await page.goto(empty);
  await page.mouse.up();
  await page.mouse.move(0, 0);
  for (const key of MODIFIERS) await page.keyboard.up(key);
  // The previous page stored its scene when it was left.
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
