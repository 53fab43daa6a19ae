// @module-tag full
/** Several labs in one document, side by side and in sequence. */
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countLabResources,
  disposeLab,
  findCrossLabIdFaults,
  findLab,
  followLabLink,
  getLabHash,
  getLabState,
  getSettledLabState,
  measureResourceUsage,
  openTestLab,
  setLabViewState,
  stepLab,
  type TestLabPage,
  takeWatchedLabEvents,
  watchLabEvents,
} from './labTools.ts';
import { dragByMouse, openTestSite, type TestSite } from './pageTools.ts';
import { limitStudyTasks, releaseStudyTasks } from './shortLivedStates.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const WIDE = { viewport: { width: 1600, height: 800 } };
const LEFT = '#preset=double-y';
const RIGHT = '#preset=arm-6';

/** A document without a lab. */
async function many(how: Parameters<TestSite['visit']>[1] = WIDE) {
  const visit = await site.visit('?test=many', how);
  await visit.page.waitForFunction(() => '__labs' in window);
  return visit;
}

test('actions in one of two labs leave the other one bit-identical', async () => {
  const { page, messages, close } = await many();
  const alone = [];
  for (const fragment of [LEFT, RIGHT]) {
    await openTestLab(page, 'alone', fragment);
    alone.push(await getLabHash(page, 'alone'));
    await disposeLab(page, 'alone');
  }
  await openTestLab(page, 'left', LEFT);
  await openTestLab(page, 'right', RIGHT);
  await stepLab(page, 'left', 20);
  await stepLab(page, 'right', 5);
  const [left, right] = [await getLabState(page, 'left'), await getLabState(page, 'right')];
  expect(left.scenario).not.toEqual(right.scenario);
  expect([left.entries, right.entries]).toEqual([20, 5]);

  await stepLab(page, 'left', 30);
  const handle = findLab(page, 'left').locator('.handles > button').first();
  const box = await handle.boundingBox();
  if (!box) throw new Error('the first target has no handle');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await dragByMouse(page, at, { x: at.x + 30, y: at.y - 20 });
  await stepLab(page, 'left', 10);
  // keyboard input
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('o');
  await page.keyboard.press('Space');
  await stepLab(page, 'left', 10);
  const moved = await getLabState(page, 'left');
  expect(moved.angles).not.toEqual(left.angles);
  expect(moved.scenario).not.toEqual(left.scenario);
  expect(await getLabState(page, 'right')).toEqual(right);

  // its address changes with the scene; the old address restores the scene
  await page.waitForFunction(
    (before) => window.__labs.address('left').fragment !== before,
    left.fragment,
  );
  await followLabLink(page, 'left', LEFT);
  await page.waitForFunction(
    (before) => JSON.stringify(window.__labs.hook('left').scenario) !== before,
    JSON.stringify(moved.scenario),
  );
  expect(await getLabState(page, 'right')).toEqual(right);
  expect([await getLabHash(page, 'left'), await getLabHash(page, 'right')]).toEqual(alone);
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await findCrossLabIdFaults(page)).toEqual([]);
  expect(messages).toEqual([]);
  await close();
}, 300_000);

/** A part of a lab that can be open: the state or address that opens it, and an action in it. */
interface Opened {
  readonly set?: Partial<Record<keyof TestLabPage['viewState'], unknown>>;
  readonly at?: string;
  readonly act?: (host: HTMLElement) => void;
  /** Selectors of what is visible before and after the action. */
  readonly seen: string;
  readonly done?: string;
}

const OPENED: Readonly<Record<string, Opened>> = {
  gallery: { set: { openDialog: 'scenes' }, seen: '.gallery_gallery' },
  picker: { set: { openDialog: 'methods' }, seen: '.find_picker' },
  palette: { set: { openDialog: 'commands' }, seen: '.find_palette' },
  share: { set: { openDialog: 'share' }, seen: '.share' },
  text: { set: { openDialog: 'text' }, seen: '.share_as-text' },
  keys: { set: { openDialog: 'keys' }, seen: '.find_keys-help' },
  drawing: {
    set: { openDialog: 'scenes' },
    seen: '.gallery_gallery .button',
    act: (host) => host.querySelector<HTMLElement>('.gallery_gallery .button')?.click(),
    done: '.gallery_draw',
  },
  inspector: { set: { inspected: 1 }, seen: '.inspector' },
  mechanism: {
    set: { inspected: -1 },
    seen: '.inspector tbody input',
    act(host) {
      const cell = host.querySelector('.inspector tbody input') as HTMLInputElement;
      cell.value = 'wide';
      cell.dispatchEvent(new Event('input', { bubbles: true }));
    },
    done: '.mechanism_dh-fault',
  },
  joints: { set: { inspected: -2 }, seen: '.joints_joints-panel' },
  why: { set: { why: { slot: 1, at: 'pane' } }, seen: '.why .explain_cures[aria-busy=false]' },
  presentation: { set: { presenting: true }, seen: '.presentation' },
  methods: { at: '#/methods/dls', seen: '.method-name' },
  studies: { at: '#/studies', seen: '.study_study' },
};
const HOME = { left: '#preset=arm-6', right: '#preset=planar-3-link' };

