/** A worker that compares texts with the methods that they restate: it comes when it is asked for. */
import { agreementRequest, TaskPool } from '@iklab/study';
import type { Agreement } from 'iklab/run';
import type { Scenario } from 'iklab/scenario';
import { browserClock, startWorker } from '../../browser/studyWorkers.ts';
import type { ShelfText } from './shelfText.ts';

/** One text after the other; what cannot be found is not told. Gives a way to end it. */
export function findAgreements(
  scenario: Scenario,
  texts: readonly ShelfText[],
  tell: (text: ShelfText, found: Agreement) => void,
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
      (found) => tell(text, found as Agreement),
      () => {},
    );
  }
  return () => pool.close();
}
