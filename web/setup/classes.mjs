/** Class names for the style sheets of features, which are CSS modules. */

const STUDIES = ['benchmark', 'map', 'sweep', 'follow', 'papers', 'studies'];

/**
 * Returns the scope of a style sheet's class names. Sheets of a feature share a scope, so that
 * rules may use classes of other sheets.
 */
export function scopeOf(path) {
  const feature = /\/features\/(\w+)\//.exec(path)?.[1];
  if (!feature) throw new Error(`${path} is of no feature`);
  return STUDIES.includes(feature) ? 'study' : feature;
}

/**
 * Options for CSS modules: `bench-form` of a study is `study_bench-form` in the page and
 * `css.benchForm` in a script.
 */
export const classes = {
  localsConvention: 'camelCaseOnly',
  generateScopedName: (name, path) => `${scopeOf(path)}_${name}`,
};
