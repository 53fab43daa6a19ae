/** Labs in one document, side by side and one after the other. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drag, openSite, type Site } from './pageTools.ts';

interface Labs {
  open(name: string, fragment: string): Promise<void>;
  dispose(name: string): void;
  hook(name: string): Window['__iklab'];
  hash(name: string): Promise<string | null>;
  address(name: string): { fragment: string; state: unknown; follow(fragment: string): void };
  heap: number;
}

declare global {
  interface Window {
    __labs: Labs;
    __alive: Readonly<Record<'listeners' | 'workers' | 'timers' | 'contexts', number>>;
  }
}

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

const WIDE = { viewport: { width: 1600, height: 800 } };
const LEFT = '#preset=double-y';
const RIGHT = '#preset=arm-6';

/** A document without a lab. */
async function many(how: Parameters<Site['visit']>[1] = WIDE) {
  const visit = await site.visit('?test=many', how);
  await visit.page.waitForFunction(() => '__labs' in window);
  return visit;
}

const open = (page: Page, name: string, fragment: string): Promise<void> =>
  page.evaluate(([name, fragment]) => window.__labs.open(name, fragment), [
    name,
    fragment,
  ] as const);

const step = (page: Page, name: string, count: number): Promise<void> =>
  page.evaluate(([name, count]) => window.__labs.hook(name).step(count), [name, count] as const);

/** Where a lab stands: to the bit. */
const stand = (page: Page, name: string) =>
  page.evaluate((name) => {
    const { past, panels, scenario } = window.__labs.hook(name);
    const angles = Array.from({ length: panels ?? 0 }, (_, panel) => [
      ...(past?.angles(past.last, panel) ?? []),
    ]);
    const { fragment, state } = window.__labs.address(name);
    return { entries: past?.last, angles, scenario, fragment, state };
  }, name);

const hash = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((name) => window.__labs.hash(name), name);

test('two labs in one document: what is done in one leaves the other to the bit', async () => {
  const { page, messages, close } = await many();
  const alone = [];
  for (const fragment of [LEFT, RIGHT]) {
    await open(page, 'alone', fragment);
    alone.push(await hash(page, 'alone'));
    await page.evaluate(() => window.__labs.dispose('alone'));
  }
  await open(page, 'left', LEFT);
  await open(page, 'right', RIGHT);
  await step(page, 'left', 20);
  await step(page, 'right', 5);
  const [left, right] = [await stand(page, 'left'), await stand(page, 'right')];
  expect(left.scenario).not.toEqual(right.scenario);
  expect([left.entries, right.entries]).toEqual([20, 5]);

  await step(page, 'left', 30);
  const handle = page.locator('.left .handles > button').first();
  const box = await handle.boundingBox();
  if (!box) throw new Error('the first target has no handle');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await drag(page, at, { x: at.x + 30, y: at.y - 20 });
  await step(page, 'left', 10);
  // keys, and what is typed
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('o');
  await page.keyboard.press('Space');
  await step(page, 'left', 10);
  const moved = await stand(page, 'left');
  expect(moved.angles).not.toEqual(left.angles);
  expect(moved.scenario).not.toEqual(left.scenario);
  expect(await stand(page, 'right')).toEqual(right);

  // its address becomes the scene's, and leads back
  await page.waitForFunction(
    (before) => window.__labs.address('left').fragment !== before,
    moved.fragment,
  );
  await page.evaluate((to) => window.__labs.address('left').follow(to), LEFT);
  await page.waitForFunction(
    (before) => JSON.stringify(window.__labs.hook('left').scenario) !== before,
    JSON.stringify(moved.scenario),
  );
  expect(await stand(page, 'right')).toEqual(right);
  expect([await hash(page, 'left'), await hash(page, 'right')]).toEqual(alone);
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map((e) => e.id));
  expect(ids.filter((id, i) => ids.indexOf(id) < i)).toEqual([]);
  expect(messages).toEqual([]);
  await close();
}, 300_000);

