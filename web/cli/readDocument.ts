import { MAX_SCENE_FILE_BYTES, splitSceneFile } from '@iklab/logs';
import { InputError } from './errors.ts';
import { readInputText } from './readInputText.ts';

/** Reads JSON from a file, or the scene from an archive. Ignores a log in the file. */
export async function readDocument(file: string): Promise<unknown> {
  const text = await (/\.zip$/i.test(file)
    ? readArchive(file)
    : readInputText(file, MAX_SCENE_FILE_BYTES));
  const read = splitSceneFile(text);
  if (!read.ok) throw new InputError(read.faults);
  const { scene, log } = read.value;
  if (log !== undefined)
    console.error('note: ignored the log in the file; logs only play on the page');
  return scene;
}

async function readArchive(file: string): Promise<string> {
  const { readSceneOfArchive: carriedScene } = await import('./readSceneOfArchive.ts');
  return carriedScene(file);
}
