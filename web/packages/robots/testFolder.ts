/** A folder of text files, for tests. */
import { folderOf } from './folder.ts';
import type { Folder } from './robot.ts';

export function folderWith(texts: Readonly<Record<string, string>>): Folder {
  const encoder = new TextEncoder();
  return folderOf(
    new Map(Object.entries(texts).map(([path, text]) => [path, encoder.encode(text)])),
  );
}
