import type { Scenario } from '@iklab/core/scenario';
import { Quaternion } from 'three';
import { describe, expect, test } from 'vitest';
import { RingUniforms } from '../../picture/targets/rings.ts';
import { Targets } from '../../picture/targets/targets.ts';
import { TargetMover } from './targetMover.ts';

describe('TargetMover', () => {
  function moving() {
    const scenario = { targets: [{ motion: null }] } as unknown as Scenario;
    const targets = new Targets(scenario, new RingUniforms(1, []), new Quaternion());
    targets.setBase(0, [1, 2, 3]);
    const said: unknown[] = [];
    const mover = new TargetMover(
      targets,
      {
        grab: (index) => {
          said.push(['grab', index]);
          return false;
        },
        target: (index, position) => said.push(['target', index, position]),
        release: (index) => said.push(['release', index]),
      },
      (index) => said.push(['settled', index]),
    );
    return { mover, said };
  }

  test('reports the grab, each new position once, and the release', () => {
    const { mover, said } = moving();
    mover.grab(0);
    mover.moveTo([1, 2, 3]);
    mover.moveTo([1, 2, 4]);
    mover.moveTo([1, 2, 4]);
    mover.release();
    mover.release();
    mover.moveTo([9, 9, 9]);
    expect(said).toEqual([
      ['grab', 0],
      ['target', 0, [1, 2, 4]],
      ['release', 0],
      ['settled', 0],
    ]);
  });

  test('puts the target back when cancelled', () => {
    const { mover, said } = moving();
    mover.grab(0);
    mover.moveTo([7, 7, 7]);
    mover.cancel();
    expect(said.slice(1)).toEqual([
      ['target', 0, [7, 7, 7]],
      ['target', 0, [1, 2, 3]],
      ['release', 0],
      ['settled', 0],
    ]);
  });

  test('starts a second grab from the position of the first', () => {
    const { mover } = moving();
    mover.placeAt(0, [5, 5, 5]);
    mover.grab(0);
    expect(mover.position).toEqual([5, 5, 5]);
  });
});
