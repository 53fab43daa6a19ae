#!/usr/bin/env node
/** Starts the command line. `npm run build` builds it and the solver module. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const bundle = new URL('./build/iklab.js', import.meta.url);
const wasm = new URL('../packages/core/engine/build/iklab.wasm', import.meta.url);

if (existsSync(bundle) && existsSync(wasm)) {
  const { main, serveStudyThread } = await import(bundle.href);
  const path = fileURLToPath(wasm);
  // The threads of a study start here too.
  if (isMainThread)
    process.exitCode = await main(process.argv.slice(2), path, new URL(import.meta.url));
  else await serveStudyThread(path);
} else {
  console.error('iklab: IK Lab is not built yet: run `npm run build` first');
  process.exitCode = 2;
}