/** Before the scripts of the page: what is alive of what a lab can leave behind. */
function counting(): void {
  const alive = { listeners: 0, workers: 0, timers: 0, contexts: 0 };
  Object.assign(window, { __alive: alive });
  // of the window and the document: others go with their elements
  for (const target of [window, document]) {
    const held = new Set<string>();
    const numbers = new WeakMap<EventListener, number>();
    let made = 0;
    const nameOf = (kind: string, hear: EventListener, how: unknown): string => {
      const capture = typeof how === 'object' ? (how as AddEventListenerOptions)?.capture : how;
      if (!numbers.has(hear)) numbers.set(hear, made++);
      return `${kind} ${numbers.get(hear)} ${capture === true}`;
    };
    const { addEventListener: add, removeEventListener: remove } = target;
    const drop = (name: string): void => {
      if (held.delete(name)) alive.listeners--;
    };
    target.addEventListener = (
      kind: string,
      hear: EventListener,
      how?: AddEventListenerOptions,
    ) => {
      const name = nameOf(kind, hear, how);
      const signal = typeof how === 'object' ? how?.signal : undefined;
      if (!signal?.aborted && !held.has(name)) {
        held.add(name);
        alive.listeners++;
        signal?.addEventListener('abort', () => drop(name));
      }
      add.call(target, kind, hear, how);
    };
    target.removeEventListener = (
      kind: string,
      hear: EventListener,
      how?: EventListenerOptions,
    ) => {
      drop(nameOf(kind, hear, how));
      remove.call(target, kind, hear, how);
    };
  }
  const wait = window.setTimeout.bind(window);
  const stop = window.clearTimeout.bind(window);
  const waiting = new Set<number>();
  const tell = (): void => {
    alive.timers = waiting.size;
  };
  window.setTimeout = ((act: () => void, ...rest: number[]) => {
    const id = wait(
      () => {
        waiting.delete(id);
        tell();
        act();
      },
      ...rest,
    );
    waiting.add(id);
    tell();
    return id;
  }) as unknown as typeof window.setTimeout;
  window.clearTimeout = (id) => {
    waiting.delete(id as number);
    tell();
    stop(id);
  };
  const Plain = Worker;
  window.Worker = class extends Plain {
    #ended = false;
    constructor(...how: ConstructorParameters<typeof Plain>) {
      super(...how);
      alive.workers++;
    }
    override terminate(): void {
      if (!this.#ended) alive.workers--;
      this.#ended = true;
      super.terminate();
    }
  };
  const { getContext } = HTMLCanvasElement.prototype;
  const contexts = new WeakSet();
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...how: never[]) {
    const context = (getContext as (...how: unknown[]) => RenderingContext | null).apply(this, how);
    if ((how[0] as unknown) === 'webgl2' && context && !contexts.has(context)) {
      contexts.add(context);
      alive.contexts++;
      this.addEventListener('webglcontextlost', () => alive.contexts--, { once: true });
    }
    return context;
  } as typeof getContext;
}

/** What the document holds after all garbage has gone. */
async function held(page: Page, session: CDPSession) {
  // what a picture, or idle time, has been asked for is over
  await page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise((next) => requestIdleCallback(next));
    await new Promise((next) => setTimeout(next, 300));
  });
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  const { jsEventListeners, nodes, documents } = await session.send('Memory.getDOMCounters');
  return {
    ...(await page.evaluate(() => ({
      ...window.__alive,
      heap: window.__labs.heap,
      canvases: document.querySelectorAll('canvas').length,
    }))),
    running: page.workers().length,
    used: usedSize,
    arrays: backingStorageSize,
    jsEventListeners,
    nodes,
    documents,
  };
}

const rounds = (page: Page, count: number): Promise<void> =>
  page.evaluate(
    async ({ count, fragments }) => {
      for (let round = 0; round < count; round++) {
        await window.__labs.open('one', fragments[round % fragments.length] as string);
        window.__labs.hook('one').step(5);
        await new Promise(requestAnimationFrame);
        window.__labs.dispose('one');
      }
    },
    { count, fragments: [LEFT, RIGHT, '#/methods/dls'] },
  );

test('a hundred labs one after the other leave nothing behind', async () => {
  const visit = await site.visit('', { ...WIDE, fresh: true });
  const { page, messages, close } = visit;
  await page.addInitScript(counting);
  await page.goto(`${site.url}?test=many`);
  await page.waitForFunction(() => '__labs' in window);
  const session = await page.context().newCDPSession(page);
  // what is loaded, compiled and made once for all labs comes with the first of them
  await rounds(page, 36);
  const { heap, used, arrays, ...others } = await held(page, session);
  await rounds(page, 99);
  const after = await held(page, session);
  expect(after).toMatchObject(others);
  // a lab that stays takes a megabyte
  expect(after.used - used).toBeLessThan(0.6e6);
  expect(after.arrays - arrays).toBeLessThan(0.1e6);
  // labs of different sizes leave holes: it may have grown once
  expect(after.heap - heap).toBeLessThan(4e6);
  expect(messages).toEqual([]);
  await close();
}, 600_000);
