import { expect, test } from 'vitest';
import { act, click, enter, installWindow, renderInto, TWO_HINGES, testPage } from '../testing.ts';
import { PlaybackControls } from './playbackControls.tsx';

installWindow();

async function transport(of: object | string = 'y') {
  const page = await testPage(of);
  const view = renderInto(<PlaybackControls page={page} session={page.session} />);
  const history = () => view.get<HTMLInputElement>('slider', 'History');
  return { page, view, history };
}

test('disables History until there is an update', async () => {
  const { page, history } = await transport();
  expect(history().disabled).toBe(true);
  page.advance(1);
  expect(history().disabled).toBe(false);
  expect(history().max).toBe('1');
});

test('History shows the current entry, and selects another', async () => {
  const { page, history } = await transport();
  page.advance(12);
  expect([history().min, history().max, history().value]).toEqual(['0', '12', '12']);
  expect(history().getAttribute('aria-valuetext')).toBe('12 of 12');
  enter(history(), 5);
  expect(page.goToEntry).toHaveBeenLastCalledWith(5);
  expect(history().getAttribute('aria-valuetext')).toBe('5 of 12');
  act(() => page.goToEntry(12));
  expect(history().getAttribute('aria-valuetext')).toBe('12 of 12');
});

test('shows no update while the views show the pose in the Joints panel', async () => {
  const { page, view } = await transport('four-ways');
  page.advance(3);
  const shown = () => view.element.querySelector('.clock')?.textContent?.trim();
  expect(shown()).toBe('update 3');
  act(() => {
    page.viewState.jog.value = { values: page.session.scene.start, joint: 0 };
  });
  expect(shown()).toBe('');
});

test('hides History during a recording', async () => {
  const { page, view } = await transport();
  act(() => {
    page.recording.value = {} as NonNullable<typeof page.recording.value>;
  });
  expect(view.has('slider', 'History')).toBe(false);
});

test('the Play button is named Play, Pause, and Run again after the end', async () => {
  const { page, view } = await transport('tabaczynski-2-link');
  const name = () => view.element.querySelector('.play')?.getAttribute('aria-label');
  expect(name()).toBe('Play');
  click(view.get('button', 'Play'));
  expect(page.togglePlaying).toHaveBeenCalledTimes(1);
  expect(name()).toBe('Pause');
  act(() => page.togglePlaying());
  for (let i = 0; i < 4000 && !page.session.finished; i++) page.session.advance();
  page.advance(0);
  expect(page.session.finished).toBe(true);
  expect(name()).toBe('Run again');
});

test.each([
  ['Back one update', -1],
  ['Forward one update', 1],
])('%s moves by %i updates', async (name, count) => {
  const { page, view } = await transport();
  view.click('button', name);
  expect(page.step).toHaveBeenLastCalledWith(count);
});

test('counts frames in tracking runs, and updates in converging runs', async () => {
  const { page, view } = await transport();
  page.advance(7);
  expect(view.element.querySelector('.count')?.textContent).toBe('frame 7');
  const other = await transport('tabaczynski-2-link');
  other.page.advance(3);
  expect(other.view.element.querySelector('.count')?.textContent).toBe('update 3');
});

test.each([
  [0.42, '42 %'],
  [0.034, '3 %'],
])('shows the speed when the solver reaches only %d of real time', async (share, words) => {
  const { page, view } = await transport();
  expect(view.has('status')).toBe(false);
  act(() => {
    page.speedShare.value = share;
  });
  expect(view.get('status').textContent).toBe(`running at ${words} of real time`);
});

const SMALL = {
  ...TWO_HINGES,
  start: [0.3, 0.5],
  targets: [{ effector: 'tip', position: [0.8, 0.8, 0] }],
  methods: [{ id: 'dls', params: { lambda: 0.1 } }],
  run: { mode: 'track' },
};

test('marks the entry at which a method reached its target', async () => {
  const { page, view } = await transport(SMALL);
  const ticks = () => [...view.element.querySelectorAll<HTMLElement>('.event')];
  expect(ticks()).toEqual([]);
  page.advance(100);
  const entry = page.history?.reachedEntry(0) as number;
  expect(entry).toBeGreaterThan(0);
  expect(ticks().map(({ style }) => style.left)).toEqual([`${entry}%`]);
});
