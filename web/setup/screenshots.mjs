/**
 * Takes screenshots of the built page: every state at every size in both themes.
 * `node web/setup/screenshots.mjs OUTDIR [STATE...]`. A STATE that begins with # is the fragment of
 * a link. `STATE@390` or `STATE@1440x900-dark` selects the pictures whose names contain the text
 * after the @.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from './needs.mjs';
import { asProgram, root, SetupError } from './tools.mjs';

const FRAME = 420;
const EIGHT =
  '#preset=y&methods=transpose,truncated,dls-clamped,sdls,dls-star,idls,weighted-least-norm,fabrik';
const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [844, 390],
  [720, 450],
  [1920, 1080],
  [2560, 1440],
];

const press = (name) => (page) => page.getByRole('button', { name, exact: true }).click();
const key = (name) => async (page) => {
  await page.locator('.panes').focus();
  await page.keyboard.press(name);
};
const step = (frames) => (page) => page.evaluate((count) => globalThis.__iklab.step(count), frames);
const more = (page) => page.locator('.tools').getByRole('button', { name: 'More' }).click();
const item = (name) => async (page) => {
  await more(page);
  await page.getByRole('menuitem', { name }).click();
};
const sheet = (name) => (page) =>
  page.getByRole('navigation', { name: 'Sheet' }).getByRole('button', { name }).click();
const phone = ([width, height]) => width <= 640 || height <= 480;
const wide = (size) => !phone(size);
const focusTarget = (page) => page.locator('.handles > button').first().focus();
const shareTab = (name) => async (page) => {
  await press('Share')(page);
  await page.getByRole('tab', { name }).click();
};
const scene = async (page) => {
  if (phone(sizeOf(page))) await sheet('More')(page);
  else await page.locator('.scene_fold').click();
};
const term = (page) => page.getByRole('button', { name: 'Joint limits' }).click();
const targets = async (page) => {
  await scene(page);
  await page.locator('details.scene_targets > summary').click();
  await page.locator('.target-name').first().click();
  await page.locator('.target-form').scrollIntoViewIfNeeded();
};
const lit = (page) => page.locator('.equation [data-symbol=γ_max]').first().hover();
const shownFail = async (page) => {
  await page.locator('.methods_failures').last().locator('a[href]').first().click();
  await page.locator('.compare').waitFor();
};
const sizeOf = (page) => {
  const { width, height } = page.viewportSize();
  return [width, height];
};
const direction = async (page) => {
  if (phone(sizeOf(page))) await sheet('Charts')(page);
  const filter = page
    .getByRole('navigation', { name: 'Chart' })
    .getByRole('button', { name: 'Filter' });
  if (await filter.isVisible()) await filter.click(); // Where one chart is shown at a time.
  const menu = page.getByRole('combobox', { name: 'Singular direction' });
  await menu.selectOption({ index: 2 });
};
const drawnScenes = (page) =>
  page.waitForFunction(() => {
    const count = (what) => document.querySelectorAll(what).length;
    return count('.tile') > 0 && count('.tile') === count('.sketch.ground');
  });
const gallery = async (page) => {
  await page.locator('button.scene-name').click();
  await drawnScenes(page);
};
const pick = async (page) => {
  if (await isPhone(page)) await sheet('Methods')(page);
  await page.locator('.add').click();
  await page.locator('.find_pick').nth(3).focus();
};
const mechanism = async (page) => {
  await scene(page);
  await page.getByRole('combobox', { name: 'Mechanism' }).selectOption('torso');
};
const joints = async (page) => {
  if (phone(sizeOf(page))) await sheet('More')(page);
  await page.getByTitle('Move the joints').filter({ visible: true }).first().click();
  await page.locator('.joints_joint-rows').waitFor();
};
const isPhone = (page) => page.locator('.tabbar').isVisible();
const ask = (page) => page.locator('.pane .state:has(b)').first().click();
const table = async (page) => {
  if (phone(sizeOf(page))) await sheet('Charts')(page);
  await press('Table')(page);
};

const ran = (result) => async (page) => {
  await press('Run')(page);
  await page.waitForSelector(result, { timeout: 120_000 });
};
const mapped = async (page) => {
  await page.getByRole('combobox', { name: 'Up to' }).selectOption('25');
  await page.waitForSelector('.study_map-progress[data-done=true]', {
    state: 'attached',
    timeout: 120_000,
  });
};
const inScene = async (page) => {
  await press('Show in the scene')(page);
  await page.waitForSelector('.plane-handle', { state: 'attached' });
  await page.waitForSelector('.study_map-bar .study_map-progress[data-done=true]', {
    state: 'attached',
  });
};
const drawn = async (page) => {
  await page.locator('.study_draw-case').first().click();
  await page.waitForSelector('.study_drawings-choice');
};

/**
 * Actions on a newly opened page, in order. `link`: fragment of the page; `size`: condition for the
 * size; `waits`: selector to wait for first.
 */
