/** A point of a path as a scene, with the methods of the study side by side. */
import { clampTo, fullDocument, isMovingJoint, type PlainObject, type Scene } from 'iklab/scenario';
import { cellName } from '../cellName.ts';
import { followPath } from './followPath.ts';
import type { FollowStudy } from './followStudy.ts';
import type { PosedRun } from './followTask.ts';

export interface FollowPlace {
  readonly cell: number;
  /** Index of the start. */
  readonly index: number;
  readonly point: number;
}

/**
 * Returns the scenario document of one point of a run. It starts at the answer of the previous
 * point (for the first point, of the last point of the round), and its targets are at the goals of
 * the point.
 */
export function followCase(
  study: FollowStudy,
  { poses }: Pick<PosedRun, 'poses'>,
  { cell, index, point }: FollowPlace,
): PlainObject {
  const found = study.cells[cell];
  if (!found) throw new Error(`the study has no cell ${cell}`);
  const { scene, points } = followPath(found.scenario, study.sampling);
  const { scenario, start } = scene;
  const n = start.length;
  const before = (point + points.length - 1) % points.length;
  const goals = points[point] ?? [];
  const targets = scenario.targets.map((target, i) => ({
    ...target,
    position: goals[i]?.position ?? target.position,
    orientation: target.orientation && (goals[i]?.orientation ?? target.orientation),
  }));
  const pose = held(scene, [...poses.subarray(before * n, (before + 1) * n)]);
  const { view: _, ...document } = fullDocument({ ...scenario, targets, start: pose });
  const from = point === 0 ? 'the last point of the path' : 'the point before it';
  const note = `Point ${point} of ${points.length} of a path, starting from the solution of ${cellName(study, found)} for ${from}, run ${index}.`;
  return { ...document, name: study.scenario.name, note };
}

/** Clamps the pose to the joint limits exactly, unless they are ignored. */
function held({ tree, scenario }: Scene, pose: readonly number[]): number[] {
  if (scenario.limitPolicy === 'ignore') return [...pose];
  const joints = tree.joints.filter(isMovingJoint);
  return pose.map((value, j) => clampTo(value, joints[j]?.limits ?? null));
}
