/** A worker, started on demand, that compares formulas with the methods that they restate. */

import type { Scenario } from '@iklab/core/scenario';
import type { Agreement } from '@iklab/run/session';
import { agreementRequest, TaskPool } from '@iklab/study/tasks';
import { browserClock, startWorker } from '../../browser/studyWorkers.ts';
import type { ShelfText } from './shelfText.ts';

/**
 * Compares formulas with the methods that they restate, in sequence, and reports each success;
 * returns a function that stops this.
 */
export function findAgreements(
  scenario: Scenario,
  texts: readonly ShelfText[],
  onFound: (text: ShelfText, found: Agreement) => void,
): () => void {
  const pool = new TaskPool(1, startWorker, browserClock);
  for (const text of texts) {
    const { builtIn, params } = text;
    if (builtIn === null) continue;
    const request = agreementRequest(scenario, text.text, {
      id: builtIn,
      ...(params && { params }),
    });
    pool.add(
      pool,
      request,
      (found) => onFound(text, found as Agreement),
      () => {},
    );
  }
  return () => pool.close();
}