const states = {
  fresh: { acts: [] },
  playing: { acts: [step(FRAME)] },
  reached: { link: '#preset=tabaczynski-5-link', acts: [step(4000)] },
  stalled: { link: '#preset=arm-6&methods=transpose,sdls,dls,truncated', acts: [step(4000)] },
  limits: { link: '#preset=human-arm-limits', acts: [step(FRAME)] },
  eight: { link: EIGHT, acts: [step(FRAME)] },
  inspector: { acts: [step(FRAME), key('3')] },
  'inspector-many': { link: '#preset=human-arm&methods=idls,qp,dls', acts: [step(60), key('1')] },
  'inspector-rule': {
    link: '#preset=y&methods=dls,levenberg-marquardt',
    acts: [step(60), key('2')],
  },
  'inspector-units': { link: '#preset=human-arm', acts: [step(60), key('3')] },
  term: { acts: [step(60), scene, term] },
  overlay: { size: wide, acts: [step(FRAME), press('Overlay')] },
  one: { size: wide, acts: [step(FRAME), press('One')] },
  strobe: { size: wide, acts: [step(60), press('Strobe')] },
  solutions: {
    link: '#preset=arm-6',
    size: wide,
    acts: [key('s'), step(FRAME), (page) => page.evaluate(() => globalThis.__iklab.settled())],
  },
  past: {
    acts: [step(FRAME), (page) => page.getByLabel('History', { exact: true }).fill('200'), step(0)],
  },
  grabbed: { acts: [step(60), focusTarget] },
  numbers: { acts: [step(60), focusTarget, (page) => page.keyboard.press('Enter')] },
  targets: { acts: [step(60), targets] },
  why: {
    acts: [step(FRAME), ask, (page) => page.waitForSelector('.explain_cures[aria-busy=false]')],
  },
  direction: { acts: [step(60), press('Pause'), direction] },
  table: { acts: [step(FRAME), table] },
  map: { link: '#/methods', waits: '.map', acts: [] },
  'method-sdls': { link: '#/methods/sdls', waits: '.map', acts: [] },
  'method-idls': { link: '#/methods/idls', waits: '.map', acts: [] },
  'method-priority': { link: '#/methods/priority', waits: '.map', acts: [] },
  'method-fabrik': { link: '#/methods/fabrik', waits: '.map', acts: [] },
  'method-lit': { link: '#/methods/sdls', waits: '.map', acts: [lit] },
  failing: { link: '#/methods/transpose', waits: '.map', acts: [shownFail, step(400)] },
  share: { acts: [press('Share'), (page) => page.waitForFunction(hashed)] }, // Computed later.
  file: { acts: [shareTab('File')] },
  code: { acts: [shareTab('Code'), (page) => page.waitForSelector(CODE)] },
  cite: { acts: [shareTab('Cite')] },
  text: { acts: [item('Edit as text'), mistyped] },
  presentation: { size: wide, acts: [step(FRAME), key('p')] },
  notice: { link: '#s=1.nothing', acts: [] },
  keys: { size: wide, acts: [item('Keyboard shortcuts')] },
  gallery: { acts: [gallery] },
  'gallery-search': { acts: [gallery, (page) => page.getByRole('searchbox').fill('limit dls')] },
  'gallery-failures': { acts: [gallery, press(/^Failures/), drawnScenes] },
  'gallery-nothing': { acts: [gallery, (page) => page.getByRole('searchbox').fill('zzz')] },
  picker: { acts: [pick] },
  'picker-full': {
    link: EIGHT,
    acts: [pick, (page) => page.locator('.find_pick').first().click()],
  },
  palette: { acts: [key('Control+k'), (page) => page.keyboard.type('sdls')] },
  mechanism: { acts: [mechanism] },
  more: { acts: [more] },
  joints: { acts: [step(60), joints] },
  draw: { acts: [gallery, press('Draw an arm…')] },
  studies: { link: '#/studies', waits: '.study_study-list', acts: [] },
  papers: { link: '#/studies/papers', waits: '.study_study', acts: [] },
  'papers-shares': { link: '#/studies/buss-kim-figure-3', waits: '.study_data tbody tr', acts: [] },
  'papers-matrix': {
    link: '#/studies/na-yang-jia-tables',
    waits: '.study_data tbody tr',
    acts: [],
  },
  'papers-drawn': {
    link: '#/studies/tabaczynski-table-4.4',
    waits: '.study_data tbody tr',
    acts: [drawn],
  },
  benchmark: { link: '#/studies/benchmark', waits: '.study_study', acts: [] },
  'benchmark-run': {
    link: '#/studies/benchmark',
    waits: '.study_study',
    acts: [ran('.study_bench-result')],
  },
  plane: { link: '#/studies/map', waits: '.map', acts: [mapped] },
  'plane-in-scene': { link: '#/studies/map', waits: '.map', acts: [mapped, inScene] },
  sweep: { link: '#/studies/sweep', waits: '.study_study', acts: [] },
  'sweep-run': { link: '#/studies/sweep', waits: '.study_study', acts: [ran('.study_proposal')] },
  path: { link: '#/studies/path', waits: '.study_study', acts: [] },
  'path-run': { link: '#/studies/path', waits: '.study_study', acts: [ran('.study_path-story')] },
  'sheet-charts': { size: phone, acts: [step(FRAME), sheet('Charts')] },
  'sheet-more': { size: phone, acts: [step(FRAME), sheet('More')] },
  'sheet-views': { size: phone, acts: [step(FRAME), sheet('Views')] },
};