type Side = keyof typeof HOME;

/** Opens a part in a lab. */
async function come(page: Page, side: Side, { set = {}, at, seen, act, done }: Opened) {
  if (at) await followLabLink(page, side, at);
  await setLabViewState(page, side, set);
  await findLab(page, side).locator(seen).first().waitFor({ state: 'attached' });
  if (act) await findLab(page, side).evaluate(act as (host: Element) => void);
  if (done) await findLab(page, side).locator(done).first().waitFor();
}

/** Closes a part, a dialog by Escape. */
async function go(page: Page, side: Side, { set = {}, at, seen, done = seen }: Opened) {
  if (at) await followLabLink(page, side, HOME[side]);
  else if ('openDialog' in set) await page.keyboard.press('Escape');
  else await setLabViewState(page, side, { inspected: null, why: null, presenting: false });
  await findLab(page, side).locator(done).first().waitFor({ state: 'detached' });
}

/** Two labs with different scenes, both paused. */
async function two(how?: Parameters<TestSite['visit']>[1]) {
  const visit = await many(how);
  for (const side of ['left', 'right'] as const) {
    await openTestLab(visit.page, side, HOME[side]);
    await stepLab(visit.page, side, 20);
  }
  return visit;
}

test('panels, focus, input and ids of one lab do not affect the other lab', async () => {
  const { page, messages, close } = await two();
  for (const [what, opened] of Object.entries(OPENED)) {
    const beside = await getSettledLabState(page, 'right');
    await findLab(page, 'left').locator('.top button').first().focus();
    await watchLabEvents(page, 'right');
    await come(page, 'left', opened);
    await page.keyboard.type('a');
    await page.keyboard.press('Tab');
    const [before, after] = [
      await getSettledLabState(page, 'left'),
      await getSettledLabState(page, 'right'),
    ];
    expect([what, await takeWatchedLabEvents(page)]).toEqual([what, []]);
    expect([what, after]).toEqual([what, beside]);
    // and in both labs
    await watchLabEvents(page, 'left');
    await come(page, 'right', opened);
    await getSettledLabState(page, 'right');
    expect([what, await takeWatchedLabEvents(page)]).toEqual([what, []]);
    expect([what, await findCrossLabIdFaults(page)]).toEqual([what, []]);
    await go(page, 'right', opened);
    expect([what, await getSettledLabState(page, 'left')]).toEqual([what, before]);
    await go(page, 'left', opened);
  }
  expect(messages).toEqual([]);
  await close();
}, 300_000);

