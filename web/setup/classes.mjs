/** Names of the classes that a style sheet of a feature, a CSS module, calls its own. */

/** Features that share their sheets: `study` has those of its kinds, too. */
const STUDIES = ['benchmark', 'map', 'sweep', 'follow', 'papers', 'studies'];

/** All sheets of a feature share one scope, so that a rule may speak of what another styles. */
export function scopeOf(path) {
  const feature = /\/features\/(\w+)\//.exec(path)?.[1];
  if (!feature) throw new Error(`${path} is of no feature`);
  return STUDIES.includes(feature) ? 'study' : feature;
}

/** `bench-form` of the sheets of a study is `study_bench-form` in the page and `css.benchForm` in a script. */
export const classes = {
  localsConvention: 'camelCaseOnly',
  generateScopedName: (name, path) => `${scopeOf(path)}_${name}`,
};
