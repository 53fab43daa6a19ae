// @module-tag full
/** The front end of `iklab.show` in a page that acts as a notebook: state syncs both ways. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findEmbedFrame } from './hostPage.ts';
import { openTestSite, type TestSite } from './pageTools.ts';

const script = readFileSync(
  new URL('../../wasm/python/iklab/_notebook.js', import.meta.url),
  'utf8',
);

interface Result {
  readonly method: string;
  readonly theta: number[];
}
interface Values {
  scenario: { start?: number[]; methods: { params?: object }[]; name?: string };
  q: number[];
  results: Result[];
}

/** The widget model of a notebook; `put` acts as an assignment in Python. */
interface Model {
  get(name: string): unknown;
  put(values: Partial<Values>): void;
  readonly saved: number;
  readonly values: Values;
  readonly listeners: number;
}

declare global {
  interface Window {
    model: Model;
    end: () => void;
    opened: number;
  }
}

/** An empty page of another origin than the site. */
const notebook = createServer((_, answer) =>
  answer
    .writeHead(200, { 'Content-Type': 'text/html' })
    .end('<!doctype html><link rel="icon" href="data:,"><body>'),
);
let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
  await new Promise<void>((done) => notebook.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  notebook.close();
  await site?.close();
});

const SCENARIO = {
  ...{ iklab: 1, name: 'Reach', tree: { planar: { links: [1, 0.5, 0.25] } } },
  start: [0.3, 0.4, 0.5],
  targets: [{ effector: 'tip', position: [0.9, 0.6, 0] }],
  methods: [{ id: 'dls', params: { lambda: 0.3 } }],
  run: { mode: 'converge' },
};

/** `host`: by default the site with a manual clock. */
async function inNotebook(act: (page: Page) => Promise<void>, host = `${site.url}?test=1`) {
  const context = await site.browser.newContext({ viewport: { width: 800, height: 700 } });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', ({ message }) => wrong.push(message));
  try {
    await page.goto(`http://localhost:${(notebook.address() as AddressInfo).port}/`);
    await page.evaluate(play, { script, host, scenario: SCENARIO, ui: 'panes,transport,params' });
    await act(page);
    expect(wrong).toEqual([]);
  } finally {
    await context.close();
  }
}

interface Given {
  readonly script: string;
  readonly host: string;
  readonly scenario: typeof SCENARIO;
  readonly ui: string;
}

/** Loads the widget as anywidget does: the module from a blob, a model of plain values, change events. */
async function play({ script, host, scenario, ui }: Given): Promise<void> {
  const all: Record<string, unknown> = {
    ...{ host, ui, label: 'Reach', scenario, q: scenario.start, results: [] },
  };
  const hearing = new Map<string, Set<() => void>>();
  const hearersOf = (name: string) => {
    const known = hearing.get(name) ?? new Set();
    hearing.set(name, known);
    return known;
  };
  const put = (values: object) => {
    for (const [name, value] of Object.entries(values)) {
      if (JSON.stringify(all[name]) === JSON.stringify(value)) continue;
      all[name] = structuredClone(value);
      for (const hear of hearersOf(`change:${name}`)) hear();
    }
  };
  const model = {
    saved: 0,
    get: (name: string) => structuredClone(all[name]),
    set: (name: string, value: unknown) => put({ [name]: value }),
    save_changes: () => model.saved++,
    on: (name: string, hear: () => void) => hearersOf(name).add(hear),
    off: (name: string, hear: () => void) => hearersOf(name).delete(hear),
    put,
    get values() {
      return all;
    },
    get listeners() {
      return [...hearing.values()].reduce((sum, { size }) => sum + size, 0);
    },
  };
  window.model = model as unknown as Model;
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const load = new Function('address', 'return import(address)'); // so that the bundler does not resolve it
  const { default: widget } = await load(address);
  const el = document.createElement('div');
  document.body.append(el);
  window.end = await widget.render({ model, el });
}

const methods = (page: Page) =>
  page.evaluate(async () => {
    const results = (await document.querySelector('ik-lab')?.results()) ?? [];
    return results.map(({ method }) => method);
  });
/** Waits for the first scene: from then on it can be controlled. */
const stands = (page: Page) => expect.poll(() => methods(page)).toEqual(['DLS']);
const values = (page: Page): Promise<Values> => page.evaluate(() => window.model.values);
const put = (page: Page, given: Partial<Values> | Record<string, unknown>) =>
  page.evaluate((all) => window.model.put(all as Partial<Values>), given);

