#!/usr/bin/env node
/** Starts the command line of the package. */
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const { main, serveStudyThread } = await import(new URL('./cli.js', import.meta.url).href);
const wasm = fileURLToPath(new URL('./iklab.wasm', import.meta.url));

// The threads of a study run this script too.
if (isMainThread)
  process.exitCode = await main(process.argv.slice(2), wasm, new URL(import.meta.url));
else await serveStudyThread(wasm);
