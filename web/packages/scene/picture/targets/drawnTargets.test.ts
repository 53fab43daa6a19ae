/** The numbers of targets, without a page. */

import type { Lab } from '@iklab/core/engine';
import type { Scenario, Vec3 } from '@iklab/core/scenario';
import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { makeCamera } from '../panes/placeSceneCamera.ts';
import { DrawnTargets } from './drawnTargets.ts';
import { TargetRingUniforms } from './targetRings.ts';

const motion = { kind: 'sine', amplitude: [1, 0, 0], period: [1, 1, 1], phase: [0, 0, 0] } as const;
const scenario = { targets: [{ motion: null }, { motion }] } as unknown as Scenario;

/** A lab with targets and goals: the second goal is offset by `swing` along x. */
function lab(still: Vec3, moving: Vec3, swing: number): Lab {
  const turn = [0, 0, 0, 1];
  const [x, y, z] = moving;
  return {
    targets: () => new Float64Array([...still, ...turn, ...moving, ...turn]),
    goals: () => new Float64Array([...still, ...turn, x + swing, y, z, ...turn]),
  } as unknown as Lab;
}

const makeTargets = (upright = new Quaternion()): DrawnTargets =>
  new DrawnTargets(scenario, new TargetRingUniforms(2, []), upright);

describe('targets', () => {
  test('are drawn at the goals of the lab', () => {
    const targets = makeTargets();
    targets.readLab(lab([1, 2, 3], [0, 0, 0], 0.5));
    expect(targets.positionOf(0).toArray()).toEqual([1, 2, 3]);
    expect(targets.positionOf(1).toArray()).toEqual([0.5, 0, 0]);
    expect(targets.base(1)).toEqual([0, 0, 0]);
  });

  test('have the position and motion of a changed scenario', () => {
    const targets = makeTargets();
    targets.readLab(lab([1, 2, 3], [0, 0, 0], 0.5));
    const path = { position: [5, 2, 3], motion };
    const still = { position: [0.5, 0, 0], motion: null };
    targets.applyScenario({ targets: [path, still] } as unknown as Scenario);
    expect([targets.hasMotion(0), targets.hasMotion(1)]).toEqual([true, false]);
    expect([targets.base(0), targets.base(1)]).toEqual([path.position, still.position]);
    expect(targets.baseAt(1, new Vector3(3, 1, 0))).toEqual([3, 1, 0]);
  });

  test('one whose motion is stopped stays where it is', () => {
    const targets = makeTargets();
    targets.readLab(lab([1, 2, 3], [0, 0, 0], 0.5));
    targets.stopMotion(1);
    expect(targets.base(1)).toEqual([0.5, 0, 0]);
    expect(targets.baseAt(1, new Vector3(3, 1, 0))).toEqual([3, 1, 0]);
  });

  test('past goals can be shown, while dragging continues from the present ones', () => {
    const targets = makeTargets();
    const now = lab([1, 2, 3], [0, 0, 0], 0.5);
    targets.readLab(now);
    targets.showGoals(lab([1, 2, 3], [0, 7, 0], -0.25).goals());
    expect(targets.positionOf(1).toArray()).toEqual([-0.25, 7, 0]);
    expect(targets.base(1)).toEqual([0, 0, 0]);
    expect(targets.baseAt(1, new Vector3(3, 1, 0))).toEqual([2.5, 1, 0]);
  });

  test('at the edge of a pane, keep more distance with larger text', () => {
    const cell = { x: 0, y: 0, width: 600, height: 400 };
    const from = (pixel: number): number => {
      const targets = makeTargets();
      const camera = makeCamera();
      camera.position.z = 10;
      camera.updateMatrixWorld();
      targets.fitPane(cell, 1, pixel);
      targets.readLab(lab([50, 0, 0], [0, 0, 0], 0));
      targets.project(camera, cell);
      expect(targets.isAtEdge(0)).toBe(true);
      return cell.width - (targets.screen[0] as number);
    };
    expect(from(1)).toBeGreaterThan(10);
    expect(from(1.5)).toBeCloseTo(1.5 * from(1), 3);
  });

  test('a moving one continues its motion from a new base', () => {
    const targets = makeTargets();
    targets.readLab(lab([0, 0, 0], [1, 0, 0], 0.5));
    expect(targets.positionOf(1).toArray()).toEqual([1.5, 0, 0]);
    expect(targets.baseAt(1, new Vector3(3, 1, 0))).toEqual([2.5, 1, 0]);
    targets.setBase(1, [2.5, 1, 0]);
    expect(targets.baseAt(1, new Vector3(4, 1, 0))).toEqual([3.5, 1, 0]);
    targets.readLab(lab([0, 0, 0], [2.5, 1, 0], 0.5));
    expect(targets.positionOf(1).toArray()).toEqual([3, 1, 0]);
    targets.readLab(lab([0, 0, 0], [2.5, 1, 0], 0.75));
    expect(targets.positionOf(1).toArray()).toEqual([3.25, 1, 0]);
  });

  test('places are in the upright frame, bases in that of the scenario', () => {
    const upright = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
    const targets = makeTargets(upright);
    targets.readLab(lab([1, 2, 3], [0, 0, 0], 0));
    expect(targets.positionOf(0).distanceTo(new Vector3(1, 3, -2))).toBeLessThan(1e-12);
    const base = new Vector3(...targets.baseAt(0, new Vector3(1, 3, -2)));
    expect(base.distanceTo(new Vector3(1, 2, 3))).toBeLessThan(1e-12);
  });
});
