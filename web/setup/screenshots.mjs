/** Pictures of the built page, to look at: `node web/setup/screenshots.mjs OUTDIR [FRAGMENT]`. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { asProgram, root, SetupError } from './tools.mjs';

const FRAME = 420;
const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
];
// the picture is drawn on the CPU: the same on every machine
const flags =
  '--no-sandbox --use-angle=swiftshader --enable-unsafe-swiftshader --force-color-profile=srgb';

/** Every size in both themes, at one frame of the scene that the fragment names. */
export async function takePictures(folder, fragment = '') {
  mkdirSync(folder, { recursive: true });
  const server = await preview({
    configFile: join(root, 'vite.config.js'),
    logLevel: 'silent',
    preview: { host: '127.0.0.1', port: 0 },
  });
  const executablePath = process.env.IKLAB_CHROMIUM || '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: flags.split(' ') });
  try {
    const { port } = server.httpServer.address();
    const page = `http://127.0.0.1:${port}/`;
    const taken = [];
    for (const colorScheme of ['light', 'dark'])
      for (const [width, height] of sizes) {
        const path = join(folder, `${width}x${height}-${colorScheme}.png`);
        const tab = await browser.newPage({ viewport: { width, height }, colorScheme });
        await tab.goto(`${page}?test=1#${fragment}`);
        await tab.waitForFunction(() => globalThis.__iklab);
        await tab.evaluate((frame) => globalThis.__iklab.step(frame), FRAME);
        await tab.screenshot({ path });
        await tab.close();
        taken.push(path);
      }
    return taken;
  } finally {
    await browser.close();
    await server.close();
  }
}

asProgram(import.meta.url, async () => {
  const [folder, fragment] = process.argv.slice(2);
  if (!folder) throw new SetupError('usage: node web/setup/screenshots.mjs OUTDIR [FRAGMENT]');
  for (const path of await takePictures(resolve(folder), fragment)) console.log(path);
});
