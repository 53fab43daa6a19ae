import type { Engine } from '@iklab/core/engine';
import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import { listLinkIndexPairs } from '@iklab/run/session';
import { parseTableScene, withLabOnDocument } from './tableScenes.ts';

/** Recorded run of the first method of a scenario document, pose by pose. */
export interface RecordedMethodRun {
  /** Lines to draw, as index pairs of points of a pose. */
  readonly bones: readonly (readonly [number, number])[];
  readonly names: readonly string[];
  /** Coordinates xyz of the points before the first update and after each update, metres. */
  readonly poses: readonly Float64Array[];
  /**
   * Values of the movable joints before the first update and after each update, radians or metres.
   */
  readonly angles: readonly Float64Array[];
  /** Positions xyz of the targets, metres. */
  readonly goals: readonly (readonly number[])[];
  /** True if the run ended within the recorded updates; false if it would continue. */
  readonly ended: boolean;
}

export function recordMethodRun(document: object, engine: Engine, most: number): RecordedMethodRun {
  const { tree } = parseTableScene(document, engine);
  return withLabOnDocument(document, engine, (lab) => {
    const poses: Float64Array[] = [];
    const angles: Float64Array[] = [];
    const recordPose = () => {
      poses.push(lab.points(0).slice());
      angles.push(lab.angles(0).slice());
    };
    recordPose();
    while (!lab.finished && poses.length <= most) {
      lab.advance(1);
      recordPose();
    }
    const goals = lab.goals();
    return {
      bones: listLinkIndexPairs(tree),
      names: [...tree.joints, ...tree.effectors].map(({ id }) => id),
      poses,
      angles,
      goals: Array.from({ length: lab.targetCount }, (_, i) => [
        ...goals.subarray(i * TARGET_STRIDE, i * TARGET_STRIDE + 3),
      ]),
      ended: lab.finished,
    };
  });
}
