export { type Box, crossings, isCrossed, overlap } from './boxes.ts';
export { readTokens } from './designTokens.ts';
export { createElement } from './element.ts';
export { whenFirstDrawn } from './firstFrame.ts';
export { onTheme, type ThemeRoot } from './onTheme.ts';
export { stylePixel } from './stylePixel.ts';
