import { join } from 'node:path';
import { installed, root, run } from './tools.mjs';

/**
 * Checks the types of a project in the checkout at `cwd`. Uses one checker, because parallel
 * checkers repeat work on shared files and the other core is busy. Needs no garbage collection in a
 * short run.
 */
export function checkProject(project, cwd = root) {
  const words = ['--noEmit', '--checkers', '1', '-p', project];
  return run(installed('tsc'), words, { cwd, quiet: true, env: { GOGC: 'off' } });
}

/** Calls `work` with loaded TypeScript modules, which may import dynamically. */
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

/** Calls `work` with a loaded TypeScript module, which may import dynamically. */
export const withModule = (path, work) => serving([path], root, ([module]) => work(module));

export const withModules = (paths, top) => serving(paths, top, (modules) => modules);
