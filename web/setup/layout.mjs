/** Locations of our sources. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, which } from './tools.mjs';

const output = new Set(['build', 'dist', 'node_modules']);

/** Paths, relative to the checkout, of the files under `folder` with one of these endings. */
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

/** Returns clang-format 14 (Debian 12); other versions format differently. Null: missing. */
export function clangFormat() {
  const program = which('clang-format-14', 'clang-format');
  const version = program && execFileSync(program, ['--version'], { encoding: 'utf8' });
  return version && / version 14\./.test(version) ? program : null;
}

/** Links the installed libraries into a copy of the checkout, but the copy's own packages. */
export function linkModules(copy) {
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const packages = {
    iklab: 'iklab',
    robots: '@iklab/robots',
    study: '@iklab/study',
    logs: '@iklab/logs',
    scene: '@iklab/scene',
  };
  for (const [folder, name] of Object.entries(packages)) {
    const link = join(copy, 'web/node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(copy, 'web/packages', folder), link);
  }
}
