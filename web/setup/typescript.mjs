/** Checks the types of our TypeScript, and runs it under Node. */
import { join } from 'node:path';
import { installed, root, run } from './tools.mjs';

/**
 * Checks the types of a project in the checkout at `cwd`. Each checker works out for itself what
 * several files need, and the other core is busy; a run is too brief for its garbage to matter.
 */
export function checkProject(project, cwd = root) {
  const words = ['--noEmit', '--checkers', '1', '-p', project];
  return run(installed('tsc'), words, { cwd, quiet: true, env: { GOGC: 'off' } });
}

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
