/**
 * Pictures of the built page, to look at: every state at every size in both themes.
 * `node web/setup/screenshots.mjs OUTDIR [STATE…]`; a STATE that begins with # is a link's
 * fragment, whose scene is shown as the page opens it.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asProgram, root, SetupError } from './tools.mjs';

const FRAME = 420;
const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
];

const press = (name) => (page) => page.getByRole('button', { name, exact: true }).click();
const key = (name) => async (page) => {
  await page.locator('.panes').focus();
  await page.keyboard.press(name);
};
const step = (frames) => (page) => page.evaluate((count) => globalThis.__iklab.step(count), frames);
const item = (name) => async (page) => {
  await press('More')(page);
  await page.getByRole('menuitem', { name }).click();
};
const sheet = (name) => (page) =>
  page.getByRole('navigation', { name: 'Sheet' }).getByRole('button', { name }).click();
const phone = ([width]) => width < 600;

/**
 * What is done to a page that has just been opened, in order. `link`: the fragment it is opened
 * with; `size`: only where this holds. A new state is one line more.
 */
const states = {
  fresh: { acts: [] },
  playing: { acts: [step(FRAME)] },
  reached: { link: '#preset=tabaczynski-5-link', acts: [step(4000)] },
  stalled: { link: '#preset=arm-6&methods=transpose,sdls,dls,truncated', acts: [step(4000)] },
  inspector: { acts: [step(FRAME), key('3')] },
  overlay: { acts: [step(FRAME), press('Overlay')] },
  one: { acts: [step(FRAME), press('One')] },
  strobe: { acts: [step(60), press('Strobe')] },
  past: {
    acts: [step(FRAME), (page) => page.getByLabel('History', { exact: true }).fill('200'), step(0)],
  },
  grabbed: { acts: [step(60), (page) => page.locator('.handles > button').first().focus()] },
  numbers: {
    acts: [
      step(60),
      (page) => page.locator('.handles > button').first().focus(),
      (page) => page.keyboard.press('Enter'),
    ],
  },
  share: {
    acts: [
      press('Share'),
      (page) => page.waitForFunction(hashed), // computed while one waits
    ],
  },
  file: { acts: [press('Share'), (page) => page.getByRole('tab', { name: 'File' }).click()] },
  cite: { acts: [press('Share'), (page) => page.getByRole('tab', { name: 'Cite' }).click()] },
  text: { acts: [item('Edit as text'), mistyped] },
  notice: { link: '#s=1.nothing', acts: [] },
  keys: { acts: [item('Keys')] },
  menu: { acts: [(page) => page.locator('button.scene-name').click()] },
  more: { acts: [press('More')] },
  'sheet-charts': { size: phone, acts: [step(FRAME), sheet('Charts')] },
  'sheet-more': { size: phone, acts: [step(FRAME), sheet('More')] },
  'sheet-views': { size: phone, acts: [step(FRAME), sheet('Views')] },
};

const hashed = () =>
  /^[0-9a-f]{16}$/.test(document.querySelector('.replay code')?.textContent ?? '');

async function mistyped(page) {
  const area = page.getByLabel('The scenario as JSON');
  const text = await area.inputValue();
  await area.fill(text.replace('"iklab": 1,', '"iklab": 1,\n  "limitPolicy": "bend",'));
}

/** The picture of one state; `look`: size and theme. */
async function take(site, { link = '', acts }, path, look) {
  const { page, close } = await site.visit(`?test=1${link}`, look);
  try {
    await page.waitForFunction(() => globalThis.__iklab);
    await page.waitForSelector('.chart-strip canvas', { state: 'attached' });
    for (const act of acts) await act(page);
    await page.evaluate(() => globalThis.__iklab.step(0));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  } finally {
    await close();
  }
}

/** All chosen states; tells of each picture as it is taken. */
export async function takePictures(folder, chosen, tell = () => {}) {
  const unknown = Object.keys(chosen).filter((name) => !chosen[name]);
  if (unknown.length > 0) {
    const known = Object.keys(states).join(', ');
    throw new SetupError(`No state '${unknown[0]}'; there are ${known}`);
  }
  mkdirSync(folder, { recursive: true });
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, 'web/e2e/harness.ts'));
  const site = await module.openSite();
  try {
    for (const [name, state] of Object.entries(chosen))
      for (const size of sizes.filter(state.size ?? (() => true)))
        for (const colorScheme of ['light', 'dark']) {
          const [width, height] = size;
          const path = join(folder, `${name}-${width}x${height}-${colorScheme}.png`);
          await take(site, state, path, { viewport: { width, height }, colorScheme });
          tell(path);
        }
  } finally {
    await site.close();
  }
}

const stateOf = (name) =>
  name.startsWith('#') ? { link: name, acts: [step(FRAME)] } : states[name];
const nameOf = (name) => name.replace(/\W+/g, '-').replace(/^-/, '');

asProgram(import.meta.url, async () => {
  const [folder, ...names] = process.argv.slice(2);
  if (!folder) throw new SetupError('usage: node web/setup/screenshots.mjs OUTDIR [STATE…]');
  const wanted = names.length > 0 ? names : Object.keys(states);
  const chosen = Object.fromEntries(wanted.map((name) => [nameOf(name), stateOf(name)]));
  await takePictures(resolve(folder), chosen, (path) => console.log(path));
});
