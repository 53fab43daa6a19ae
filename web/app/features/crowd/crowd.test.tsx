import { type CrowdSpec, DEFAULT_CROWD } from '@iklab/core/document';
import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import {
  act,
  choose,
  click,
  enter,
  installWindow,
  renderInto,
  selectedOption,
  settle,
  testPage,
  wordsOf,
} from '../../testing.ts';
import { openCrowdPage } from '../../ui/pageModeNavigation.tsx';
import { CrowdHeader, CrowdPlaybackControls } from './crowdBars.tsx';
import { CrowdPage } from './crowdPage.tsx';
import type { CrowdMeasurements, CrowdRun } from './crowdRun.ts';
import * as CrowdRuns from './crowdRun.ts';
import { CrowdSizeControl } from './crowdSizeControl.tsx';

installWindow();

const NUMBERS: CrowdMeasurements = { frame: 7, error: 0.0123, solve: null, draw: null };

/** Returns the parts of a crowd that its bars use; nothing is solved or drawn. */
async function crowd(spec: Partial<CrowdSpec> = {}) {
  const page = await testPage('ur5e');
  const state = {
    spec: signal<CrowdSpec>({ ...DEFAULT_CROWD, ...spec }),
    numbers: signal(NUMBERS),
    fault: signal(''),
    magnet: signal(false),
    panel: page.scenario.methods[0],
    loop: {
      playing: signal(false),
      speedShare: signal<number | null>(null),
      play: vi.fn(),
      pause: vi.fn(),
    },
    apply: vi.fn((change: Partial<CrowdSpec>) => {
      state.spec.value = { ...state.spec.peek(), ...change };
    }),
    setMagnet: vi.fn((on: boolean) => {
      state.magnet.value = on;
    }),
    ...{ restart: vi.fn(), step: vi.fn(), resetCamera: vi.fn() },
  };
  const run = state as unknown as CrowdRun;
  const open = vi.fn();
  const view = renderInto(
    <>
      <CrowdHeader page={page} run={run} scene={page.session.scene} />
      <CrowdSizeControl run={run} />
      <CrowdPlaybackControls page={page} run={run} linked open={open} />
    </>,
  );
  return { page, view, state, open };
}

test('the head shows the count, the mechanism, the method and the mean error', async () => {
  const { page, view } = await crowd({ count: 1000 });
  expect(wordsOf(view.get('heading'))).toMatch(new RegExp(`^1.?000 × ${page.scenario.name}$`));
  const [first] = page.scenario.methods;
  const list = view.get<HTMLSelectElement>('combobox', 'Method');
  expect([...list.options].find(({ selected }) => selected)?.value).toBe(first?.id);
  expect(view.text).toContain('mean error 12 mm');
});

test('selecting a method applies it to the crowd', async () => {
  const { view, state } = await crowd();
  choose(view.get('combobox', 'Method'), 'SDLS');
  expect(state.apply).toHaveBeenLastCalledWith({ method: 'sdls' });
  expect(selectedOption(view.get('combobox', 'Method'))).toBe('SDLS');
});

test('reports why a crowd could not be created', async () => {
  const { view, state } = await crowd();
  expect(view.has('alert')).toBe(false);
  act(() => {
    state.fault.value = 'there is no memory for so many';
  });
  expect(view.get('alert').textContent).toBe('there is no memory for so many.');
});

test('the slider sets one to ten thousand instances, rounded to two digits', async () => {
  const { view, state } = await crowd();
  const slider = view.get<HTMLInputElement>('slider', 'Number of instances');
  for (const [place, count] of [
    [0, 1],
    [100, 10],
    [230, 200],
    [400, 10_000],
  ]) {
    enter(slider, place as number);
    expect(state.apply).toHaveBeenLastCalledWith({ count });
    expect(slider.getAttribute('aria-valuetext')).toBe(String(count));
  }
});

test('shows the measured cost per frame and per instance, and how many fit', async () => {
  const { view, state } = await crowd({ count: 1000 });
  expect(view.text).toContain('Measured while the run is playing.');
  act(() => {
    state.numbers.value = { ...NUMBERS, solve: 2, draw: 1 };
  });
  expect(view.text).toContain('solve 2.0 ms');
  expect(view.text).toContain('draw 1.0 ms');
  expect(view.text).toMatch(/2\.00 µs per instance; mark: 4 ms, enough for 2.?000 instances/); // 4 ms / 2 µs
  act(() => {
    state.loop.speedShare.value = 0.5;
  });
  expect(view.text).toContain('running at 50 % of real time');
});

