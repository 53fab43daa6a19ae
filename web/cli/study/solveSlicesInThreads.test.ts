/** Worker threads that end are replaced and their slices solved again; a slice that ends three is named. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { ProblemSlice } from '@iklab/study/tasks';
import { expect, test } from 'vitest';
import { solveSlicesInThreads } from './solveSlicesInThreads.ts';
import { useTestFolder } from './testRows.ts';

const at = useTestFolder();
const slices = Array.from(
  { length: 12 },
  (_, i): ProblemSlice => ({ cell: 0, first: 10 * i, count: 10 }),
);
const never = new AbortController().signal;

/**
 * Writes a thread program that answers with the first problem of its slice, but runs `ends` before.
 * `oneLeft` decrements the count `times`, which all threads of a run share.
 */
function launcher(name: string, ends: string): URL {
  writeFileSync(
    at(name),
    `import { parentPort, workerData } from 'node:worker_threads';
    const left = new Int32Array(workerData.document);
    const oneLeft = () => Atomics.sub(left, 0, 1) > 0;
    parentPort.on('message', (slice) => {
      ${ends}
      parentPort.postMessage({ slice, rows: Float64Array.of(slice.first) });
    });`,
  );
  return pathToFileURL(at(name));
}

async function solved(program: URL, times: number, jobs = 2): Promise<number[]> {
  const taken: number[] = [];
  const left = new Int32Array(new SharedArrayBuffer(4)).fill(times);
  const take = ({ first }: ProblemSlice, [row]: Float64Array): void => {
    expect(row).toBe(first);
    taken.push(first);
  };
  const work = { document: left.buffer };
  await solveSlicesInThreads(program, work, jobs, slices.values(), take, never);
  return taken.sort((a, b) => a - b);
}
const all = slices.map(({ first }) => first);

test.each([1, 2, 5])('solves every slice once with %i threads', async (jobs) => {
  expect(await solved(launcher('calm.mjs', ''), 0, jobs)).toEqual(all);
});

test('a thread that ends at a slice is replaced, and the slice solved again, up to twice', async () => {
  const exits = launcher('exits.mjs', 'if (slice.first === 50 && oneLeft()) process.exit(3);');
  expect(await solved(exits, 2)).toEqual(all);
  expect(await solved(exits, 2, 1)).toEqual(all);
  const throws = 'if (slice.first === 0 && oneLeft()) throw new Error("no memory");';
  expect(await solved(launcher('throws.mjs', throws), 2)).toEqual(all);
});

test('threads that end once each at different slices are replaced without error', async () => {
  const each = launcher('each.mjs', 'if (slice.first % 30 === 0 && oneLeft()) process.exit(1);');
  expect(await solved(each, 2, 3)).toEqual(all);
});

test('names a slice that ended three threads, with the last error', async () => {
  const exits = launcher('always.mjs', 'if (slice.first === 50 && oneLeft()) process.exit(3);');
  await expect(solved(exits, 3)).rejects.toThrow(
    'problems 50 to 59 of cell 0 ended 3 threads, the last with: status 3',
  );
  const throws = launcher('torn.mjs', 'if (slice.first === 0) throw new Error("no memory");');
  await expect(solved(throws, 0)).rejects.toThrow(/0 to 9 of cell 0 ended 3 threads.*no memory/);
});

test('rejects with the error of a thread program that fails to start', async () => {
  writeFileSync(at('broken.mjs'), 'throw new Error("no module here");');
  await expect(solved(pathToFileURL(at('broken.mjs')), 0)).rejects.toThrow(/no module here/);
});
