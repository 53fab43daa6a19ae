import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Palette } from './palette.ts';
import { PictureRequests } from './picture.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const canvas = (width: number) => ({ width, height: width }) as HTMLCanvasElement;
const deliver = (requests: PictureRequests, width: number): void =>
  requests.deliver(canvas(width), () => [], {} as Palette);

test('what is hidden has no picture, which who waits is told; the next is asked for anew', async () => {
  const requests = new PictureRequests();
  deliver(requests, 0);
  const first = requests.nextPicture();
  const said = expect(first).rejects.toThrow('there is no picture of what is hidden');
  deliver(requests, 0);
  deliver(requests, 0);
  await vi.runAllTimersAsync();
  await said;
  const late = vi.fn();
  requests.nextPicture().catch(late);
  await vi.runAllTimersAsync();
  expect(late).not.toHaveBeenCalled(); // nothing was drawn since
});

test('what is seen again in time has its picture', async () => {
  const copy = { getContext: () => ({ drawImage: vi.fn(), scale: vi.fn() }) };
  vi.stubGlobal('document', { createElement: () => copy });
  vi.stubGlobal('getComputedStyle', () => ({ color: '', fontFamily: '' }));
  const requests = new PictureRequests();
  const coming = requests.nextPicture();
  deliver(requests, 0);
  await vi.advanceTimersByTimeAsync(500);
  deliver(requests, 40);
  expect(await coming).toBe(copy);
  expect(copy).toMatchObject({ width: 40, height: 40 });
  expect(vi.getTimerCount()).toBe(0);
});

test('a picture that cannot be copied is told to who waits, and the draw goes on', async () => {
  vi.stubGlobal('document', {
    createElement() {
      throw new Error('no memory');
    },
  });
  const requests = new PictureRequests();
  const coming = requests.nextPicture();
  const said = expect(coming).rejects.toThrow('no memory');
  deliver(requests, 40);
  await said;
});
