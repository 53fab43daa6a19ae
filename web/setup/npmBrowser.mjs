/** Checks the package `iklab` and `<ik-lab>` in Chromium: static, in a worker, bundled. */
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { launchChromium } from './launchChromium.mjs';
import { bundled, bundledElement, inPage } from './npmPrograms.mjs';
import { remoteInPage, threadsBundled } from './npmThreads.mjs';
import { serveFolder } from './serveFolder.mjs';
import { root, SetupError } from './tools.mjs';

const HTML = '<!doctype html><body></body><script type="module" src="page.js"></script>';
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:";

/**
 * Returns the results of a solve, the fetched KB, the report of a bundled element, and the demo.
 */
export async function inChromium(folder) {
  writeFileSync(join(folder, 'page.js'), inPage);
  writeFileSync(join(folder, 'index.html'), HTML);
  writeFileSync(join(folder, 'remote.js'), remoteInPage);
  writeFileSync(join(folder, 'remote.html'), HTML.replace('page.js', 'remote.js'));
  await bundle(join(folder, 'bundled'), bundled);
  await bundle(join(folder, 'threads'), threadsBundled);
  await bundle(join(folder, 'element'), bundledElement('/ours/'));
  cpSync(join(root, 'web/dist'), join(folder, 'ours'), { recursive: true });
  const host = await serveFolder(folder, { 'content-security-policy': POLICY });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const fromFiles = await resultOf(page, `${host.url}index.html`);
    const kilobytes = host.kilobytes();
    const inAWorker = await resultOfWorker(page);
    const byVite = await resultOf(page, `${host.url}bundled/dist/index.html`);
    const element = await resultOf(page, `${host.url}element/dist/index.html`);
    const remote = await resultOf(page, `${host.url}remote.html`);
    const threads = await resultOf(page, `${host.url}threads/dist/index.html`);
    if (threads !== 'same') throw new SetupError(`threads of a bundle: ${threads}`);
    const results = {
      ...{ 'in a page': fromFiles, 'in a worker of a page': inAWorker, bundled: byVite },
      'a worker asked through /remote': remote,
    };
    return { results, kilobytes, element, demo: await showDemo(page, folder) };
  } finally {
    await browser.close();
    host.close();
  }
}

/**
 * Opens the package's arm.html like a user, next to node_modules with three.js. Returns the shown
 * distance, the numbers of red and orange pixels, and the fetched KB.
 */
async function showDemo(page, folder) {
  const three = 'node_modules/three/build';
  mkdirSync(join(folder, three), { recursive: true });
  for (const name of ['three.module.js', 'three.core.js'])
    copyFileSync(join(root, three, name), join(folder, three, name));
  copyFileSync(join(folder, 'node_modules/iklab/arm.html'), join(folder, 'arm.html'));
  const host = await serveFolder(folder); // Its script is in the page, which the policy forbids.
  try {
    await page.goto(`${host.url}arm.html`);
    const output = page.locator('output', { hasText: /mm$/ });
    const millimetres = Number.parseFloat(await output.textContent());
    const picture = (await page.locator('canvas').screenshot()).toString('base64');
    return {
      millimetres,
      ...(await page.evaluate(countColours, picture)),
      kilobytes: host.kilobytes(),
    };
  } finally {
    host.close();
  }
}

async function countColours(picture) {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const { width, height } = image;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const count = { red: 0, orange: 0 };
  for (let i = 0; i < data.length; i += 4) {
    const [red, green, blue] = data.subarray(i, i + 3);
    if (red > 200 && blue < 50 && green < 50) count.red++;
    if (red > 200 && blue < 50 && green > 120 && green < 200) count.orange++;
  }
  return count;
}

async function bundle(folder, script) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'page.js'), script);
  writeFileSync(join(folder, 'index.html'), HTML);
  const target = 'es2022';
  await build({
    configFile: false,
    root: folder,
    base: './',
    logLevel: 'silent',
    build: { target },
  });
}

/** Throws if the page has errors. */
async function resultOf(page, url) {
  const faults = [];
  const onError = (error) => faults.push(error.message);
  page.on('pageerror', onError);
  try {
    await page.goto(url);
    const handle = await page.waitForFunction(() => globalThis.result, undefined, {
      timeout: 30_000,
    });
    return await handle.jsonValue();
  } catch (error) {
    return faults.join('\n') || error.message;
  } finally {
    page.off('pageerror', onError);
  }
}

const resultOfWorker = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const worker = new Worker('page.js', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => resolve(message);
      }),
  );
