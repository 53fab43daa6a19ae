/** Labs in one document: opens, controls and watches them, and counts what closed ones leave. */
import type { CDPSession, Locator, Page } from 'playwright-core';

interface Value<T> {
  value: T;
}

/** The part of a lab's page that tests use. */
export interface TestLabPage {
  readonly scope: { readonly host: HTMLElement };
  readonly recording: Value<object | null>;
  readonly viewState: {
    readonly openDialog: Value<string | null>;
    readonly inspected: Value<number | null>;
    readonly why: Value<object | null>;
    readonly mapInScene: Value<boolean>;
    readonly presenting: Value<boolean>;
  };
  readonly input: {
    grab(target: number): boolean;
    move(target: number, pose: { readonly position: readonly number[] }): void;
    release(target: number, dropped: boolean): void;
  };
}

interface Labs {
  open(name: string, fragment: string): Promise<void>;
  dispose(name: string): void;
  page(name: string): TestLabPage;
  hook(name: string): Window['__iklab'];
  hash(name: string): Promise<string | null>;
  address(name: string): { fragment: string; state: unknown; follow(fragment: string): void };
  kept(name: string): Readonly<Record<string, string>>;
  heap: number;
}

declare global {
  interface Window {
    __labs: Labs;
    __alive: Readonly<Record<'listeners' | 'workers' | 'timers' | 'contexts', number>>;
    /** Events and changes in a watched lab and in the document around labs. */
    __heard: string[];
  }
}

export const openTestLab = (page: Page, name: string, fragment: string): Promise<void> =>
  page.evaluate(([name, fragment]) => window.__labs.open(name, fragment), [
    name,
    fragment,
  ] as const);

export const disposeLab = (page: Page, name: string): Promise<void> =>
  page.evaluate((name) => window.__labs.dispose(name), name);

export const followLabLink = (page: Page, name: string, fragment: string): Promise<void> =>
  page.evaluate(([name, to]) => window.__labs.address(name).follow(to), [name, fragment] as const);

export const stepLab = (page: Page, name: string, count: number): Promise<void> =>
  page.evaluate(([name, count]) => window.__labs.hook(name).step(count), [name, count] as const);

export const getLabHash = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((name) => window.__labs.hash(name), name);

/** Returns the locator of a lab's host element. */
export const findLab = (page: Page, name: string): Locator => page.locator(`[data-lab=${name}]`);

/** Sets values of a lab's view state, by name. */
export const setLabViewState = (page: Page, name: string, set: object): Promise<void> =>
  page.evaluate(
    ([name, set]) => {
      const { viewState } = window.__labs.page(name);
      for (const [what, value] of Object.entries(set))
        Object.assign(viewState[what as 'why'], { value });
    },
    [name, set] as const,
  );

/** Returns the exact state of a lab's run and scene, for comparison. */
export const getLabState = (page: Page, name: string) =>
  page.evaluate((name) => {
    const { past, panels, scenario } = window.__labs.hook(name);
    const angles = Array.from({ length: panels ?? 0 }, (_, panel) => [
      ...(past?.angles(past.last, panel) ?? []),
    ]);
    const { fragment, state } = window.__labs.address(name);
    return { entries: past?.last, angles, scenario, fragment, state };
  }, name);

/** Returns the state, HTML and storage of a lab once nothing in the lab changes any more. */
export async function getSettledLabState(page: Page, name: string) {
  const shown = await page.evaluate(async (name) => {
    const { host } = window.__labs.page(name).scope;
    const whole = () => {
      const all = [...host.querySelectorAll('*')];
      return {
        // This attribute appears some time after the last pointer move.
        text: host.outerHTML.replace(' data-resting=""', '').split('<'),
        scrolled: all.flatMap(({ scrollLeft, scrollTop }) => scrollLeft + scrollTop || []),
        typed: all.flatMap((each) =>
          each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement
            ? [each.value, 'checked' in each && each.checked]
            : [],
        ),
        kept: window.__labs.kept(name),
      };
    };
    for (let last = ''; ; ) {
      await window.__labs.hook(name).settled(); // a diagnosis may be in progress
      const now = whole();
      const text = JSON.stringify(now);
      // The replay hash and results for other limits are computed in idle time.
      if (text === last && !/····|>Trying/.test(text)) return now;
      last = text;
      await new Promise((next) => setTimeout(next, 100));
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    }
  }, name);
  return { ...shown, ...(await getLabState(page, name)) };
}

/** Starts recording events of this lab and changes of the document around labs. */
export const watchLabEvents = (page: Page, name: string): Promise<void> =>
  page.evaluate((name) => {
    const { host } = window.__labs.page(name).scope;
    const heard: string[] = [];
    window.__heard = heard;
    const kinds = ['focusin', 'keydown', 'input', 'change', 'click', 'scroll', 'toggle', 'drop'];
    for (const kind of kinds)
      host.addEventListener(kind, () => window.__heard === heard && heard.push(kind), true);
    const changes = new MutationObserver((all) => {
      for (const { attributeName: what } of all) heard.push(`${what} of the document`);
    });
    for (const around of [document.documentElement, document.body])
      changes.observe(around, { attributes: true });
  }, name);

/**
 * Returns the events and changes recorded since `watch` or since the last call of this function.
 */
export const takeWatchedLabEvents = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => window.__heard.splice(0));

/** Returns duplicate ids, references to elements of another lab, and shared radio groups. */
export const findCrossLabIdFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const duplicates = ids.filter((id, i) => ids.indexOf(id) < i);
    const names = ['for', 'list', 'popovertarget', 'aria-labelledby', 'aria-describedby'];
    const strays = [...names, 'aria-controls', 'aria-activedescendant'].flatMap((name) =>
      [...document.querySelectorAll(`.lab [${name}]`)].flatMap((each) =>
        (each.getAttribute(name) ?? '')
          .split(' ')
          .filter((id) => {
            const named = document.getElementById(id);
            return named && named.closest('.lab') !== each.closest('.lab');
          })
          .map((id) => `${name}=${id}`),
      ),
    );
    const groups = new Map<string, Element | null>();
    const shared = [...document.querySelectorAll<HTMLInputElement>('.lab [type=radio]')].filter(
      (radio) => {
        const lab = groups.get(radio.name) ?? radio.closest('.lab');
        groups.set(radio.name, lab);
        return lab !== radio.closest('.lab');
      },
    );
    return [...duplicates, ...strays, ...shared.map(({ name }) => `radio ${name}`)];
  });

/** Runs before the scripts of the page: counts resources that a lab can leave behind. */
export function countLabResources(): void {
  const alive = { listeners: 0, workers: 0, timers: 0, contexts: 0 };
  Object.assign(window, { __alive: alive });
  // Only listeners of window and document: others are released with their elements.
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

/** Returns the resources of the document after garbage collection. */
export async function measureResourceUsage(page: Page, session: CDPSession) {
  // Lets callbacks of frames and idle time run.
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
