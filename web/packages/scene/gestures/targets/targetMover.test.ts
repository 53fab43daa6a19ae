import type { Scenario } from '@iklab/core/scenario';
import { Quaternion } from 'three';
import { describe, expect, test } from 'vitest';
import { DrawnTargets } from '../../picture/targets/drawnTargets.ts';
import { TargetRingUniforms } from '../../picture/targets/targetRings.ts';
import { makeTestTargetMover } from './testTargetMover.ts';

describe('TargetMover', () => {
  function moving() {
    const scenario = { targets: [{ motion: null }] } as unknown as Scenario;
    const targets = new DrawnTargets(scenario, new TargetRingUniforms(1, []), new Quaternion());
    targets.setBase(0, [1, 2, 3]);
    const said: unknown[] = [];
    const mover = makeTestTargetMover(
      targets,
      {
        grab: (index) => {
          said.push(['grab', index]);
          return false;
        },
        move: (index, { position }) => said.push(['target', index, position]),
        release: (index) => said.push(['release', index]),
      },
      (name, ...rest) => {
        if (name === 'released') said.push(['settled', ...rest]);
      },
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

  test('shows the path of a motion from the grab to the release', () => {
    const motion = { kind: 'sine', amplitude: [1, 0, 0], period: [1, 1, 1], phase: [0, 0, 0] };
    const scenario = { targets: [{ motion }] } as unknown as Scenario;
    const targets = new DrawnTargets(scenario, new TargetRingUniforms(1, []), new Quaternion());
    const said: unknown[] = [];
    const mover = makeTestTargetMover(targets, {}, (...event) => said.push(event));
    mover.placeAt(0, [1, 0, 0]);
    expect(said).toEqual([
      ['grabbed'],
      ['path', motion, [0, 0, 0]],
      ['path at', [1, 0, 0]],
      ['changed'],
      ['path', null, [1, 0, 0]],
      ['changed'],
      ['released', 0],
    ]);
  });

  test('stops the motion at its current position when the grab asks for it', () => {
    const motion = { kind: 'sine', amplitude: [1, 0, 0], period: [1, 1, 1], phase: [0, 0, 0] };
    const scenario = { targets: [{ motion }] } as unknown as Scenario;
    const targets = new DrawnTargets(scenario, new TargetRingUniforms(1, []), new Quaternion());
    targets.showGoals(Float64Array.of(0.5, 0, 0, 0, 0, 0, 1));
    const said: unknown[] = [];
    const mover = makeTestTargetMover(targets, { grab: () => true }, (...event) =>
      said.push(event),
    );
    mover.grab(0);
    expect(targets.hasMotion(0)).toBe(false);
    expect(said).toEqual([['grabbed'], ['path', null, [0.5, 0, 0]]]);
  });
});
