/**
 * A thread that runs a TypeScript module, which Node cannot load itself: calls its `serve` with the
 * port.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { withModule } from './typescript.mjs';

await withModule(workerData, ({ serve }) => serve(parentPort));