test('keys, dropped files and links act only on the lab that receives them', async () => {
  const { page, messages, close } = await two();
  const before = await getSettledLabState(page, 'left');
  await watchLabEvents(page, 'left');
  await findLab(page, 'right')
    .locator('.skip')
    .evaluate((skip) => (skip as HTMLElement).click());
  const keys = [
    'ArrowUp',
    'o',
    't',
    'g',
    'l',
    '.',
    ',',
    'f',
    '1',
    'Shift+1',
    'Control+z',
    'p',
    'p',
  ];
  for (const key of keys) await page.keyboard.press(key);
  expect(
    await page.evaluate(() => document.activeElement?.closest('[data-lab]')?.outerHTML),
  ).toMatch(/^<div data-lab="right"/);
  const scenario = { name: 'Let go', preset: 'double-y', methods: [{ id: 'dls' }] };
  await page.evaluate((text) => {
    const files = [new File([text], 'scene.json')];
    for (const kind of ['dragover', 'drop']) {
      const event = new DragEvent(kind, { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'dataTransfer', {
        value: { types: ['Files'], items: [], files },
      });
      document.querySelector('[data-lab=right] .panes')?.dispatchEvent(event);
    }
  }, JSON.stringify(scenario));
  await page.waitForFunction(() => window.__labs.hook('right').scenario.name === 'Let go');
  await findLab(page, 'right').locator('.modes a', { hasText: 'Methods' }).click();
  await findLab(page, 'right').locator('.method-name').waitFor();
  await findLab(page, 'right').locator('a[href$="/sdls"]').first().click();
  await findLab(page, 'right').locator('.modes a', { hasText: 'Compare' }).click();
  await findLab(page, 'right').locator('.pane').first().waitFor();
  expect(await getSettledLabState(page, 'left')).toEqual(before);
  expect(await takeWatchedLabEvents(page)).toEqual([]);
  expect(new URL(page.url()).hash).toBe('');
  // pointer moves in one lab neither wake the presentation nor close a card of the other
  await setLabViewState(page, 'left', { presenting: true });
  await page.locator('[data-lab=left][data-resting]').waitFor();
  await page.mouse.move(1200, 300);
  await page.mouse.move(1220, 300);
  expect(await page.locator('[data-lab=left][data-resting]').count()).toBe(1);
  await setLabViewState(page, 'left', { presenting: false, why: { slot: 1, at: 'pane' } });
  await findLab(page, 'left').locator('.why').waitFor();
  await findLab(page, 'right')
    .locator('.top')
    .click({ position: { x: 4, y: 4 } });
  await getSettledLabState(page, 'right');
  expect(await findLab(page, 'left').locator('.why').count()).toBe(1);
  expect(messages).toEqual([]);
  await close();
}, 300_000);

/** A study of each kind: how it is started, and what is visible once it is done. */
interface Begun {
  begin?(lab: Locator): Promise<void>;
  readonly done: string;
  /** The address follows the settings after a delay. */
  readonly written?: true;
}
const STUDIES: Readonly<Record<string, Begun>> = {
  benchmark: {
    async begin(lab) {
      await lab.getByRole('combobox', { name: 'Problems', exact: true }).fill('60');
      await lab.getByRole('button', { name: 'Run', exact: true }).click();
    },
    // with the results for other limits, and times
    done: '.study_bench-result:has(.study_bench-beyond:has-text("Each on")):has(option:enabled:text-is("time"))',
  },
  sweep: {
    async begin(lab) {
      await lab.getByRole('combobox', { name: 'Method' }).selectOption({ index: 1 });
      await lab.getByRole('combobox', { name: 'Problems' }).selectOption('50');
      await lab.getByRole('button', { name: 'Run', exact: true }).click();
    },
    done: '.study_study:not(:has(.study_progress)) .study_sweep-figures figure',
    written: true,
  },
  map: {
    async begin(lab) {
      await lab.getByRole('combobox', { name: 'Up to' }).selectOption('25');
      // a new plane: the first one may already have finer cells
      await lab.getByRole('combobox', { name: 'Plane' }).selectOption('yz');
    },
    done: '.study_map-progress[data-done=true]',
    written: true,
  },
  'tabaczynski-table-4.4': { done: '.study_drawings-cards .study_plot' },
  papers: { done: '.study_papers-sum' },
};

/** Solved share of the map in a lab, by method. */
const shares = (page: Page, name: string): Promise<string[]> =>
  findLab(page, name).locator(`.map figcaption .small`).allTextContents();

/** All figures, exported as SVG. */
async function figures(page: Page, lab: Locator): Promise<string> {
  await lab.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    lab.getByRole('menuitem', { name: 'SVG' }).first().click(),
  ]);
  const bytes = await readFile(await download.path());
  const drawn = String(bytes.subarray(0, 2)) === 'PK' ? Object.values(unzipSync(bytes)) : [bytes];
  return drawn.map((each) => new TextDecoder().decode(each)).join('\n');
}

