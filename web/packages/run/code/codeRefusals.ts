import { SOLVE_DEFAULTS } from '@iklab/core/engine/protocol';
import type { CodeRun } from './codeRun.ts';
import { hasOrientationGoal } from './mechanismParts.ts';

/** Function that returns why a language cannot express a run, as a sentence; null if it can. */
export type CodeRefusal = (run: CodeRun) => string | null;

const refuseIf =
  (holds: (run: CodeRun) => boolean, sentence: string): CodeRefusal =>
  (run) =>
    holds(run) ? sentence : null;

const anyTarget = (
  { scene }: CodeRun,
  holds: (target: CodeRun['scene']['scenario']['targets'][number]) => boolean,
) => scene.scenario.targets.some(holds);

export const combineCodeRefusals =
  (...all: readonly CodeRefusal[]): CodeRefusal =>
  (run) => {
    for (const refusal of all) {
      const sentence = refusal(run);
      if (sentence !== null) return sentence;
    }
    return null;
  };

export const refuseMovingTargets = refuseIf(
  ({ isStationary }) => !isStationary,
  'Its targets move; this code supports fixed targets only.',
);

export const refuseConvergingMovingTargets = refuseIf(
  ({ isStationary, scene }) => !isStationary && scene.scenario.run.mode === 'converge',
  'Its targets move whenever every method has stopped, which this code does not support.',
);

export const refusePathMotion = refuseIf(
  (run) => anyTarget(run, ({ motion }) => motion?.kind === 'path'),
  'A target follows a path of points, which this code does not support.',
);

export const refuseIncompleteFrame = refuseIf(
  ({ isStationary, frames }) => !isStationary && frames === null,
  'It runs in frames of the target motion, and its last update here is not the last of a frame.',
);

export const refuseRunBeyondSolve = refuseIf(
  ({ isStationary, unruled }) => isStationary && !unruled,
  'It continues after the point where a solve would end.',
);

export const refuseFreeAxes = refuseIf(
  (run) => anyTarget(run, ({ free }) => free !== null),
  'A target has free axes, which this code does not support.',
);

export const refuseUnsupportedStopRules = refuseIf(({ scene }) => {
  const { mode, residual, maxSlow, slowShare, restarts } = scene.scenario.run;
  const hasOtherShare = !!restarts?.maxSlow && slowShare !== SOLVE_DEFAULTS.slowShare;
  return mode === 'converge' && (residual !== null || maxSlow > 0 || hasOtherShare);
}, 'It stops by a residual or by slow updates, which this code does not support.');

export const refuseUnsupportedRestarts = refuseIf(({ scene }) => {
  const { mode, restarts } = scene.scenario.run;
  return mode === 'converge' && restarts?.outside !== 'keep' && !!restarts;
}, 'Its restarts have a rule for solutions outside the limits, which this code does not support.');

export const refuseRandomRestarts = refuseIf(
  ({ restarts }) => restarts > 0,
  'It restarts from other poses, which this code does not generate.',
);

export const refuseRoundingSensitiveRun = refuseIf(
  (run) => run.sensitive,
  'It is sensitive to rounding: NumPy’s different rounding would lead to another result.',
);

export const refuseUnfinishedRun = refuseIf(
  ({ cut, updates }) => cut || updates.length === 0,
  'It does not end within 20000 updates.',
);

export const runHasOrientationGoals = (run: CodeRun): boolean => anyTarget(run, hasOrientationGoal);
