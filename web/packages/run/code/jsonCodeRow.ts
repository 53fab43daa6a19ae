import type { RestartSettings } from '@iklab/core/scenario';
import type { CodeExportRow } from './codeExportRow.ts';
import * as cannot from './codeRefusals.ts';
import { type CodeRun, runsUntilConverged } from './codeRun.ts';
import {
  codeHeaderComment,
  codeLicenceText,
  codeRunEndText,
  formatVisibleJson,
  toCodeCommentLine,
} from './codeText.ts';

/** Leaves out settings that older files do not have, if they are the defaults. */
const omitDefaults = ({ from, maxSlow, ...restarts }: RestartSettings) => ({
  ...restarts,
  ...(from !== 'random' && { from }),
  ...(maxSlow > 0 && { maxSlow }),
});

function describeRun(run: CodeRun, licence: string): object {
  const { scene, panel, updates, stop, isStationary } = run;
  const { scenario, tree } = scene;
  const { restarts, ...rules } = scenario.run;
  return {
    about: [
      toCodeCommentLine(codeHeaderComment(run)),
      toCodeCommentLine(codeLicenceText(run, licence)) ||
        'The document does not name the source of these numbers.',
      "The frame of a joint is at xyz in its parent's frame, rotated by rpy about the parent's fixed x, y, z axes. The joint rotates about its axis or slides along it; the axis is given in the joint's frame. A screw joint does both: pitch is in metres per radian.",
      'Rows of the error: 3 for the position of each target; with a quaternion, 3 more for orientationWeight times the rotation vector from the current to the target orientation. All along the axes of the root.',
    ],
    joints: tree.joints.map(({ id, xyz, rpy, type, mimic, ...joint }) => ({
      name: id,
      kind: type,
      parent: joint.parent,
      origin: { xyz, rpy },
      axis: joint.axis,
      limits: joint.limits,
      ...(type === 'screw' && { pitch: joint.pitch }),
      ...(mimic && { mimic }),
      ...{ rest: joint.rest, comfort: joint.comfort, weight: joint.weight },
    })),
    effectors: tree.effectors.map(({ id, parent, xyz, rpy }) => ({
      name: id,
      parent,
      origin: { xyz, rpy },
    })),
    start: scene.start,
    goals: scenario.targets.map(({ orientation, ...target }) => ({
      ...{ effector: target.effector, position: target.position, quaternion: orientation },
      ...(orientation && { orientationWeight: target.orientationWeight }),
      ...(target.motion && { motion: target.motion }),
      ...(target.tolerance && { tolerance: target.tolerance }),
      ...(target.free && { free: target.free }),
    })),
    method: {
      id: panel.id,
      parameters: panel.params,
      limits: scenario.limitPolicy,
      // The active stage has its own limit.
      maxStep: panel.maxStep === 'stage' ? 'that of the stage at work' : panel.maxStep,
      maxSlide: panel.maxSlide,
      gain: panel.gain,
      targetClamp: panel.targetClamp,
      secondary: panel.secondary,
    },
    rules: { ...rules, restarts: restarts && omitDefaults(restarts) },
    updates: updates.map(({ update, time, angles, error }) => ({
      update,
      ...(!isStationary && { time }),
      error,
      joints: angles,
    })),
    stop,
    end: toCodeCommentLine(codeRunEndText(run)),
  };
}

export const jsonCodeRow: CodeExportRow = {
  id: 'json',
  name: 'JSON',
  needs: 'neutral, no library',
  file: 'run.json',
  does: (run) =>
    `The input of your own solver, and the joint values that it must have after each of ${
      runsUntilConverged(run.scene) ? 'the' : 'the first'
    } ${run.updates.length} updates, to the last digit.`,
  refusal: cannot.refuseUnfinishedRun,
  write: (run, licence) => `${formatVisibleJson(describeRun(run, licence))}\n`,
  extraFiles: [],
};
