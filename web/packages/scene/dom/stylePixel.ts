/**
 * Returns the size of a style sheet pixel in window pixels. The size scales with the font size of
 * the root element.
 */
export const stylePixel = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
