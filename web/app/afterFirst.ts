/** What the page answers to once its first picture stands: one script. */
export { onPrint } from './paper.ts';
export { onTrees } from './recall.ts';
export { onShortcuts } from './shortcuts.ts';
