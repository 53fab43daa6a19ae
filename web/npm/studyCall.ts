/** Runs the methods of a scenario on many random problems or along a path. */
import { getEngine } from './loadModule.ts';
import type { StudyOptions, StudyRow } from './packageTypes.ts';

/**
 * Runs a study, a document as for `iklab study` or its JSON, in this thread, and yields to other
 * tasks after each slice. Returns one row per method and problem, or run along a path, identical to
 * the command line's.
 */
export async function study(
  document: object | string,
  options: StudyOptions = {},
): Promise<readonly StudyRow[]> {
  const { runStudy: solvedStudy } = await import('./runStudy.ts');
  return solvedStudy(document, options, await getEngine());
}
