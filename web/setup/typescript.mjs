/** Runs our TypeScript under Node. */
import { join } from 'node:path';
import { root } from './tools.mjs';

/** What `work` gives for the modules at these paths, whose parts may still load meanwhile. */
async function serving(paths, top, work) {
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: false,
    root: join(top, 'web'),
    cacheDir: join(root, 'node_modules/.vite'),
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const modules = [];
    for (const path of paths) modules.push(await server.ssrLoadModule(`/${path}`));
    return await work(modules);
  } finally {
    await server.close();
  }
}

/** What `work` gives for the module at this path, whose parts may still load meanwhile. */
export const withModule = (path, work) => serving([path], root, ([module]) => work(module));

/** The modules at these paths of the checkout at `top`. */
export const withModules = (paths, top) => serving(paths, top, (modules) => modules);
