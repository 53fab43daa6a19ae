import { afterEach, expect, test, vi } from 'vitest';
import * as rest from '../../browser/idle.ts';
import { installWindow, type TestPage, testPage } from '../../testing.ts';
import * as lazy from '../../ui/makeLazyComponent.tsx';
import { storePageOffline } from './storePageOffline.ts';

installWindow();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Two ports in one thread: messages are delivered synchronously. */
class Channel {
  readonly port1 = { onmessage: (_: { data: unknown }): void => {}, close() {} };
  readonly port2 = { postMessage: (data: unknown) => this.port1.onmessage({ data }) };
}

/** Returns a service worker that answers as the test says. */
function worker(answers: { alone?: boolean; begin?: boolean } = {}) {
  const events = new EventTarget();
  return Object.assign(events, {
    state: 'installed',
    answers: { alone: true, begin: true, ...answers },
    asked: [] as string[],
    postMessage(question: 'alone' | 'begin', [port]: [Channel['port2']]) {
      this.asked.push(question);
      port.postMessage(this.answers[question]);
    },
  });
}
type Worker = ReturnType<typeof worker>;

interface Registration extends EventTarget {
  waiting: Worker | null;
  active: Worker | null;
  installing: Worker | null;
}

const flush = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

async function startKeeping(change: Partial<Registration> = {}, register = vi.fn()) {
  vi.stubGlobal('MessageChannel', Channel);
  const load = vi.spyOn(lazy, 'loadAllLazyComponents').mockResolvedValue([]);
  vi.spyOn(rest, 'waitForLongIdle').mockResolvedValue(undefined);
  const registration = Object.assign(new EventTarget(), {
    ...{ waiting: null, active: worker({}), installing: null },
    ...change,
  }) as Registration;
  register.mockResolvedValue(registration);
  const reload = vi.fn();
  const keeper = { register } as unknown as ServiceWorkerContainer;
  const eventTarget = new EventTarget();
  const page = await testPage('y', {}, { keeper, reload, eventTarget });
  await storePageOffline(page);
  await flush();
  return { page, registration, register, reload, load, eventTarget };
}

const title = (page: TestPage) => page.doc.notice.value?.title;

test('registers the service worker only after all parts of the page are loaded', async () => {
  const { page, register, load } = await startKeeping();
  expect(load.mock.invocationCallOrder[0]).toBeLessThan(register.mock.invocationCallOrder[0] ?? 0);
  expect(register).toHaveBeenCalledWith('./sw.js', { updateViaCache: 'none' });
  expect(title(page)).toBeUndefined();
});

test('loads nothing ahead for a lab without a service worker', async () => {
  const load = vi.spyOn(lazy, 'loadAllLazyComponents').mockResolvedValue([]);
  await storePageOffline(await testPage('y'));
  expect(load).not.toHaveBeenCalled();
});

test('shows no notice when the service worker cannot be registered', async () => {
  const { page } = await startKeeping({}, vi.fn().mockRejectedValueOnce(new Error('denied')));
  expect(title(page)).toBeUndefined();
});

test('announces a waiting version in the only tab, and activates it on request', async () => {
  const waiting = worker();
  const { page, reload } = await startKeeping({ waiting });
  expect(title(page)).toBe('A new version is ready');
  page.doc.notice.value?.action?.act();
  await flush();
  expect(waiting.asked).toEqual(['alone', 'begin']);
  expect(reload).not.toHaveBeenCalled();
  waiting.state = 'activated';
  waiting.dispatchEvent(new Event('statechange'));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('announces a waiting version once the other tab is closed', async () => {
  const waiting = worker({ alone: false });
  const { page, eventTarget } = await startKeeping({ waiting });
  expect(title(page)).toBeUndefined();
  waiting.answers.alone = true;
  eventTarget.dispatchEvent(new Event('focus'));
  await flush();
  expect(title(page)).toBe('A new version is ready');
});

test('reports another open tab instead of reloading', async () => {
  const { page, reload } = await startKeeping({ waiting: worker({ begin: false }) });
  page.doc.notice.value?.action?.act();
  await flush();
  expect(title(page)).toBe('Another tab is open');
  expect(reload).not.toHaveBeenCalled();
});

test('waits until another notice is closed, and announces a version only once', async () => {
  const waiting = worker();
  const { page, registration, eventTarget } = await startKeeping();
  page.doc.notice.value = { title: 'something else', reasons: [], text: '' };
  registration.waiting = waiting;
  eventTarget.dispatchEvent(new Event('focus'));
  await flush();
  expect([title(page), waiting.asked]).toEqual(['something else', []]);
  page.doc.notice.value = null;
  await flush();
  expect(title(page)).toBe('A new version is ready');
  page.doc.notice.value = null;
  await flush();
  expect(title(page)).toBeUndefined();
});

test('announces a version that finishes installing while the page is open', async () => {
  const { page, registration } = await startKeeping();
  const next = worker();
  registration.installing = next;
  registration.dispatchEvent(new Event('updatefound'));
  registration.waiting = next;
  next.dispatchEvent(new Event('statechange'));
  await flush();
  expect(title(page)).toBe('A new version is ready');
});