test('studies of all kinds run in two labs at once; exporting one leaves the other unchanged', async () => {
  const { page, messages, close } = await two({ ...WIDE, colorScheme: 'dark' });
  const [left, right] = [findLab(page, 'left'), findLab(page, 'right')];
  let alone: string[] = [];
  for (const [id, { begin, done, written }] of Object.entries(STUDIES)) {
    for (const side of ['left', 'right']) await followLabLink(page, side, `#/studies/${id}`);
    for (const lab of [left, right]) {
      await lab.locator('.study_study h1').waitFor();
      await begin?.(lab);
    }
    for (const lab of [left, right]) await lab.locator(done).first().waitFor({ timeout: 60_000 });
    for (const side of written ? ['left', 'right'] : [])
      await page.waitForFunction(
        (name) => window.__labs.address(name).fragment.startsWith('#study='),
        side,
      );
    expect([id, await findCrossLabIdFaults(page)]).toEqual([id, []]);
    const [before] = [
      await getSettledLabState(page, 'left'),
      await getSettledLabState(page, 'right'),
    ];
    if (id === 'map') alone = await shares(page, 'right');
    await watchLabEvents(page, 'left');
    // exports use the light theme, which the page itself does not show
    const svg = id === 'papers' ? '' : await figures(page, right);
    expect(svg).not.toContain('rgb(236, 238, 242)');
    if (svg) expect(svg).toContain('rgb(22, 24, 29)');
    expect([id, await takeWatchedLabEvents(page)]).toEqual([id, []]);
    expect([id, await getSettledLabState(page, 'left')]).toEqual([id, before]);
  }
  // a map equals that of a lab alone in its page
  for (const side of ['left', 'right']) await disposeLab(page, side);
  await openTestLab(page, 'one', HOME.right);
  await followLabLink(page, 'one', '#/studies/map');
  await STUDIES.map?.begin?.(findLab(page, 'one'));
  await findLab(page, 'one').locator('.study_map-progress[data-done=true]').waitFor();
  await getSettledLabState(page, 'one');
  expect(await shares(page, 'one')).toEqual(alone);
  expect(messages).toEqual([]);
  await close();
}, 300_000);

test("a study keeps running while another lab's is paused or disposed of; workers are released", async () => {
  const { page, messages, close } = await two();
  const progress = findLab(page, 'right').locator('.study_progress progress').first();
  const on = async (): Promise<void> => {
    const before = await progress.evaluate((bar) => (bar as HTMLProgressElement).value);
    await releaseStudyTasks(page, 65); // more than either lab has queued: two for each of 32 workers
    await page.waitForFunction(
      (value) =>
        (document.querySelector('[data-lab=right] .study_progress progress') as HTMLProgressElement)
          .value > value,
      before,
    );
  };
  await limitStudyTasks(page, 0);
  for (const side of ['left', 'right']) {
    const lab = findLab(page, side);
    await followLabLink(page, side, '#/studies/benchmark');
    await lab.getByRole('combobox', { name: 'Problems', exact: true }).fill('40000');
    await lab.getByRole('checkbox', { name: 'Stop when conclusive' }).uncheck(); // it keeps running
    await lab.getByRole('button', { name: 'Run', exact: true }).click();
    await lab.locator('.study_progress progress').first().waitFor();
  }
  // each lab has its own workers
  const workers = (count: number) => expect.poll(() => page.workers().length).toBe(count);
  await on();
  const both = page.workers().length;
  await findLab(page, 'left').getByRole('button', { name: 'Pause' }).click();
  await findLab(page, 'left')
    .getByText(/paused/)
    .waitFor();
  await on();
  await workers(both / 2);
  await findLab(page, 'left').getByRole('button', { name: 'Go on' }).click();
  await workers(both);
  await disposeLab(page, 'left');
  await on();
  await workers(both / 2);
  await disposeLab(page, 'right');
  await workers(0);
  expect(messages).toEqual([]);
  await close();
}, 300_000);

test('disposing of a lab while an explanation is computed causes no error', async () => {
  const { page, messages, close } = await many();
  await page.evaluate(async () => {
    await window.__labs.open('one', '#preset=arm-6');
    window.__labs.hook('one').step(5);
    const { scope, viewState } = window.__labs.page('one');
    // every computation exceeds a slice and continues after a pause
    const now = performance.now.bind(performance);
    let requestCount = 0;
    performance.now = () => now() + 20 * requestCount++;
    const there = new Promise<void>((come) => {
      const watch = new MutationObserver(() => {
        if (!scope.host.querySelector('.why')) return;
        watch.disconnect();
        window.__labs.dispose('one');
        come();
      });
      watch.observe(scope.host, { subtree: true, childList: true });
    });
    viewState.why.value = { slot: 1, at: 'pane' };
    await there;
    if (requestCount === 0) throw new Error('no clock was asked');
    await new Promise((rested) => setTimeout(rested, 1000)); // 4 times as long as a slice
  });
  expect(messages).toEqual([]);
  await close();
});

