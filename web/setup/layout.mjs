import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root, which } from './tools.mjs';

const output = new Set(['build', 'dist', 'node_modules']);

/** Returns the files below `folder` with one of the endings, relative to the checkout. */
export function sources(folder, ...endings) {
  const found = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!output.has(entry.name)) found.push(...sources(path, ...endings));
    } else if (endings.some((ending) => entry.name.endsWith(ending))) {
      found.push(path);
    }
  }
  return found.sort();
}

export const cppFiles = () => sources('wasm', '.cpp', '.hpp');

/** Returns the path of clang-format 14 (Debian 12), or null. Other versions format differently. */
export function clangFormat() {
  const program = which('clang-format-14', 'clang-format');
  const version = program && execFileSync(program, ['--version'], { encoding: 'utf8' });
  return version && / version 14\./.test(version) ? program : null;
}

/**
 * Links the installed libraries into a copy of the checkout. `@iklab` refers to the copy's
 * packages.
 */
export function linkModules(copy) {
  const link = (target, path) => {
    rmSync(path, { recursive: true, force: true });
    symlinkSync(target, path);
  };
  link(join(root, 'node_modules'), join(copy, 'node_modules'));
  const own = join(copy, 'web/node_modules/@iklab');
  mkdirSync(own, { recursive: true });
  for (const folder of readdirSync(join(root, 'web/packages'), { withFileTypes: true })) {
    if (folder.isDirectory()) link(join(copy, 'web/packages', folder.name), join(own, folder.name));
  }
}
