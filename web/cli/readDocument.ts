/** Documents that commands take. */
import { MAX_SCENE_FILE, partedScene } from '@iklab/logs';
import { InputError } from './errors.ts';
import { readInput } from './input.ts';

/**
 * The JSON value of a file, of any shape; of an archive that of the scene that it carries. What a scene's
 * file has of a log beside it plays on the page alone, and is left out.
 */
export async function readDocument(file: string): Promise<unknown> {
  const text = await (/\.zip$/i.test(file) ? readArchive(file) : readInput(file, MAX_SCENE_FILE));
  const read = partedScene(text);
  if (!read.ok) throw new InputError(read.faults);
  const { scene, log } = read.value;
  if (log !== undefined)
    console.error('note: the log in it is left out: logs play beside methods on the page');
  return scene;
}

/** Its readers are loaded where there is one. */
async function readArchive(file: string): Promise<string> {
  const { carriedScene } = await import('./carriedScene.ts');
  return carriedScene(file);
}
