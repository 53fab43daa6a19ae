/** Listeners that are installed after the first picture: one script. */

export { listenForShortcuts } from '../features/find/shortcuts.ts';
export { reopenFormulaDraft } from '../features/formula/reopenDraft.ts';
export { storePageOffline } from '../features/offline/keepOffline.ts';
export { restoreSceneRobots } from '../features/robots/restoreRobots.ts';
export { reportHostFaults } from './host/hostFaults.ts';
export { openLaunchedFiles } from './launchedFiles.ts';
export { preparePicturePrinting } from './onPrint.ts';
