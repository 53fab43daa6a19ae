import type { InlineTree, Vec3 } from '@iklab/core/scenario';
import { EffectorTipChain } from './effectorTipChain.ts';
import { GoalErrors, type ToolOffset } from './goalErrors.ts';
import type { PosesToMeasure } from './measureLog.ts';
import type { LogGoal } from './readLogGoals.ts';

/**
 * Returns the mean goal offset of each end effector, in axes of the effector. Ignores goals of
 * unknown effectors.
 */
export function computeToolOffsets(
  { rows, angles }: PosesToMeasure,
  tree: InlineTree,
  goals: readonly LogGoal[],
): ToolOffset[] {
  const n = angles.length / Math.max(1, rows);
  const tips = new GoalErrors(tree, goals);
  for (let row = 0; row < rows; row++) tips.measure(angles, row * n, row);
  return tips.offsets;
}

export function moveEffectorsToTools(tree: InlineTree, offsets: readonly ToolOffset[]): InlineTree {
  const effectors = tree.effectors.map((effector) => {
    const offset = offsets.find((each) => each.effector === effector.id)?.offset;
    if (!offset) return effector;
    const chain = new EffectorTipChain({ joints: [], effectors: [] }, [
      { ...effector, parent: '' },
    ]);
    const { position: at, rotation: turn } = chain.tipFrame(0);
    const moved = ([0, 1, 2] as const).map(
      (i) => at[i] + turn[i].reduce((all, part, j) => all + part * (offset[j] as number), 0),
    );
    return { ...effector, xyz: moved as unknown as Vec3 };
  });
  return { ...tree, effectors };
}
