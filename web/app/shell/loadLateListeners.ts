import type { ComparePage } from './compare.ts';

export async function loadLateListeners(compare: ComparePage): Promise<void> {
  const after = await compare.doc.loadPart(import('./lateListeners.ts'));
  if (!after || compare.scope.endSignal.aborted) return;
  after.listenForShortcuts(compare);
  after.restoreRobots(compare);
  after.reopenDraft(compare);
  after.reportHostFaults(compare);
  after.keepOffline(compare);
  after.onLaunchedFiles(compare);
  after.onPrint(compare.scope, () => compare.loop.step(0));
}
