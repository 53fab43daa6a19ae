import type { Scenario } from '@iklab/core/scenario';
import type { MethodAgreement } from '@iklab/run/session';
import { makeFormulaAgreementRequest, TaskPool } from '@iklab/study/tasks';
import { browserClock, startStudyWorker } from '../../browser/studyWorkers.ts';
import type { StartFormula } from './startFormula.ts';

/**
 * Compares each formula with the formula's built-in method. `onFound` gets each result. The
 * returned function stops the comparison.
 */
export function findFormulaAgreements(
  scenario: Scenario,
  texts: readonly StartFormula[],
  onFound: (text: StartFormula, found: MethodAgreement) => void,
): () => void {
  const pool = new TaskPool(1, startStudyWorker, browserClock);
  for (const text of texts) {
    const { builtIn, params } = text;
    if (builtIn === null) continue;
    const request = makeFormulaAgreementRequest(scenario, text.text, {
      id: builtIn,
      ...(params && { params }),
    });
    pool.add(
      pool,
      request,
      (found) => onFound(text, found as MethodAgreement),
      () => {},
    );
  }
  return () => pool.close();
}
