import type { ComparePage } from './comparePage.ts';

export async function loadDeferredListeners(compare: ComparePage): Promise<void> {
  const after = await compare.doc.loadPart(import('./lateListeners.ts'));
  if (!after || compare.scope.endSignal.aborted) return;
  after.listenForShortcuts(compare);
  after.restoreSceneRobots(compare);
  after.reopenFormulaDraft(compare);
  after.reportHostFaults(compare);
  after.storePageOffline(compare);
  after.openLaunchedFiles(compare);
  after.preparePicturePrinting(compare.scope, () => compare.loop.step(0));
}
