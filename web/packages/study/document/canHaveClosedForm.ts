import { resolveScenario } from '@iklab/core/scenario';
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
  const types: string[] = [];
  let id = effectors.find((effector) => effector.id === target.effector)?.parent ?? null;
  while (id !== null) {
    const joint = joints.find((each) => each.id === id);
    if (joint && joint.type !== 'fixed') types.push(joint.type);
    id = joint?.parent ?? null;
  }
  return types.length === 6 && types.every((type) => type === 'revolute');
}
