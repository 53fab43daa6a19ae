/** Documents that commands take. */
import { readJson } from 'iklab/scenario';
import { InputError } from './errors.ts';
import { readInput } from './input.ts';

/** The JSON value of a file, of any shape; of an archive that of the scene that it carries. */
export async function readDocument(file: string): Promise<unknown> {
  const read = readJson(await (/\.zip$/i.test(file) ? readArchive(file) : readInput(file)));
  if (!read.ok) throw new InputError(read.faults);
  return read.value;
}

/** Its readers are loaded where there is one. */
async function readArchive(file: string): Promise<string> {
  const { carriedScene } = await import('./carriedScene.ts');
  return carriedScene(file);
}
