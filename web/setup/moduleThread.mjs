/** A thread that serves by a TypeScript module, of which Node understands none: its `serve`, with the port. */
import { parentPort, workerData } from 'node:worker_threads';
import { withModule } from './typescript.mjs';

await withModule(workerData, ({ serve }) => serve(parentPort));
