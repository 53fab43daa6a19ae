import type { Scenario, Vec3 } from '@iklab/core/scenario';
import { PerspectiveCamera, Quaternion } from 'three';
import { expect, test } from 'vitest';
import { DrawnTargets } from '../../picture/targets/drawnTargets.ts';
import { TargetRingUniforms } from '../../picture/targets/targetRings.ts';
import { RotationHandles } from './rotationHandles.ts';
import { TargetDragging } from './targetDragging.ts';
import { makeTestTargetMover } from './testTargetMover.ts';

const cell = { x: 0, y: 0, width: 400, height: 400 };
const centre = { x: 200, y: 200 };

/** Places a target whose motion has taken it from [0.2, 0.1, 0] to [0.5, 0.3, 0]. */
function placeAtCentre(grabStopsMotion: boolean): Vec3 | null {
  const motion = { kind: 'sine', amplitude: [1, 0, 0], period: [1, 1, 1], phase: [0, 0, 0] };
  const scenario = { targets: [{ motion }] } as unknown as Scenario;
  const targets = new DrawnTargets(scenario, new TargetRingUniforms(1, []), new Quaternion());
  targets.readLab({
    targets: () => Float64Array.of(0.2, 0.1, 0, 0, 0, 0, 1),
    goals: () => Float64Array.of(0.5, 0.3, 0, 0, 0, 0, 1),
  } as unknown as Parameters<DrawnTargets['readLab']>[0]);
  const camera = new PerspectiveCamera(50, 1, 0.1, 100);
  camera.position.set(0, 0, 2);
  camera.updateMatrixWorld();
  let base: Vec3 | null = null;
  const mover = makeTestTargetMover(targets, {
    grab: () => grabStopsMotion,
    move: (_, { position = null }) => {
      base = position;
    },
  });
  const panes = { targets, camera: () => camera, rings: () => targets.screen, cell: () => cell };
  const dragging = new TargetDragging(panes, new RotationHandles(targets, [], 1), mover);
  dragging.placeTarget(0, 0, centre, 'plane');
  return base;
}

test('placing a target subtracts the offset of its motion', () => {
  expect(placeAtCentre(false)).toEqual([-0.3, -0.2, 0]);
});

test('placing a target whose motion stops when it is grabbed puts it under the pointer', () => {
  expect(placeAtCentre(true)?.map(Math.abs)).toEqual([0, 0, 0]);
});
