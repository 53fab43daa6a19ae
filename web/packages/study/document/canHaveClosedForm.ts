import { resolveScenario } from '@iklab/core/scenario';
import { isMovable, listJointsToRoot } from '@iklab/core/scenario/robot';
import type { Study } from './study.ts';

/**
 * Returns whether the robot may have a closed form: one target with position and orientation, and
 * six revolute joints up to the effector.
 */
export function canHaveClosedForm({ scenario }: Pick<Study, 'scenario'>): boolean {
  const [target, ...others] = scenario.targets;
  if (!target || others.length > 0 || target.orientation === null || target.free !== null)
    return false;
  const { joints, effectors } = resolveScenario(scenario).tree;
  const parent = effectors.find(({ id }) => id === target.effector)?.parent ?? null;
  const chain = listJointsToRoot(joints, parent).filter(isMovable);
  return chain.length === 6 && chain.every(({ type }) => type === 'revolute');
}
