/** Elements, pixels and colours that picture and charts share. */
export { type Box, crossings, isCrossed, overlap } from './boxes.ts';
export { readTokens } from './designTokens.ts';
export { element } from './element.ts';
export { firstPictures } from './firstPictures.ts';
export { onTheme, type Themed } from './themeWatch.ts';
export { unit } from './unit.ts';
