import type { Compare } from './compare.ts';

/** To keys and paper: not needed for the first picture. */
export async function answers(compare: Compare): Promise<void> {
  const after = await compare.desk.part(import('./afterFirst.ts'));
  after?.onShortcuts(compare);
  after?.onTrees(compare);
  after?.onPrint(() => compare.loop.step(0));
}
