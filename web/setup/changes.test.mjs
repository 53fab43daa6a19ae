import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { matchesGlob, requiredStages, secondTierText } from './changes.mjs';
import { stages } from './stages.mjs';
import { selectStages } from './test.mjs';
import { root } from './tools.mjs';

test.each([
  ['wasm/src/**', 'wasm/src/a/b.cpp', true],
  ['wasm/src/**', 'wasm/source/b.cpp', false],
  ['web/*.{ts,css}', 'web/main.ts', true],
  ['web/*.{ts,css}', 'web/app/main.ts', false],
  ['web/*.{ts,css}', 'web/main.tsx', false],
  ['web/setup/npm*', 'web/setup/npmThreads.mjs', true],
  ['CMakeLists.txt', 'CMakeListsXtxt', false],
])('%s matches %s: %s', (glob, path, matches) => {
  expect(matchesGlob(path, glob)).toBe(matches);
});

test('every glob of the second tier matches a file of the checkout', () => {
  const folders = ['docs', 'wasm', 'web'];
  const skipped = /(^|\/)(build|dist|node_modules)(\/|$)/;
  const files = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((path) => !skipped.test(path));
  const globs = Object.values(stages).flatMap(({ requiredBy = [] }) => requiredBy);
  const unmatched = globs.filter(
    (glob) => !existsSync(join(root, glob)) && !files.some((file) => matchesGlob(file, glob)),
  );
  expect(unmatched).toEqual([]);
});

test('each stage follows existing stages, and none of the first tier follows one of the second', () => {
  for (const [name, { after = [], requiredBy }] of Object.entries(stages))
    for (const earlier of after) {
      expect(stages, name).toHaveProperty(earlier);
      if (!requiredBy)
        expect(stages[earlier].requiredBy, `${name} after ${earlier}`).toBeUndefined();
    }
});

test('names the stages that changed files require, with one file each', () => {
  const files = ['README.md', 'wasm/bindings/lab.cpp', 'web/app/ui/menu.tsx'];
  const required = requiredStages(files);
  expect(required.get('cells')).toBe('wasm/bindings/lab.cpp');
  expect(required.get('e2eMore')).toBe('web/app/ui/menu.tsx');
  expect(required.has('notebook')).toBe(false);
  expect(requiredStages(['README.md'])).toEqual(new Map());
});

test('leaves out stages that have run', () => {
  const files = ['docs/notebook.md'];
  expect(secondTierText(files, new Set())).toBe(
    'Your changes also require: notebook (docs/notebook.md). Run: npm test -- notebook',
  );
  expect(secondTierText(files, new Set(['notebook']))).toBe('');
  expect(secondTierText([], new Set())).toBe('');
});

test('selects the first tier, all stages, named ones with prerequisites, or failed ones', () => {
  const all = Object.keys(stages);
  const first = all.filter((name) => !stages[name].requiredBy);
  const failed = { stages: ['sizes'] };
  expect(selectStages([], failed)).toEqual(first);
  expect(selectStages(['--all'], failed)).toEqual(all);
  expect(selectStages(['cells'], failed)).toEqual(['module', 'cells']);
  expect(selectStages(['--failed'], failed)).toEqual(['module', 'page', 'sizes']);
});

test('rejects unknown stages and options, and lists the known ones', () => {
  expect(() => selectStages(['nothing'])).toThrow(
    /^unknown stage 'nothing'; expected one of: module, imports, /,
  );
  expect(() => selectStages(['--fast'])).toThrow(
    "unknown option '--fast'; expected --all or --failed",
  );
});
