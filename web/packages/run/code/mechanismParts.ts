import { type InlineTree, type Joint, jointDefaults, type Target } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { hasOrientationRows } from '@iklab/core/scenario/targets';
import type { CodeRun } from './codeRun.ts';

type Entry = Readonly<Record<string, unknown>>;

const withoutDefaults = (object: object, usual: Readonly<Record<string, unknown>>): Entry =>
  Object.fromEntries(
    Object.entries(object).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key]),
    ),
  );

export function compactTreeEntries({ joints, effectors }: InlineTree): {
  joints: readonly Entry[];
  effectors: readonly Entry[];
} {
  return {
    joints: joints.map((joint) =>
      withoutDefaults(joint, { ...jointDefaults, rest: defaultRest(joint) }),
    ),
    effectors: effectors.map((effector) =>
      withoutDefaults(effector, { xyz: jointDefaults.xyz, rpy: jointDefaults.rpy }),
    ),
  };
}

// The default of a document that leaves `rest` out.
const defaultRest = ({ limits }: Joint): number =>
  limits ? Math.min(Math.max(0, limits[0]), limits[1]) : 0;

export const listIndependentJoints = ({ scene }: CodeRun): readonly Joint[] =>
  scene.tree.joints.filter(isIndependentJoint);

export const hasOrientationGoal = (target: Target): boolean => hasOrientationRows(target);

export const listOrientationWeights = ({ scene }: CodeRun): readonly number[] => [
  ...new Set(
    scene.scenario.targets
      .filter(hasOrientationGoal)
      .map(({ orientationWeight }) => orientationWeight),
  ),
];
