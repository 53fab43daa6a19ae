import { expect, test } from 'vitest';
import type { Free, Quaternion } from '../scenario/types.ts';
import { freePartsText } from './freePartsText.ts';
import { plainText } from './phrase.ts';

const LEVEL: Quaternion = [0, 0, 0, 1];
const target = (free: Partial<Free> | null, orientation: Quaternion | null = LEVEL) => ({
  effector: 'hand',
  orientation,
  free: free && { position: [], orientation: [], frame: 'world' as const, ...free },
});

test.each<[Partial<Free>, Quaternion | null, string]>([
  [{ position: ['z'] }, null, 'x and y; free: z'],
  [{ position: ['x', 'y'] }, LEVEL, 'z, all of its turn; free: x and y'],
  [
    { position: ['y'], orientation: ['x'], frame: 'target' },
    LEVEL,
    'the target’s x and z, its turn about the target’s y and z; free: the target’s y, its turn about the target’s x',
  ],
  [{ orientation: ['z'] }, LEVEL, 'its place, its turn about x and y; free: its turn about z'],
  [{ orientation: ['x', 'y', 'z'] }, LEVEL, 'its place; free: all of its turn'],
  [
    { position: ['x', 'y', 'z'], orientation: ['x', 'y'] },
    LEVEL,
    'its turn about z; free: x, y and z, its turn about x and y',
  ],
  [
    { orientation: { spin: [0, 0, -2] } },
    LEVEL,
    'its place, where its −z axis points; free: its turn about that axis',
  ],
  [
    { orientation: { cone: { axis: [0.6, 0, -0.8], angle: Math.PI / 6 } } },
    LEVEL,
    'its place, its axis (0.6, 0, −0.8) to within 30°; free: its turn about that axis',
  ],
])('%j', (free, orientation, said) => {
  expect(plainText(freePartsText([target(free, orientation)]) ?? [])).toBe(
    `Asked of hand: ${said}.`,
  );
  expect(plainText(freePartsText([target(free, orientation)], true) ?? [])).toBe(
    `Reached of hand: ${said}.`,
  );
});

test('targets that are alike share a sentence; of whole ones nothing is said', () => {
  const free = { position: ['z'] } as const;
  const named = (effector: string, each: Partial<Free> | null) => ({ ...target(each), effector });
  expect(freePartsText([named('a', null), named('b', null)])).toBeNull();
  const all = [
    named('a', free),
    named('b', null),
    named('c', free),
    named('d', { position: ['x'] }),
  ];
  expect(plainText(freePartsText(all) ?? [])).toBe(
    'Asked of a and c: x and y, all of its turn; free: z. ' +
      'Asked of d: y and z, all of its turn; free: x.',
  );
});
