/** A thread that runs `serve` of a TypeScript module, which Node cannot load. */
import { parentPort, workerData } from 'node:worker_threads';
import { withModule } from './typescript.mjs';

await withModule(workerData, ({ serve }) => serve(parentPort));
