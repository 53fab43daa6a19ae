/** Short-lived states: held until a test has checked them, or recorded as they pass. */
import type { Page } from 'playwright-core';

interface Gate {
  /** Allows the page to send this many more tasks to workers. */
  let(more: number): void;
  /** Number of workers that were terminated since tasks are held back. */
  ended: number;
}
declare global {
  interface Window {
    __gate: Gate;
    /** Starts the timers that were held back. */
    __timers(): void;
    /** Watched elements that have appeared, each by its selector and text. */
    __stood: Set<string>;
  }
}

/** In the page: holds back tasks for workers. The page reassigns tasks of a terminated worker. */
function holdTasks(): void {
  const { postMessage, terminate } = Worker.prototype;
  let waiting: { readonly worker: Worker; readonly send: () => void }[] = [];
  let left = 0;
  window.__gate = {
    ended: 0,
    let(more) {
      left += more;
      for (; left > 0 && waiting.length > 0; left--) waiting.shift()?.send();
    },
  };
  Worker.prototype.postMessage = function (this: Worker, ...words: [{ id: number }, object?]) {
    const send = () => postMessage.apply(this, words);
    if (words[0].id < 0) return send(); // requests a lock
    waiting.push({ worker: this, send });
    window.__gate.let(0);
  };
  Worker.prototype.terminate = function (this: Worker) {
    waiting = waiting.filter(({ worker }) => worker !== this);
    window.__gate.ended++;
    terminate.call(this);
  };
}

/**
 * Makes studies send only `most` tasks to workers until `releaseStudyTasks` allows more; running tasks end
 * normally.
 */
export async function limitStudyTasks(page: Page, most: number): Promise<void> {
  await page.evaluate(holdTasks);
  await releaseStudyTasks(page, most);
}

export const releaseStudyTasks = (page: Page, more: number): Promise<void> =>
  page.evaluate((count) => window.__gate.let(count), more);

/** Waits until the page has terminated a worker. */
export const waitForWorkerEnd = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => window.__gate.ended > 0);

/** In the page: holds back timers until `__timers` is called. */
function holdTimers(): void {
  const { setTimeout, clearTimeout } = window;
  const held = new Map<number, () => number>();
  const going = new Map<number, number>();
  let last = 0;
  Object.assign(window, {
    setTimeout(act: () => void, ...rest: number[]): number {
      last--; // ids of the browser itself are above zero
      held.set(last, () => setTimeout(act, ...rest));
      return last;
    },
    clearTimeout(id?: number): void {
      held.delete(id ?? 0);
      clearTimeout(going.get(id ?? 0) ?? id);
    },
    __timers(): void {
      Object.assign(window, { setTimeout });
      for (const [id, begin] of held) going.set(id, begin());
      held.clear();
    },
  });
}

/**
 * Calls `act` while the timers of the page are held back, so that nothing happens after a pause.
 */
export async function withoutTimers(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(holdTimers);
  await act();
  await page.evaluate(() => window.__timers());
}

/** Watches for an element from now on, however briefly it exists; call the result to wait for it. */
export async function watchForElement(
  page: Page,
  selector: string,
  text = '',
): Promise<() => Promise<unknown>> {
  const name = `${selector} ${text}`;
  await page.evaluate(
    ([name, selector, text]) => {
      window.__stood ??= new Set();
      const look = (): void => {
        const there = [...document.querySelectorAll(selector)];
        if (there.some((each) => each.textContent?.includes(text))) window.__stood.add(name);
      };
      const how = { subtree: true, childList: true, attributes: true, characterData: true };
      new MutationObserver(look).observe(document, how);
      look();
    },
    [name, selector, text] as const,
  );
  return () => page.waitForFunction((what) => window.__stood.has(what), name);
}
