/** Elements, boxes and design tokens. */

export { doBoxesOverlap, isBoxCrossedByLines, type ScreenBox } from './boxes.ts';
export { readDesignTokens } from './designTokens.ts';
export { createElement } from './element.ts';
export { whenFirstDrawn } from './firstFrame.ts';
export { onThemeChange } from './onTheme.ts';
export { stylePixel } from './stylePixel.ts';
