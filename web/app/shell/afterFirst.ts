/** What the page answers to once its first picture stands: one script. */

export { onShortcuts } from '../features/find/shortcuts.ts';
export { onTrees } from '../features/robots/recall.ts';
export { onPrint } from './paper.ts';
