/** The mechanism and what is asked of it, with what need not be said left out. */
import {
  hasOrientationRows,
  type InlineTree,
  isMovingJoint,
  type Joint,
  jointDefaults,
  type Target,
} from '../scenario/index.ts';
import type { CodeRun } from './codeRun.ts';

type Entry = Readonly<Record<string, unknown>>;

const said = (object: object, usual: Readonly<Record<string, unknown>>): Entry =>
  Object.fromEntries(
    Object.entries(object).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key]),
    ),
  );

/** As a document has them: joints and effectors. */
export function treeEntries({ joints, effectors }: InlineTree): {
  joints: readonly Entry[];
  effectors: readonly Entry[];
} {
  return {
    joints: joints.map((joint) => said(joint, { ...jointDefaults, rest: restUnsaid(joint) })),
    effectors: effectors.map((effector) =>
      said(effector, { xyz: jointDefaults.xyz, rpy: jointDefaults.rpy }),
    ),
  };
}

// what a document that leaves it out means
const restUnsaid = ({ limits }: Joint): number =>
  limits ? Math.min(Math.max(0, limits[0]), limits[1]) : 0;

export const movingJoints = ({ scene }: CodeRun): readonly Joint[] =>
  scene.tree.joints.filter(isMovingJoint);

/** Whether its turn is asked for. */
export const isTurned = (target: Target): boolean => hasOrientationRows(target);

/** Metres a radian, of the targets whose turn is asked for, each once. */
export const orientationWeights = ({ scene }: CodeRun): readonly number[] => [
  ...new Set(
    scene.scenario.targets.filter(isTurned).map(({ orientationWeight }) => orientationWeight),
  ),
];
