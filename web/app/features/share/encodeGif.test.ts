import { expect, test } from 'vitest';
import { animationHistoryEntries, encodeGif } from './encodeGif.ts';

test.each([
  [0, 0, [0]],
  [0, 3, [0, 1, 2, 3]],
  [5, 6, [5, 6]],
])('entries %i to %i are each shown once', (first, last, entries) => {
  expect(animationHistoryEntries(first, last)).toEqual(entries);
});

test('samples long runs evenly at 40 entries, including both ends', () => {
  const entries = animationHistoryEntries(0, 3600);
  expect([entries.length, entries[0], entries.at(-1)]).toEqual([40, 0, 3600]);
  const steps = entries.slice(1).map((entry, i) => entry - (entries[i] ?? 0));
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(2);
});

test('a GIF has its size, repeats forever, and shows the last frame longer', () => {
  const picture = (grey: number) => new Uint8ClampedArray(4 * 3 * 2).fill(grey);
  const bytes = encodeGif([picture(10), picture(200)], 3, 2, 160);
  const text = new TextDecoder('latin1').decode(bytes);
  expect(text.slice(0, 6)).toBe('GIF89a');
  expect([bytes[6], bytes[8], bytes.at(-1)]).toEqual([3, 2, 0x3b]);
  expect(text).toContain('NETSCAPE2.0\x03\x01\x00\x00\x00');
  const delays = text
    .split('\x21\xf9\x04')
    .slice(1)
    .map((block) => block.charCodeAt(1) + 256 * block.charCodeAt(2));
  expect(delays).toEqual([16, 96]); // hundredths of a second
});
