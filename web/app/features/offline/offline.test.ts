import { afterEach, expect, test, vi } from 'vitest';
import * as rest from '../../browser/idle.ts';
import { installWindow, type TestPage, testPage } from '../../testing.ts';
import * as lazy from '../../ui/lazyPart.tsx';
import { keepOffline } from './keepOffline.ts';

installWindow();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Two ports in one thread: what is posted to one arrives at the other at once. */
class Channel {
  readonly port1 = { onmessage: (_: { data: unknown }): void => {}, close() {} };
  readonly port2 = { postMessage: (data: unknown) => this.port1.onmessage({ data }) };
}

/** A worker that answers what it is asked as the test says. */
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

async function kept(change: Partial<Registration> = {}, register = vi.fn()) {
  vi.stubGlobal('MessageChannel', Channel);
  const load = vi.spyOn(lazy, 'loadAllParts').mockResolvedValue([]);
  vi.spyOn(rest, 'idle').mockResolvedValue(undefined);
  const registration = Object.assign(new EventTarget(), {
    ...{ waiting: null, active: worker({}), installing: null },
    ...change,
  }) as Registration;
  register.mockResolvedValue(registration);
  const reload = vi.fn();
  const keeper = { register } as unknown as ServiceWorkerContainer;
  const eventTarget = new EventTarget();
  const page = await testPage('y', {}, { keeper, reload, eventTarget });
  await keepOffline(page);
  await flush();
  return { page, registration, register, reload, load, eventTarget };
}

const title = (page: TestPage) => page.doc.notice.value?.title;

test('the page is kept once all its parts are there', async () => {
  const { page, register, load } = await kept();
  expect(load.mock.invocationCallOrder[0]).toBeLessThan(register.mock.invocationCallOrder[0] ?? 0);
  expect(register).toHaveBeenCalledWith('./sw.js', { updateViaCache: 'none' });
  expect(title(page)).toBeUndefined();
});

test('nothing is kept, and nothing said, for a lab that is not to be kept', async () => {
  const load = vi.spyOn(lazy, 'loadAllParts').mockResolvedValue([]);
  await keepOffline(await testPage('y'));
  expect(load).not.toHaveBeenCalled();
});

test('nothing is said where the browser refuses to keep it', async () => {
  const { page } = await kept({}, vi.fn().mockRejectedValueOnce(new Error('denied')));
  expect(title(page)).toBeUndefined();
});

test('a newer version that waits is told to the only tab, and begins when it is asked for', async () => {
  const waiting = worker();
  const { page, reload } = await kept({ waiting });
  expect(title(page)).toBe('A new version is ready');
  page.doc.notice.value?.action?.act();
  await flush();
  expect(waiting.asked).toEqual(['alone', 'begin']);
  expect(reload).not.toHaveBeenCalled();
  waiting.state = 'activated';
  waiting.dispatchEvent(new Event('statechange'));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('with another tab open it is told when that has been closed', async () => {
  const waiting = worker({ alone: false });
  const { page, eventTarget } = await kept({ waiting });
  expect(title(page)).toBeUndefined();
  waiting.answers.alone = true;
  eventTarget.dispatchEvent(new Event('focus'));
  await flush();
  expect(title(page)).toBe('A new version is ready');
});

test('a tab that was opened meanwhile is named, in place of a reload', async () => {
  const { page, reload } = await kept({ waiting: worker({ begin: false }) });
  page.doc.notice.value?.action?.act();
  await flush();
  expect(title(page)).toBe('Another tab is open');
  expect(reload).not.toHaveBeenCalled();
});

test('no notice takes the place of another, and none is told twice', async () => {
  const waiting = worker();
  const { page, registration, eventTarget } = await kept();
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

test('a version that comes while the page is looked at is told as soon as it waits', async () => {
  const { page, registration } = await kept();
  const next = worker();
  registration.installing = next;
  registration.dispatchEvent(new Event('updatefound'));
  registration.waiting = next;
  next.dispatchEvent(new Event('statechange'));
  await flush();
  expect(title(page)).toBe('A new version is ready');
});
