import { expect, test } from 'vitest';
import { computePopoverPosition, type PopoverBox } from './popoverPosition.ts';

const window = { width: 1440, height: 900 };
const size = { width: 432, height: 560 };
const pane = (left: number, top: number): PopoverBox => ({ left, top, width: 570, height: 258 });
const wordOf = ({ left, top, width }: PopoverBox): PopoverBox => ({
  left: left + width - 120,
  top: top + 34,
  width: 106,
  height: 24,
});
const over = (at: { left: number; top: number }, box: PopoverBox): boolean =>
  at.left < box.left + box.width &&
  box.left < at.left + size.width &&
  at.top < box.top + box.height &&
  box.top < at.top + size.height;

test.each([
  ['first', pane(300, 48), 'left'],
  ['last', pane(870, 306), 'right'],
] as const)(
  'opened from the word of the %s pane: does not cover it, and points at the word',
  (_, box, side) => {
    const word = wordOf(box);
    const at = computePopoverPosition(word, word, box, size, window);
    expect(over(at, box)).toBe(false);
    expect(at.side).toBe(side);
    expect(at.top + at.beak).toBe(word.top + word.height / 2);
  },
);

test('opened from a card: beside the card, unless that would cover the pane', () => {
  const card: PopoverBox = { left: 180, top: 250, width: 100, height: 24 };
  const last = pane(870, 306);
  const beside = computePopoverPosition(card, wordOf(last), last, size, window);
  expect(beside.left).toBe(290);
  expect(beside.top + beside.beak).toBe(262);
  const first = pane(300, 48);
  const away = computePopoverPosition(card, wordOf(first), first, size, window);
  expect(over(away, first)).toBe(false);
  expect(away.top + away.beak).toBe(wordOf(first).top + 12);
});

test('panes as wide as the window: not over the pane, and on neither side', () => {
  const narrow = { width: 800, height: 900 };
  const wide: PopoverBox = { left: 0, top: 0, width: 800, height: 280 };
  const at = computePopoverPosition(wordOf(wide), wordOf(wide), wide, size, narrow);
  expect(over(at, wide)).toBe(false);
  expect(at.side).toBe(null);
});

test('one pane beside the method column: below the word, the column stays visible', () => {
  const all: PopoverBox = { left: 300, top: 48, width: 1140, height: 852 };
  const word = wordOf(all);
  const at = computePopoverPosition(word, word, all, size, window);
  expect(at.left + size.width).toBe(word.left + word.width);
  expect(at.left).toBeGreaterThan(all.left + all.width / 2);
  expect(at.top).toBe(word.top + word.height + 10);
  expect(at.side).toBe(null);
});

test('a pane as large as the window: the popover stays inside the window', () => {
  const narrow = { width: 700, height: 600 };
  const all: PopoverBox = { left: 0, top: 48, width: 700, height: 552 };
  const at = computePopoverPosition(wordOf(all), wordOf(all), all, size, narrow);
  expect(at.left).toBeGreaterThanOrEqual(0);
  expect(at.top).toBeGreaterThanOrEqual(0);
  expect(at.left + size.width).toBeLessThanOrEqual(narrow.width);
  expect(at.top + size.height).toBeLessThanOrEqual(narrow.height);
});
