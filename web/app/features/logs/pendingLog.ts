/** Asks for the log file that a scene file names but does not contain. */

import type { Notice } from '@iklab/core/format/words';
import { deepEqual, type TreeSource } from '@iklab/core/scenario';
import { quoteFileName } from '@iklab/core/scenario/checks';
import type { SavedLog } from '@iklab/logs';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import type { LogReadingChoices } from './logChoices.ts';
import type { MeasuredLog } from './logMessages.ts';

const pending = memoizePerLab((): { card: SavedLog | null; tree: TreeSource | null } => ({
  card: null,
  tree: null,
}));

export function requestMissingLog(page: Page, card: SavedLog): void {
  Object.assign(pending(page), { card, tree: page.doc.editor.scenario.peek().tree });
  page.doc.notice.value = {
    title: 'This scene was saved with a log',
    reasons: [{ path: '', reason: `Drop ${quoteFileName(card.name)} here to play it.` }],
    text: '',
    isAboutScene: true,
  };
}

/** Returns the log of a saved scene that the visitor has not opened yet; null if none. */
export function findPendingLog(page: Page): SavedLog | null {
  const { card, tree } = pending(page);
  return card && deepEqual(tree, page.doc.editor.scenario.peek().tree) ? card : null;
}

export const toLogChoices = ({
  joints,
  angles,
  timeUnit,
  targets,
  fitted,
}: SavedLog): LogReadingChoices => ({
  columns: Object.fromEntries(joints.map(({ joint, column }) => [joint, column])),
  angles,
  ...(timeUnit && { timeUnit }),
  sceneGoals: targets === 'scene',
  fitted,
});

/**
 * Ends the request for a log because a log plays. Returns a notice if another log was requested.
 */
export function resolvePendingLog(page: Page, { log, hash }: MeasuredLog): readonly Notice[] {
  const card = findPendingLog(page);
  Object.assign(pending(page), { card: null, tree: null });
  if (!card || card.hash === hash) return [];
  const reason = `Hash of ${quoteFileName(card.name)}, with which the scene was saved: ${card.hash}. Hash of this file: ${hash}.`;
  const title = `${log.name} is not the log that the scene was saved with`;
  return [{ title, reasons: [{ path: '', reason }], text: '' }];
}
