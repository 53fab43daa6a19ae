/** Listeners in one script, which is installed after the first picture. */

export { listenForShortcuts } from '../features/find/listenForShortcuts.ts';
export { reopenFormulaDraft } from '../features/formula/reopenFormulaDraft.ts';
export { storePageOffline } from '../features/offline/storePageOffline.ts';
export { restoreSceneRobots } from '../features/robots/restoreSceneRobots.ts';
export { reportHostFaults } from './host/reportHostFaults.ts';
export { openLaunchedFiles } from './openLaunchedFiles.ts';
export { preparePicturePrinting } from './preparePicturePrinting.ts';
