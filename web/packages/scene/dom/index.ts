/** Elements, boxes and design tokens. */

export { createElement } from './createElement.ts';
export { onThemeChange } from './onThemeChange.ts';
export { readDesignTokens } from './readDesignTokens.ts';
export { doBoxesOverlap, isBoxCrossedByLines, type ScreenBox } from './screenBox.ts';
export { stylePixel } from './stylePixel.ts';
export { whenFirstDrawn } from './whenFirstDrawn.ts';