test('the Play button plays and pauses', async () => {
  const { view, state } = await crowd();
  view.click('button', 'Play');
  expect(state.loop.play).toHaveBeenCalledTimes(1);
  act(() => {
    state.loop.playing.value = true;
  });
  view.click('button', 'Pause');
  expect(state.loop.pause).toHaveBeenCalledTimes(1);
});

test('selects the target pattern, ground and magnet; the buttons call their actions', async () => {
  const { view, state, open } = await crowd();
  expect(view.text).toContain('update 7');
  click(view.get('radio', 'Scattered'));
  expect(state.apply).toHaveBeenLastCalledWith({ pattern: 'scatter' });
  click(view.get('radio', 'Sphere'));
  expect(state.apply).toHaveBeenLastCalledWith({ ground: 'sphere' });
  const magnet = view.get('button', 'Magnet');
  click(magnet);
  expect([state.magnet.value, magnet.getAttribute('aria-pressed')]).toEqual([true, 'true']);
  for (const [name, act] of [
    ['Restart', state.restart],
    ['Forward one update', state.step],
    ['Reset camera', state.resetCamera],
    ['Open one in Compare', open],
  ] as const) {
    view.click('button', name);
    expect(act).toHaveBeenCalledTimes(1);
  }
});

test('reports the invalid parameter of a link', async () => {
  const page = await testPage('ur5e');
  const { formatCrowdAddress } = await import('@iklab/core/document');
  const id = formatCrowdAddress(DEFAULT_CROWD, '#preset=ur5e').replace(/crowd=\d+/, 'crowd=lots');
  const view = renderInto(<CrowdPage page={page} id={id} />);
  expect(view.get('region', 'Crowd')).toBeDefined();
  expect(view.all('alert')[0]?.textContent).toMatch(/crowd.*lots/);
  view.rerender(null);
  await settle();
});

test('reports that the module for crowds could not be loaded', async () => {
  const page = await testPage('ur5e');
  page.doc.withFullModule = async () => null;
  const opened = vi.spyOn(CrowdRuns, 'CrowdRun');
  const view = renderInto(<CrowdPage page={page} id="#crowd=3" />);
  await vi.waitFor(() => expect(view.all('alert')[0]?.textContent).toMatch(/could not be loaded/));
  expect(opened).not.toHaveBeenCalled();
  opened.mockRestore();
  view.rerender(null);
  await settle();
});

test('opens the crowd of a scene that the address does not name', async () => {
  const page = await testPage('y');
  const follow = vi.spyOn(page.scope.services.address, 'follow');
  vi.spyOn(page.doc.address, 'makeLink').mockResolvedValue('#preset=y');
  await openCrowdPage(page);
  expect(follow).toHaveBeenCalledWith('#crowd=1000&preset=y');
});

test('names no scene in the address when the scene is too large for a link', async () => {
  const page = await testPage('y');
  const follow = vi.spyOn(page.scope.services.address, 'follow');
  Object.assign(page.doc.address, { fragment: '#preset=ur5e' });
  vi.spyOn(page.doc.address, 'makeLink').mockResolvedValue(null);
  await openCrowdPage(page);
  expect(follow).toHaveBeenCalledWith('#crowd=1000');
});

test.each([
  ['the scene of the page when it is too large for a link', null, 'Double Y'],
  ['a UR5e otherwise', '#preset=double-y', 'UR5e'],
])('an address without a scene opens %s', async (_, link, name) => {
  const page = await testPage('double-y');
  vi.spyOn(page.doc.address, 'makeLink').mockResolvedValue(link);
  const opened = vi.spyOn(CrowdRuns, 'CrowdRun');
  const view = renderInto(<CrowdPage page={page} id="#crowd=3" />);
  await vi.waitFor(() => expect(opened).toHaveBeenCalled());
  expect(opened.mock.calls[0]?.[2].scenario.name).toBe(name);
  opened.mockRestore();
  view.rerender(null);
  await settle();
});
