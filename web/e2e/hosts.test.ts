// @module-tag full
/** `<ik-lab>` in pages made with a framework, slides or a notebook, used as a reader would. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestLabElement } from './elementTools.ts';
import { type EmbedderPages, findEmbedFrame, openEmbedderPages } from './hostPage.ts';
import { dragByMouse, openTestSite, type TestSite } from './pageTools.ts';

let site: TestSite;
let hosts: EmbedderPages;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
  hosts = await openEmbedderPages(site.url);
});
afterAll(async () => {
  await hosts?.close();
  await site?.close();
});

/** Pages in hosts/, as their authors build them. */
async function built(name: string): Promise<string> {
  const { build } = await import('vite');
  const made = await build({
    configFile: false,
    root: fileURLToPath(new URL('hosts', import.meta.url)),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: fileURLToPath(new URL(`hosts/${name}`, import.meta.url)) },
    },
  });
  const { output } = made as { output: { fileName: string; code?: string; source?: unknown }[] };
  return output
    .map(({ fileName, code, source }) => {
      const style = fileName.endsWith('.css');
      const path = hosts.file(code ?? String(source), style ? 'css' : 'js');
      return style
        ? `<link rel="stylesheet" href="${path}">`
        : `<script type="module" src="${path}"></script>`;
    })
    .join('');
}

const SRC = '?test=1#preset=ur5e&methods=dls,sdls';

/** The page of a host, before anything is done in it. */
async function inHost(name: string, act: (page: Page) => Promise<void>): Promise<void> {
  const scripts = await built(name);
  const context = await site.browser.newContext({ viewport: { width: 900, height: 800 } });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', ({ message }) => wrong.push(message));
  page.on('console', (shownText) => shownText.type() === 'error' && wrong.push(shownText.text()));
  try {
    const src = `<script>window.src = ${JSON.stringify(site.url + SRC)}</script>`;
    await page.goto(hosts.page('<div id="place"></div>', src + scripts));
    await act(page).catch((error) => {
      throw new Error(`${error.message}; the page has shownText ${JSON.stringify(wrong)}`, {
        cause: error,
      });
    });
    expect(wrong).toEqual([]);
  } finally {
    await context.close();
  }
}

const element = (page: Page) => page.locator('ik-lab');
const standing = (page: Page): Promise<void> =>
  expect.poll(() => element(page).evaluate((run) => (run as TestLabElement).state)).toBe('paused');

/** Drags the first target and returns its new position in the document. */
async function dragTarget(page: Page): Promise<readonly number[]> {
  const changed = element(page).evaluate(
    (run) =>
      new Promise<readonly number[]>((heard) => {
        run.addEventListener('iklab-change', (event) => {
          const { scenario } = (event as CustomEvent).detail;
          heard(scenario.targets[0].position);
        });
      }),
  );
  const frame = await findEmbedFrame(page);
  await frame.waitForFunction(() => window.__iklab); // The picture is fitted around the captions.
  const handle = frame.locator('.handles > button').first();
  const box = await handle.boundingBox();
  if (!box) throw new Error('the first target has no handle');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await dragByMouse(page, from, { x: from.x + 24, y: from.y - 16 });
  return changed;
}

const position = (page: Page) =>
  element(page).evaluate(
    async (run) => (await (run as TestLabElement).scenario).targets[0]?.position,
  );

/** Drags, seeks, reads results and takes a snapshot, as reader and page would. */
async function use(page: Page): Promise<void> {
  await standing(page);
  const before = await position(page);
  const moved = await dragTarget(page);
  expect(moved).not.toEqual(before);
  expect(await position(page)).toEqual(moved);
  const seen = await element(page).evaluate(async (run) => {
    const update = await (run as TestLabElement).seek(5);
    const [first] = await (run as TestLabElement).results();
    const picture = await (run as TestLabElement).snapshot({ width: 160 });
    const { width } = await createImageBitmap(picture);
    return { update, error: first?.error, width, type: picture.type };
  });
  expect(seen).toMatchObject({ update: 5, width: 160, type: 'image/png' });
  // the host page shows the error from the event
  await page.getByText(`${seen.error} m`, { exact: true }).waitFor({ state: 'attached' });
}

/** Checks dark mode, a narrow screen and print. */
async function look(page: Page): Promise<void> {
  await element(page).evaluate((run) => {
    (run.parentElement as HTMLElement).style.colorScheme = 'dark';
  });
  const dark = await findEmbedFrame(page);
  await dark.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(async () => (await element(page).boundingBox())?.width).toBeLessThan(390);
  // the host may have moved the element, which loads it again
  await element(page).scrollIntoViewIfNeeded();
  await standing(page);
  const shown = await (await findEmbedFrame(page)).frameElement();
  expect(await shown.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await shown.isVisible()).toBe(false);
  expect(await element(page).isVisible()).toBe(true);
  await page.emulateMedia({ media: null });
}

test.each([
  ['React', 'reactHost.jsx'],
  ['Vue', 'vueHost.js'],
  ['Observable', 'observableHost.js'],
])('a run in %s can be dragged, sought, captured, removed and shown again', (_, name) =>
  inHost(name, async (page) => {
    await use(page);
    await look(page);
    const show = page.getByRole('button', { name: 'Show' });
    await show.click();
    await expect.poll(() => element(page).count()).toBe(0);
    await expect.poll(() => page.frames().length).toBe(1);
    await show.click();
    await standing(page);
  }),
);

test('on a slide the run loads when shown, and keys belong to the deck until a click', () =>
  inHost('revealHost.js', async (page) => {
    await page.getByRole('heading', { name: 'Two methods' }).waitFor();
    expect(page.frames()).toHaveLength(1);
    await page.keyboard.press('ArrowRight');
    await use(page);
    // after the drag, the run has the keys until Escape
    await page.keyboard.press('Escape');
    await page.locator('.reveal').click({ position: { x: 4, y: 4 } });
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.frames().length).toBe(1); // removed with its slide
    await page.keyboard.press('ArrowRight');
    await standing(page);
    await look(page);
  }));
