import { createFolder } from './folder.ts';
import type { Folder } from './robot.ts';

export function makeTextFolder(texts: Readonly<Record<string, string>>): Folder {
  const encoder = new TextEncoder();
  return createFolder(
    new Map(Object.entries(texts).map(([path, text]) => [path, encoder.encode(text)])),
  );
}
