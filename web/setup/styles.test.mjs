import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { scopeOf } from './classes.mjs';
import { sources } from './layout.mjs';
import { root } from './tools.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const camelCase = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const unique = (names) => [...new Set(names)].sort();

/** Returns the selectors of a style sheet, without classes of other sheets. */
function selectorsOf(path) {
  const text = read(path).replace(/\/\*.*?\*\/|url\([^)]*\)/gs, '');
  const heads = [...text.matchAll(/([^{};]+)\{/g)].map(([, head]) => head);
  const rules = heads.filter((head) => !head.trim().startsWith('@')).join();
  return rules.replace(/:global\([^()]*\)/g, '').split(/,(?![^()]*\))/);
}

const classesIn = (selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name);

/** Returns the classes that a style sheet defines. */
const classesOf = (path) => selectorsOf(path).flatMap(classesIn);

const modules = sources('web/app/features', '.module.css');
const scripts = sources('web/app/features', '.ts', '.tsx').map((path) => ({
  path,
  text: read(path),
}));
const IMPORTED = /import (\w+) from '([^']+\.module\.css)';/g;

/** Returns the classes that a script uses, as [sheet, name]; a computed name becomes a pattern. */
function usedClasses({ path, text }) {
  return [...text.matchAll(IMPORTED)].flatMap(([, name, from]) => {
    const sheet = normalize(join(dirname(path), from));
    const plain = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, key]) => key);
    const made = [...text.matchAll(new RegExp(`\\b${name}\\[(?:\`(\\w+)\\$|(\\w+)\\])`, 'g'))];
    return [...plain, ...made.map(([, start]) => `${start ?? ''}*`)].map((key) => [sheet, key]);
  });
}

test('all style sheets of features are CSS modules', () => {
  expect(sources('web/app/features', '.css').filter((path) => !modules.includes(path))).toEqual([]);
  expect(modules.length).toBeGreaterThan(30);
});

test('scripts use only classes that their style sheet defines', () => {
  const own = new Map(modules.map((path) => [path, classesOf(path).map(camelCase)]));
  const missing = scripts.flatMap((script) =>
    usedClasses(script)
      .filter(([sheet, key]) => !key.endsWith('*') && !own.get(sheet)?.includes(key))
      .map(([sheet, key]) => `${script.path}: ${key} of ${sheet}`),
  );
  expect(missing).toEqual([]);
});

test('every class of a style sheet is used', () => {
  const used = new Map();
  for (const script of scripts) {
    for (const [sheet, key] of usedClasses(script)) {
      const scope = scopeOf(sheet);
      used.set(scope, [...(used.get(scope) ?? []), key]);
    }
  }
  const fits = (name, key) =>
    key.endsWith('*') ? name.startsWith(key.slice(0, -1)) && key !== '*' : name === key;
  const unused = modules.flatMap((path) =>
    unique(classesOf(path))
      .filter((name) => !used.get(scopeOf(path))?.some((key) => fits(camelCase(name), key)))
      .map((name) => `${path}: ${name}`),
  );
  expect(unused).toEqual([]);
});

test('scripts take a class that is styled on its own from one style sheet', () => {
  const sheets = new Map();
  for (const [sheet, key] of scripts.flatMap(usedClasses)) {
    const name = `${scopeOf(sheet)} ${key}`;
    sheets.set(name, (sheets.get(name) ?? new Set()).add(sheet));
  }
  const styledAlone = modules.flatMap((path) =>
    selectorsOf(path)
      .map((selector) => unique(classesIn(selector)))
      .filter((names) => names.length === 1)
      .map(([name]) => `${scopeOf(path)} ${camelCase(name)}`),
  );
  const shared = unique(styledAlone).filter((name) => sheets.get(name)?.size > 1);
  expect(shared.map((name) => `${name}: ${[...sheets.get(name)].join(', ')}`)).toEqual([]);
});
