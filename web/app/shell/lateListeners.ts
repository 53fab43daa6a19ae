/** What the page answers to once its first picture stands: one script. */

export { onShortcuts } from '../features/find/shortcuts.ts';
export { restoreRobots } from '../features/robots/restoreRobots.ts';
export { onPrint } from './paper.ts';
