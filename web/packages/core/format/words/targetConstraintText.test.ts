import { expect, test } from 'vitest';
import type { Quaternion, TargetFreedom } from '../../scenario/types.ts';
import { phrasePlainText } from './phrase.ts';
import { targetConstraintText } from './targetConstraintText.ts';

const LEVEL: Quaternion = [0, 0, 0, 1];
const target = (free: Partial<TargetFreedom> | null, orientation: Quaternion | null = LEVEL) => ({
  effector: 'hand',
  orientation,
  free: free && { position: [], orientation: [], frame: 'world' as const, ...free },
});

test.each<[Partial<TargetFreedom>, Quaternion | null, string]>([
  [{ position: ['z'] }, null, 'position along x and y; free: position along z'],
  [{ position: ['x', 'y'] }, LEVEL, 'position along z, orientation; free: position along x and y'],
  [
    { position: ['y'], orientation: ['x'], frame: 'target' },
    LEVEL,
    'position along the target’s x and z, rotation about the target’s y and z; free: position along the target’s y, rotation about the target’s x',
  ],
  [{ orientation: ['z'] }, LEVEL, 'position, rotation about x and y; free: rotation about z'],
  [{ orientation: ['x', 'y', 'z'] }, LEVEL, 'position; free: orientation'],
  [
    { position: ['x', 'y', 'z'], orientation: ['x', 'y'] },
    LEVEL,
    'rotation about z; free: position, rotation about x and y',
  ],
  [
    { orientation: { spin: [0, 0, -2] } },
    LEVEL,
    'position, direction of its −z axis; free: rotation about that axis',
  ],
  [
    { orientation: { cone: { axis: [0.6, 0, -0.8], angle: Math.PI / 6 } } },
    LEVEL,
    'position, its axis (0.6, 0, −0.8) within 30°; free: rotation about that axis',
  ],
])('%j', (free, orientation, said) => {
  expect(phrasePlainText(targetConstraintText([target(free, orientation)]) ?? [])).toBe(
    `Constrained at hand: ${said}.`,
  );
  expect(phrasePlainText(targetConstraintText([target(free, orientation)], true) ?? [])).toBe(
    `Satisfied at hand: ${said}.`,
  );
});

test('targets with the same free axes share a sentence; fully constrained targets have none', () => {
  const free = { position: ['z'] } as const;
  const named = (effector: string, each: Partial<TargetFreedom> | null) => ({
    ...target(each),
    effector,
  });
  expect(targetConstraintText([named('a', null), named('b', null)])).toBeNull();
  const all = [
    named('a', free),
    named('b', null),
    named('c', free),
    named('d', { position: ['x'] }),
  ];
  expect(phrasePlainText(targetConstraintText(all) ?? [])).toBe(
    'Constrained at a and c: position along x and y, orientation; free: position along z. ' +
      'Constrained at d: position along y and z, orientation; free: position along x.',
  );
});
