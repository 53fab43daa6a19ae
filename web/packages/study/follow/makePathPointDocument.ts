import type { Engine } from '@iklab/core/engine';
import { fullDocument, type PlainObject, type Scene } from '@iklab/core/scenario';
import { clampToJointLimits, isIndependentJoint } from '@iklab/core/scenario/robot';
import { studyCellName } from '../document/studyCellName.ts';
import { isExternalSolverCell } from '../document/withExternalSolvers.ts';
import { makeFollowedPath } from './followedPath.ts';
import type { PathStudy } from './pathStudy.ts';
import { PathStudySolver } from './pathStudySolver.ts';
import type { RunWithEffectors } from './solvePathRun.ts';

export interface PathRunPoint {
  readonly cell: number;
  /** Index of a start pose among the start poses of the cell. */
  readonly index: number;
  readonly point: number;
}

/**
 * Returns the scenario of one point of a path, from the pose before to the goals of the point. For
 * an external solver, the pose before is its last answer.
 */
export function makePathPointDocument(
  engine: Engine,
  study: PathStudy,
  run: Pick<RunWithEffectors, 'poses'>,
  place: PathRunPoint,
): PlainObject {
  const { cell, index, point } = place;
  const found = study.cells[cell];
  if (!found) throw new Error(`the study has no cell ${cell}`);
  const { scene, points } = makeFollowedPath(found.scenario, study.sampling);
  const { scenario } = scene;
  const goals = points[point] ?? [];
  const targets = scenario.targets.map((target, i) => ({
    ...target,
    position: goals[i]?.position ?? target.position,
    orientation: target.orientation && (goals[i]?.orientation ?? target.orientation),
  }));
  const { pose, of } = poseBefore(engine, study, run, place);
  const { view: _, ...document } = fullDocument({
    ...scenario,
    targets,
    start: clampPose(scene, pose),
  });
  const from =
    of === null
      ? `the start of run ${index} by ${studyCellName(study, found)}`
      : `the solution of ${studyCellName(study, found)} for ${of}, run ${index}`;
  const note = `Point ${point} of ${points.length} of a path, starting from ${from}.`;
  return { ...document, name: study.scenario.name, note };
}

/**
 * Returns the pose from which a point was solved. `of`: the origin of the pose; null for the start.
 */
function poseBefore(
  engine: Engine,
  study: PathStudy,
  { poses }: Pick<RunWithEffectors, 'poses'>,
  { cell, index, point }: PathRunPoint,
): { readonly pose: readonly number[]; readonly of: string | null } {
  const { points, rounds } = study.sampling;
  const n = poses.length / points;
  if (point > 0)
    return { pose: [...poses.subarray((point - 1) * n, point * n)], of: 'the point before it' };
  const found = study.cells[cell];
  if (rounds > 1 && found && isExternalSolverCell(found))
    return { pose: [...poses.subarray(-n)], of: 'the last point of the path' };
  const solver = new PathStudySolver(engine, study);
  try {
    const of = rounds > 1 ? 'the last point of the round before' : null;
    return { pose: solver.before(cell, index), of };
  } finally {
    solver.close();
  }
}

function clampPose({ tree, scenario }: Scene, pose: readonly number[]): number[] {
  if (scenario.limitPolicy === 'ignore') return [...pose];
  const joints = tree.joints.filter(isIndependentJoint);
  return pose.map((value, j) => clampToJointLimits(value, joints[j]?.limits ?? null));
}
