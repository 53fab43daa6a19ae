import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Palette } from './palette.ts';
import { PictureRequests } from './pictureRequests.ts';

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

test('a request for a hidden view is rejected; the next request waits for the next drawing', async () => {
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

test('a view that is shown again in time delivers its picture', async () => {
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

test('a picture that cannot be copied rejects its request', async () => {
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
