/**
 * Writes hostile numbers to each cell of a follower's goals, start and method row. Either a fault
 * is reported and nothing runs, or the run ends.
 */
import {
  type FollowerBufferName,
  ModuleBuffers,
  type RawFollower,
  type Registry,
  type SolverModule,
  writeInstanceRow,
} from '@iklab/core/engine';
import { FOLLOW } from '@iklab/core/engine/protocol';
import { buildModuleObject, HOSTILE_NUMBERS, parseValidScene } from './hostileNumbers.ts';

const [POINTS, UPDATES, ROUNDS] = [3, 2, 2];

export function* checkFollower(glue: SolverModule, methods: Registry): Generator<string> {
  const document = { iklab: 1, preset: 'y', methods: [{ id: 'dls' }] };
  const scene = parseValidScene(document, methods);
  const follower = buildModuleObject(scene, glue, (builder) => builder.follower?.() as RawFollower);
  for (const count of [-1, 0, 10_001, 2 ** 30])
    if (follower.resize(count) === '') yield `${count} points are accepted`;
  follower.resize(POINTS);
  const buffers = new ModuleBuffers<FollowerBufferName>(glue, follower);
  for (const panel of scene.scenario.methods)
    writeInstanceRow(panel, methods, buffers.get('params'));
  for (const name of ['goals', 'start', 'params'] as const)
    yield* checkFollowerCells(follower, buffers, name);
  for (const [updates, rounds] of [
    [0, 1],
    [1, 0],
    [-1, 1],
    [1001, 1],
    [1, 1001],
    [2 ** 30, 2 ** 30],
  ] as const)
    if (follower.begin(updates, rounds) === '') yield `${updates} updates, ${rounds} rounds`;
  follower.delete();
}

function* checkFollowerCells(
  follower: RawFollower,
  buffers: ModuleBuffers<FollowerBufferName>,
  name: 'goals' | 'start' | 'params',
): Generator<string> {
  for (let cell = 0; cell < buffers.get(name).length; cell++)
    for (const value of HOSTILE_NUMBERS) {
      const was = buffers.get(name)[cell] as number;
      buffers.get(name)[cell] = value;
      const label = `${name}[${cell}] = ${value}`;
      const fault = follower.begin(UPDATES, ROUNDS);
      if (follower.advance(POINTS) === (fault === '')) yield `${label}: ${fault || 'no run'}`;
      follower.measure();
      if (!follower.advance(POINTS)) yield `${label}: does not end`;
      follower.measure();
      const updates = buffers.get('rows')[FOLLOW.updates] as number;
      if (fault === '' && !(updates >= 1 && updates <= UPDATES))
        yield `${label}: ${updates} updates`;
      buffers.get(name)[cell] = was;
      const back = follower.begin(UPDATES, ROUNDS);
      if (back !== '') yield `${label}, then the valid number again: ${back}`;
    }
}
