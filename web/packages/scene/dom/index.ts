/** DOM elements, pixel units and colours shared by views and charts. */
export { type Box, crossings, isCrossed, overlap } from './boxes.ts';
export { readTokens } from './designTokens.ts';
export { element } from './element.ts';
export { firstPictures } from './firstPictures.ts';
export { onTheme, type Themed } from './themeWatch.ts';
export { unit } from './unit.ts';
