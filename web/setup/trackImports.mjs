/** Counts the page's pending dynamic imports as activity, for which tests can wait. */

const OURS = /\/web\/(?:main\.ts|app\/|packages\/(?!element\/))/;
const IMPORT = /\bimport\(\s*(["'`])[^"'`]+\1\s*\)/g;
const COUNT = '__activity.track';

/** Returns a script whose dynamic imports report their end; null without such imports. */
export function withCountedImports(code) {
  const counted = code.replace(IMPORT, (all) => `${COUNT}('script', ${all})`);
  if (counted === code) return null;
  return `import { threadActivity as __activity } from '@iklab/core/time';${counted}`;
}

export const trackImports = () => ({
  name: 'counted-imports',
  apply: (_, { mode, command }) => command === 'build' && mode === 'production',
  transform(code, id) {
    const text = OURS.test(id) ? withCountedImports(code) : null;
    return text === null ? null : { code: text, map: null };
  },
});
