/** Listeners that are installed after the first picture: one script. */

export { listenForShortcuts } from '../features/find/shortcuts.ts';
export { reopenDraft } from '../features/formula/reopenDraft.ts';
export { keepOffline } from '../features/offline/keepOffline.ts';
export { restoreRobots } from '../features/robots/restoreRobots.ts';
export { reportHostFaults } from './host/hostFaults.ts';
export { onLaunchedFiles } from './launchedFiles.ts';
export { onPrint } from './onPrint.ts';