test('the model receives joint values and results of the run', () =>
  inNotebook(async (page) => {
    await stands(page);
    const results = await page.evaluate(async () => {
      const run = document.querySelector('ik-lab');
      await run?.seek(60);
      return run?.results();
    });
    await page.waitForFunction(
      (theta) => JSON.stringify(window.model.values.q) === JSON.stringify(theta),
      results?.[0]?.theta,
    );
    const report = await values(page);
    expect(report.results).toEqual(results);
    const tip = report.q.reduce(
      ([x, y, turn], q, i) => {
        const [along, length] = [turn + q, [1, 0.5, 0.25][i] as number];
        return [x + length * Math.cos(along), y + length * Math.sin(along), along] as const;
      },
      [0, 0, 0] as readonly [number, number, number],
    );
    expect(tip.slice(0, 2)).toEqual([expect.closeTo(0.9, 2), expect.closeTo(0.6, 2)]);
    expect(await page.evaluate(() => window.model.saved)).toBeGreaterThan(0);
  }));

test('joint values set by Python are shown at update 0; another scenario replaces the run', () =>
  inNotebook(async (page) => {
    await stands(page);
    const q = [0.7, -0.2, 1.1];
    await put(page, { q });
    await page.waitForFunction(
      (start) => JSON.stringify(window.model.values.scenario.start) === JSON.stringify(start),
      q,
    );
    const shown = await page.evaluate(async () => {
      const run = document.querySelector('ik-lab');
      return { update: run?.update, results: await run?.results() };
    });
    expect(shown.update).toBe(0);
    expect(shown.results?.[0]?.theta).toEqual(q);
    expect((await values(page)).q).toEqual(q);

    const two = { ...SCENARIO, name: 'Two', methods: [{ id: 'sdls' }, { id: 'ccd' }] };
    await put(page, { scenario: two });
    await expect.poll(() => methods(page)).toEqual(['SDLS', 'CCD']);
    await page.evaluate(() => document.querySelector('ik-lab')?.step(3));
    await page.waitForFunction(() => window.model.values.results.length === 2);
    expect((await values(page)).results.map(({ method }) => method)).toEqual(['SDLS', 'CCD']);
  }));

test('a slider change updates the model without reopening the scenario', () =>
  inNotebook(async (page) => {
    await stands(page);
    const frame = await findEmbedFrame(page);
    await page.evaluate(() => {
      const run = document.querySelector('ik-lab');
      const open = run?.open.bind(run);
      window.opened = 0;
      Object.assign(run ?? {}, {
        open(document: unknown) {
          window.opened++;
          return open?.(document);
        },
      });
    });
    const slider = frame.getByRole('slider', { name: /λ|Damping/ });
    const lambda = () =>
      page.evaluate(() => {
        const [first] = window.model.values.scenario.methods as { params?: { lambda?: number } }[];
        return first?.params?.lambda ?? 0;
      });
    await slider.press('ArrowRight');
    await expect.poll(lambda).toBeGreaterThan(0.3);
    expect(await page.evaluate(() => window.opened)).toBe(0);
  }));

test('errors are shown until the input is valid; ending the widget removes all listeners', () =>
  inNotebook(async (page) => {
    await stands(page);
    await put(page, { scenario: { ...SCENARIO, methods: [{ id: 'nonsense' }] } });
    const shownText = page.getByRole('status');
    await shownText.filter({ hasText: 'nonsense' }).waitFor();
    await put(page, { q: [0.1, 0.2] });
    await shownText.filter({ hasText: 'start' }).waitFor();
    await put(page, { scenario: { ...SCENARIO, name: 'Right' } });
    await shownText.waitFor({ state: 'hidden' });
    await page.evaluate(() => window.end());
    expect(await page.locator('ik-lab').count()).toBe(0);
    expect(await page.evaluate(() => window.model.listeners)).toBe(0);
  }));

test('an unavailable host is reported', () =>
  inNotebook(async (page) => {
    await page
      .getByRole('status')
      .filter({ hasText: `No page of IK Lab at ${site.url}none/` })
      .waitFor();
    expect(await page.locator('ik-lab').count()).toBe(0);
  }, `${site.url}none/`));

test.each(['javascript://x/', 'data:text/javascript,window.ran=1//', 'blob:http://x/1'])(
  'a host with a script or other non-web address is rejected: %s',
  (host) =>
    inNotebook(async (page) => {
      const text = `host: must be an http or https address; got "${host}"`;
      await page.getByRole('status').filter({ hasText: text }).waitFor();
      expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    }, host),
);
