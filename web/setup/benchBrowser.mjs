/** The module in Chromium, with the same cases as under Node. */
import { chromium } from 'playwright-core';
import { chromium as installedChromium } from './needs.mjs';

// A cross-origin isolated page has a clock of 5 us, any other page one of 100 us.
const ALONE = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * Opens the module in Chromium; returns null without Chromium. `ask` measures a case of
 * `benchModule`.
 */
export async function openBrowser() {
  const executablePath = installedChromium();
  if (!executablePath) {
    console.log('Not measured in Chromium: none found; set IKLAB_CHROMIUM to its path.');
    return null;
  }
  const { createServer } = await import('vite');
  const server = await createServer({
    server: { port: 0, host: '127.0.0.1', headers: ALONE, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'error',
  });
  await server.listen();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const end = async () => {
    await browser.close();
    await server.close();
  };
  try {
    const [address] = server.resolvedUrls.local;
    return { ask: await asker(await browser.newPage(), address), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function asker(page, address) {
  const empty = { contentType: 'text/html', headers: ALONE, body: '' };
  await page.route(`${address}bench`, (route) => route.fulfill(empty));
  await page.goto(`${address}bench`);
  await page.evaluate(async () => {
    const { benchModule } = await import('/setup/benchModule.ts');
    globalThis.__bench = await benchModule();
  });
  return ({ scene, method }) =>
    page.evaluate(
      ([where, which]) => {
        const { cases, ask } = globalThis.__bench;
        return ask(cases.find((item) => item.scene === where && item.method === which));
      },
      [scene, method],
    );
}