/** Opens and disposes of labs that are busy with different things; in the page. */
const rounds = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (count) => {
    const until = async (there: () => unknown): Promise<void> => {
      while (!there()) await new Promise((next) => setTimeout(next, 5));
    };
    type Lab = ReturnType<(typeof window.__labs)['page']>;
    const find = <T extends HTMLElement>({ scope: { host } }: Lab, what: string) =>
      host.querySelector<T>(what);
    const way = (lab: Lab, moves: number): void => {
      lab.input.grab(0);
      for (let i = 1; i <= moves; i++) {
        lab.input.move(0, { position: [0.5 + 0.02 * i, 0.4, 0] });
        window.__labs.hook('one').step(6);
      }
    };
    const record = async (lab: Lab): Promise<void> => {
      await until(() => find(lab, '[aria-label="Path of all targets"]'));
      const path = find<HTMLSelectElement>(lab, '[aria-label="Path of all targets"]');
      Object.assign(path as object, { value: 'record' });
      path?.dispatchEvent(new Event('change', { bubbles: true }));
      await until(() => lab.recording.value);
    };
    const at = (fragment: string, act: (lab: Lab) => Promise<void> | void) => ({ fragment, act });
    const arm = '#preset=planar-3-link';
    const all = [
      at('#preset=double-y', () => window.__labs.hook('one').step(5)),
      at('#/methods/dls', (lab) => until(() => find(lab, '.method-name'))),
      at(arm, async (lab) => {
        lab.viewState.mapInScene.value = true;
        await until(() => find(lab, '.plane-handle'));
      }),
      at(arm, async (lab) => {
        await record(lab);
        way(lab, 8);
        lab.input.release(0, true);
        window.__labs.hook('one').step(5);
        if (lab.recording.value) throw new Error('the path has no end');
      }),
      at(arm, async (lab) => {
        await record(lab);
        way(lab, 3); // still being dragged
      }),
      at('#/studies/benchmark', async (lab) => {
        await until(() => find<HTMLButtonElement>(lab, 'form .primary:enabled'));
        find<HTMLButtonElement>(lab, 'form .primary')?.click();
        await until(
          () => (find<HTMLProgressElement>(lab, '.study_progress progress')?.value ?? 0) > 0,
        );
      }),
      at('#/studies/map', (lab) => until(() => find(lab, '.study_map-grid[data-cells]'))),
      at('#preset=arm-6', async (lab) => {
        lab.viewState.why.value = { slot: 1, at: 'pane' };
        await until(() => find(lab, '.why'));
        lab.viewState.openDialog.value = 'text';
        await until(() => find(lab, 'dialog[open]'));
      }),
      at('#preset=arm-6', async (lab) => {
        lab.viewState.presenting.value = true;
        await until(() => find(lab, '.presentation'));
      }),
    ];
    for (let round = 0; round < count; round++) {
      const { fragment, act } = all[round % all.length] as (typeof all)[number];
      await window.__labs.open('one', fragment);
      await act(window.__labs.page('one'));
      await new Promise(requestAnimationFrame);
      window.__labs.dispose('one');
    }
  }, count);

test('opening and disposing of 54 labs in any activity leaks no resources', async () => {
  const visit = await site.visit('', { ...WIDE, fresh: true });
  const { page, messages, close } = visit;
  await page.addInitScript(countLabResources);
  await page.goto(`${site.url}?test=many`);
  await page.waitForFunction(() => '__labs' in window);
  const session = await page.context().newCDPSession(page);
  // what all labs share is loaded and compiled with the first ones
  await rounds(page, 81);
  const { heap, used, arrays, ...others } = await measureResourceUsage(page, session);
  // the page requested a WebGL context before it knew that there are many labs
  expect(others).toMatchObject({ workers: 0, running: 0, timers: 0, contexts: 1, canvases: 0 });
  await rounds(page, 54);
  const after = await measureResourceUsage(page, session);
  expect(after).toMatchObject(others);
  // a leaked lab takes a megabyte
  expect(after.used - used).toBeLessThan(0.6e6);
  expect(after.arrays - arrays).toBeLessThan(0.1e6);
  // labs of different sizes fragment the heap, which may grow once; a leaked one takes 5 MB
  expect(after.heap - heap).toBeLessThan(20e6);
  expect(messages).toEqual([]);
  await close();
}, 600_000);
