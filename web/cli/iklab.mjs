#!/usr/bin/env node
/** Starts the command line, which `npm run build` makes together with the solver module. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const bundle = new URL('./build/iklab.js', import.meta.url);
const wasm = new URL('../engine/build/iklab.wasm', import.meta.url);

if (existsSync(bundle) && existsSync(wasm)) {
  const { main } = await import(bundle.href);
  process.exitCode = await main(process.argv.slice(2), fileURLToPath(wasm));
} else {
  console.error('iklab: IK Lab is not built yet: run `npm run build` first');
  process.exitCode = 2;
}
