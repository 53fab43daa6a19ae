import type { Compare } from './compare.ts';

/** To keys and paper: not needed for the first picture. */
export async function answers(compare: Compare): Promise<void> {
  const after = await compare.desk.part(import('./afterFirst.ts'));
  if (!after || compare.scope.ended.aborted) return;
  after.onShortcuts(compare);
  after.onTrees(compare);
  after.onPrint(compare.scope, () => compare.loop.step(0));
}
