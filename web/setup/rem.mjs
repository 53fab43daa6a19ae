/**
 * Pixels of the style sheets are those of a root of 16: they become rem, so that type, spaces and
 * regions grow with the root's font size, which is the reader's or that of a large window. Hairlines
 * stay as they are.
 */
const ROOT = 16;
const HAIR = 2;
const PIXELS = /(?<![\w.#-])(-?\d*\.?\d+)px\b/g;

const inUnit = (unit) => (text) =>
  text.replace(PIXELS, (all, length) =>
    Math.abs(length) > HAIR ? `${length / ROOT}${unit}` : all,
  );

/** For values, and for containers, which are measured by the same root. */
export const toRem = inUnit('rem');
/** For the window, which is measured by the reader's own size alone. */
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
