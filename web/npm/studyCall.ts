/** Many problems of a scenario, drawn from a seed and solved by each of its methods. */
import { theEngine } from './loadModule.ts';
import type { StudyOptions, StudyRow } from './packageTypes.ts';

/**
 * Solves a study, a document as `iklab study` takes it or its JSON, in this thread: others have their turn
 * after each slice. A row for each method and problem, the same as the command line's.
 */
export async function study(
  document: object | string,
  options: StudyOptions = {},
): Promise<readonly StudyRow[]> {
  const { solvedStudy } = await import('./solvedStudy.ts');
  return solvedStudy(document, options, await theEngine());
}
