/** Copies of the built page, and a newer build of it with different file names. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export class PageBuildCopies {
  readonly #folder = mkdtempSync(join(tmpdir(), 'iklab-builds-'));

  /** Copies the built page to a new folder with this name; returns its path. */
  copy(name: string): string {
    const folder = join(this.#folder, name);
    cpSync(join(root, 'web/dist'), folder, { recursive: true });
    return folder;
  }

  next(name: string): string {
    const folder = this.copy(name);
    const assets = join(folder, 'assets');
    const names = readdirSync(assets).map((old) => [old, old.replace(/\.(\w+)$/, '.next.$1')]);
    const renamed = (text: string): string =>
      names.reduce((all, [old = '', now = '']) => all.replaceAll(old, now), text);
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/\.(js|css|html)$/.test(file)) {
        const path = join(folder, file);
        writeFileSync(path, renamed(readFileSync(path, 'utf8')));
      }
    for (const [old = '', now = ''] of names) renameSync(join(assets, old), join(assets, now));
    this.seal(folder);
    return folder;
  }

  /** Updates the list of files that the service worker caches. */
  seal(folder: string): void {
    execFileSync(process.execPath, [join(root, 'web/setup/sealedPage.mjs'), folder]);
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
