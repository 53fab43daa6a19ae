/** Runs our TypeScript under Node. */
import { join } from 'node:path';
import { root } from './tools.mjs';

/** What `work` gives for the module at this path, whose parts may still load meanwhile. */
export async function withModule(path, work) {
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: false,
    root: join(root, 'web'),
    cacheDir: join(root, 'node_modules/.vite'),
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await work(await server.ssrLoadModule(`/${path}`));
  } finally {
    await server.close();
  }
}
