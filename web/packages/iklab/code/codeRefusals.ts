/** Why a run cannot be expressed in some language: sentences that are shown instead of the code. */
import type { CodeRun } from './codeRun.ts';
import { isTurned } from './mechanismParts.ts';
import { isFormula } from './methodParts.ts';

/** Returns null if the run can be expressed. */
export type Refusal = (run: CodeRun) => string | null;

const when =
  (holds: (run: CodeRun) => boolean, sentence: string): Refusal =>
  (run) =>
    holds(run) ? sentence : null;

const anyTarget = (
  { scene }: CodeRun,
  holds: (target: CodeRun['scene']['scenario']['targets'][number]) => boolean,
) => scene.scenario.targets.some(holds);

export const firstRefusal =
  (...all: readonly Refusal[]): Refusal =>
  (run) => {
    for (const refusal of all) {
      const said = refusal(run);
      if (said !== null) return said;
    }
    return null;
  };

export const moving = when(
  ({ still }) => !still,
  'Its targets move; this code supports fixed targets only.',
);

/** Refuses targets that wait for the methods to stop. */
export const movingAndWaiting = when(
  ({ still, scene }) => !still && scene.scenario.run.mode === 'converge',
  'Its targets move whenever every method has stopped, which this code does not support.',
);

export const onPath = when(
  (run) => anyTarget(run, ({ motion }) => motion?.kind === 'path'),
  'A target follows a path of points, which this code does not support.',
);

export const brokenFrame = when(
  ({ still, frames }) => !still && frames === null,
  'It runs in frames of the target motion, and its last update here is not the last of a frame.',
);

export const unlikeSolve = when(
  ({ still, unruled }) => still && !unruled,
  'It continues after the point where a solve would end.',
);

export const partial = when(
  (run) => anyTarget(run, ({ free }) => free !== null),
  'A target has free axes, which this code does not support.',
);

export const furtherRules = when(({ scene }) => {
  const { mode, residual, maxSlow } = scene.scenario.run;
  return mode === 'converge' && (residual !== null || maxSlow > 0);
}, 'It stops by a residual or by slow updates, which this code does not support.');

export const furtherRestarts = when(({ scene }) => {
  const { mode, restarts } = scene.scenario.run;
  return mode === 'converge' && restarts?.outside !== 'keep' && !!restarts;
}, 'Its restarts have a rule for solutions outside the limits, which this code does not support.');

export const formulaMethod = when(
  ({ panel }) => isFormula(panel),
  'Its method is a formula, which this code does not support.',
);

export const restarted = when(
  ({ restarts }) => restarts > 0,
  'It restarts from random poses, which this code does not generate.',
);

export const sensitive = when(
  (run) => run.sensitive,
  'It is sensitive to rounding: NumPy’s different rounding would lead to another result.',
);

export const cutShort = when(
  ({ cut, updates }) => cut || updates.length === 0,
  'It does not end within 20000 updates.',
);

export const asksTurns = (run: CodeRun): boolean => anyTarget(run, isTurned);
