/**
 * Simulates a slow machine, to find tests that depend on time. `IKLAB_SLOW=4`: the page computes
 * four times as long. `IKLAB_LATE=150`: everything without a guaranteed time comes 150 ms later.
 * `IKLAB_BLINK=300`: each query and action of a test is 300 ms late, so it misses shorter states.
 */
import type { Browser, Page } from 'playwright-core';

const SLOW = Number(process.env.IKLAB_SLOW ?? 1);
/** Delay of everything without a guaranteed time, in milliseconds; 0: none. */
const LATE = Number(process.env.IKLAB_LATE ?? 0);
/** Delay of each query and action of a test, in milliseconds; 0: none. */
const BLINK = Number(process.env.IKLAB_BLINK ?? 0);

/** True if the files of the site are delayed; none is then cached. */
export const areFilesDelayed = LATE > 0;
export const waitForFileDelay = (): Promise<void> => after(LATE);

const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** In the page: delays frames, timers, idle time and messages to workers, in order. */
function comeLate(by: number): void {
  const { requestAnimationFrame, cancelAnimationFrame, setTimeout, requestIdleCallback } = window;
  const { postMessage } = Worker.prototype;
  /** Requested animation frames, each with the timer that delays it, then with the browser's id. */
  const asked = new Map<number, { timer: number; picture: number }>();
  let last = 0;
  Object.assign(window, {
    requestAnimationFrame(paint: FrameRequestCallback): number {
      const id = ++last;
      const each = { timer: 0, picture: 0 };
      each.timer = setTimeout(() => {
        each.picture = requestAnimationFrame((now) => {
          asked.delete(id);
          paint(now);
        });
      }, by);
      asked.set(id, each);
      return id;
    },
    cancelAnimationFrame(id: number): void {
      const each = asked.get(id);
      clearTimeout(each?.timer);
      cancelAnimationFrame(each?.picture ?? 0);
      asked.delete(id);
    },
    setTimeout: (act: () => void, time = 0, ...more: []) => setTimeout(act, time + by, ...more),
    requestIdleCallback: (act: IdleRequestCallback, how?: IdleRequestOptions) =>
      setTimeout(() => requestIdleCallback(act, how), by),
  });
  Worker.prototype.postMessage = function (this: Worker, ...words: [unknown, object?]) {
    setTimeout(() => postMessage.apply(this, words), by);
  };
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
}

/** Calls of a test to a page that are delayed; pointer moves are not. */
const LOOKS =
  /^(waitFor(Selector|Function)|query|eval|expect|textContent|inner|inputValue|getAttribute|getProperty|jsonValue|is[A-Z]|title|content|screenshot|click|dblclick|tap|fill|type|press|check|uncheck|hover|focus|select|setInputFiles|scroll|drag|dispatchEvent|keyboard|mouse(Down|Up|Click|Wheel)|touchscreen)/;

/** The client side of the connection to browsers; all browsers of a process share it. */
interface Connection {
  sendMessageToServer(object: unknown, method: string, ...more: unknown[]): Promise<unknown>;
}
const blinking = new WeakSet<Connection>();

function blink(browser: Browser): void {
  const { _connection: connection } = browser as unknown as { _connection: Connection };
  if (blinking.has(connection)) return;
  blinking.add(connection);
  const { sendMessageToServer } = connection;
  if (!sendMessageToServer) throw new Error('IKLAB_BLINK does not support this Playwright version');
  connection.sendMessageToServer = async (object, method, ...more) => {
    if (LOOKS.test(method)) await after(BLINK);
    return sendMessageToServer.call(connection, object, method, ...more);
  };
}

/** Slows all pages of a browser as the environment requests. */
export function slowDownPages(browser: Browser): void {
  if (BLINK > 0) blink(browser);
  if (!areFilesDelayed && SLOW === 1) return;
  const { newContext } = browser;
  browser.newContext = async (options) => {
    const context = await newContext.call(browser, options);
    if (areFilesDelayed) await context.addInitScript(comeLate, LATE);
    // A page that is closed at once need not be slowed down.
    if (SLOW !== 1) context.on('page', (page) => void slowDown(page).catch(() => {}));
    return context;
  };
}
