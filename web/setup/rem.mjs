/**
 * Converts pixels of the style sheets to rem, for a root font size of 16 px. Type, spaces and
 * regions then grow with the font size of the reader or of a large window. Hairlines stay in
 * pixels.
 */
const ROOT = 16;
const HAIR = 2;
const PIXELS = /(?<![\w.#-])(-?\d*\.?\d+)px\b/g;

const inUnit = (unit) => (text) =>
  text.replace(PIXELS, (all, length) =>
    Math.abs(length) > HAIR ? `${length / ROOT}${unit}` : all,
  );

/** Converts pixels to rem in values and container queries, relative to the root's font size. */
export const toRem = inUnit('rem');
/** Converts pixels to em in media queries, relative to the reader's font size alone. */
export const toEm = inUnit('em');

export const rem = () => ({
  postcssPlugin: 'rem',
  Once(sheet) {
    sheet.walkDecls((declaration) => {
      if (!declaration.value.includes('url(')) declaration.value = toRem(declaration.value);
    });
    sheet.walkAtRules('container', (rule) => {
      rule.params = toRem(rule.params);
    });
    sheet.walkAtRules('media', (rule) => {
      rule.params = toEm(rule.params);
    });
  },
});
