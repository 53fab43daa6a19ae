import { resolveScenario, type Scenario } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { writeUrdf } from '@iklab/robots';
import type { SolverRules } from './solverSession.ts';

/**
 * Mode of a solver. `solve`: independent problems. `follow`: points of a path, each from the last
 * answer.
 */
export type SolverMode =
  | { readonly mode: 'solve' }
  | {
      readonly mode: 'follow';
      /** Points per round, rounds per run, seconds per round. */
      readonly points: number;
      readonly rounds: number;
      readonly period: number;
    };

export function makeSolverOpeningLine(
  scenario: Scenario,
  seed: number,
  name: string,
  { time }: SolverRules,
  mode: SolverMode,
): string {
  const { tree } = resolveScenario(scenario);
  const movingJoints = tree.joints.filter(isIndependentJoint);
  const { text, base, links } = writeUrdf(tree, scenario.name);
  const { tolerance, orientationTolerance, maxUpdates, restarts, ...run } = scenario.run;
  const { minImprovement, maxRises, residual, maxSlow, slowShare } = run;
  return JSON.stringify({
    iklab: 'solver',
    protocol: 1,
    name,
    robot: {
      urdf: text,
      tree,
      joints: movingJoints.map(({ id }) => id),
      lower: movingJoints.map(({ limits }) => limits?.[0] ?? null),
      upper: movingJoints.map(({ limits }) => limits?.[1] ?? null),
      base,
      effectors: scenario.targets.map(
        ({ effector, orientation, orientationWeight, tolerance: ownTolerance, free }) => ({
          name: effector,
          link: links[tree.effectors.findIndex(({ id }) => id === effector)],
          oriented: orientation !== null,
          orientationWeight,
          ...(ownTolerance && { tolerance: ownTolerance }),
          ...(free && { free }),
        }),
      ),
    },
    task: {
      tolerance,
      orientationTolerance,
      limits: scenario.limitPolicy,
      time: time === 0 ? null : time,
      updates: maxUpdates * (1 + (restarts?.most ?? 0)),
      seed,
      ...mode,
      // The stop criteria of our methods; a program may use others.
      rules: { minImprovement, maxRises, maxUpdates, residual, maxSlow, slowShare },
    },
  });
}
