/** One pixel of the style sheets, in pixels of the window: it grows with the root's font size. */
/**
 * The size of a pixel of the style sheets, in pixels of the window: it grows with the root's font
 * size.
 */
export const unit = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