const CODE = '.share_lines, .share_refused';
const hashed = () =>
  /^[0-9a-f]{16}$/.test(document.querySelector('.share_replay code')?.textContent ?? '');

async function mistyped(page) {
  const area = page.getByLabel('Scene as JSON');
  const text = await area.inputValue();
  await area.fill(text.replace('"iklab": 1,', '"iklab": 1,\n  "limitPolicy": "bend",'));
}

/** `look`: size and theme. */
async function take(site, { link = '', acts, waits = '.chart-strip canvas' }, path, look) {
  const { page, close } = await site.visit(`?test=1${link}`, look);
  try {
    await page.waitForFunction(() => globalThis.__iklab);
    await page.waitForSelector(waits, { state: 'attached' });
    for (const act of acts) await act(page);
    await page.evaluate(() => globalThis.__iklab.step(0));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  } finally {
    await close();
  }
}

export async function takePictures(folder, chosen, tell = () => {}) {
  const unknown = Object.keys(chosen).filter((name) => !chosen[name]);
  if (unknown.length > 0) {
    const known = Object.keys(states).join(', ');
    throw new SetupError(`unknown state '${unknown[0]}'; expected one of: ${known}`);
  }
  mkdirSync(folder, { recursive: true });
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, 'web/e2e/harness.ts'));
  process.env.IKLAB_CHROMIUM ??= chromium();
  const site = await module.openSite({ fonts: 'machine' });
  try {
    for (const [name, state] of Object.entries(chosen))
      for (const size of sizes.filter(state.size ?? (() => true)))
        for (const colorScheme of ['light', 'dark']) {
          const [width, height] = size;
          const file = `${nameOf(name)}-${width}x${height}-${colorScheme}.png`;
          if (!file.includes(state.only ?? '')) continue;
          const path = join(folder, file);
          await take(site, state, path, { viewport: { width, height }, colorScheme });
          tell(path);
        }
  } finally {
    await site.close();
  }
}

function stateOf(wanted) {
  const [name, only] = wanted.split('@');
  const state = name.startsWith('#') ? { link: name, acts: [step(FRAME)] } : states[name];
  return state && { ...state, only };
}
const nameOf = (name) => name.replace(/@.*/, '').replace(/\W+/g, '-').replace(/^-/, '');

asProgram(import.meta.url, async () => {
  const [folder, ...names] = process.argv.slice(2);
  if (!folder || folder.startsWith('-'))
    throw new SetupError('usage: node web/setup/screenshots.mjs OUTDIR [STATE…]');
  const wanted = names.length > 0 ? names : Object.keys(states);
  const chosen = Object.fromEntries(wanted.map((name) => [name, stateOf(name)]));
  await takePictures(resolve(folder), chosen, (path) => console.log(path));
});
