import { readMesh } from '@iklab/robots';
import {
  makeGlb,
  makeStl,
  makeTetrahedronGltf,
  TETRAHEDRON_TRIANGLES,
} from '@iklab/robots/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { MeshWorkerAnswer, MeshWorkerRequest } from './meshMessages.ts';
import { MeshReader } from './meshReader.ts';

const NOTHING = () => null;
const NODES = [{ mesh: 0 }];

/** The answer of a worker to a request; null: no answer. */
type Doing = (question: MeshWorkerRequest) => Promise<MeshWorkerAnswer | null> | 'fails';

function workers(doing: Doing, started: string[] = []) {
  return (): Worker => {
    started.push('started');
    const worker = {
      onmessage: (_: { data: MeshWorkerAnswer }) => {},
      onerror: (_: { preventDefault(): void }) => {},
      terminate: () => started.push('ended'),
      async postMessage(question: MeshWorkerRequest) {
        const answer = doing(question);
        if (answer === 'fails')
          return queueMicrotask(() => worker.onerror({ preventDefault() {} }));
        const data = await answer;
        if (data) worker.onmessage({ data });
      },
    };
    return worker as unknown as Worker;
  };
}

const reading: Doing = async ({ name, bytes, siblings }) => {
  const wanted: string[] = [];
  const read = await readMesh(name, bytes, (other) => {
    if (!siblings.has(other)) wanted.push(other);
    return siblings.get(other) ?? null;
  });
  return { read, wanted };
};

test('one worker reads all meshes, and gets the files that they reference', async () => {
  const started: string[] = [];
  const reader = new MeshReader(workers(reading, started));
  const { json, buffer } = makeTetrahedronGltf(NODES, 'arm.bin');
  const text = new TextEncoder().encode(JSON.stringify(json));
  const whole = await readMesh('a.glb', makeGlb(makeTetrahedronGltf(NODES)), NOTHING);
  expect(await reader.read('a.glb', makeGlb(makeTetrahedronGltf(NODES)), NOTHING)).toEqual(whole);
  expect(await reader.read('a.gltf', text, (name) => (name === 'arm.bin' ? buffer : null))).toEqual(
    whole,
  );
  expect(await reader.read('a.gltf', text, NOTHING)).toEqual({
    ok: false,
    reason: 'its buffer arm.bin is missing',
  });
  expect(started).toEqual(['started']);
  reader.close();
  expect(started).toEqual(['started', 'ended']);
});

test('a mesh that takes too long ends its worker, and the next mesh gets a new one', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const started: string[] = [];
  const never: Doing = ({ name, ...rest }) =>
    name === 'slow.stl'
      ? Promise.resolve(null)
      : (reading({ name, ...rest }) as Promise<MeshWorkerAnswer>);
  const reader = new MeshReader(workers(never, started), { one: 1000, all: 1500 });
  const stl = makeStl(TETRAHEDRON_TRIANGLES);
  const slow = async () => {
    const read = reader.read('slow.stl', stl, NOTHING);
    await vi.runAllTimersAsync();
    return read;
  };
  expect(await slow()).toEqual({ ok: false, reason: 'reading it takes longer than 1 s' });
  expect((await reader.read('a.stl', stl, NOTHING)).ok).toBe(true);
  expect(started).toEqual(['started', 'ended', 'started']);
  await slow();
  expect(await reader.read('a.stl', stl, NOTHING)).toEqual({
    ok: false,
    reason: 'reading the previous meshes took 2 s',
  });
});

test('a worker that crashes loses only one mesh', async () => {
  const failing: Doing = (question) =>
    question.name === 'large.stl' ? 'fails' : (reading(question) as Promise<MeshWorkerAnswer>);
  const reader = new MeshReader(workers(failing));
  const stl = makeStl(TETRAHEDRON_TRIANGLES);
  expect((await reader.read('a.stl', stl, NOTHING)).ok).toBe(true);
  expect(await reader.read('large.stl', stl, NOTHING)).toEqual({
    ok: false,
    reason: 'reading it needs too much memory',
  });
  expect((await reader.read('a.stl', stl, NOTHING)).ok).toBe(true);
});

test.each<readonly [string, () => Worker | null]>([
  ['do not exist', () => null],
  ['do not start', workers(() => 'fails')],
])('reads in the page if workers %s', async (_, start) => {
  const reader = new MeshReader(start);
  expect(await reader.read('a.stl', makeStl(TETRAHEDRON_TRIANGLES), NOTHING)).toEqual(
    await readMesh('a.stl', makeStl(TETRAHEDRON_TRIANGLES), NOTHING),
  );
});

test('a mesh that references too many files is left out', async () => {
  const asking: Doing = async ({ siblings }) => ({
    read: { ok: false, reason: 'one more' },
    wanted: [`${siblings.size}.bin`],
  });
  const reader = new MeshReader(workers(asking));
  expect(await reader.read('a.gltf', new Uint8Array(1), () => new Uint8Array(1))).toEqual({
    ok: false,
    reason: 'it references more than 64 files',
  });
});
