/** A log that a scene's file names without its numbers: its own file is asked for. */
import type { CarriedCard } from '@iklab/logs';
import type { Notice } from 'iklab/format';
import { deepEqual, fileName, type TreeSource } from 'iklab/scenario';
import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import type { LogChoices } from './logChoices.ts';
import type { ReadLog } from './logMessages.ts';

/** Of a lab: what is asked for, and for which mechanism. */
const asking = perLab((): { card: CarriedCard | null; tree: TreeSource | null } => ({
  card: null,
  tree: null,
}));

export function awaitLog(page: Page, card: CarriedCard): void {
  Object.assign(asking(page), { card, tree: page.doc.editor.scenario.peek().tree });
  page.doc.notice.value = {
    title: 'This scene was saved with a log',
    reasons: [{ path: '', reason: `Drop ${fileName(card.name)} here to play it.` }],
    text: '',
    ofScene: true,
  };
}

/** What the mechanism at work was saved with and lacks; null: nothing. */
export function awaitedCard(page: Page): CarriedCard | null {
  const { card, tree } = asking(page);
  return card && deepEqual(tree, page.doc.editor.scenario.peek().tree) ? card : null;
}

/** As the log was read when the scene was saved. */
export const choicesIn = ({
  joints,
  angles,
  timeUnit,
  targets,
  fitted,
}: CarriedCard): LogChoices => ({
  columns: Object.fromEntries(joints.map(({ joint, column }) => [joint, column])),
  angles,
  ...(timeUnit && { timeUnit }),
  sceneGoals: targets === 'scene',
  fitted,
});

/** A log plays: it is told where another one was asked for. */
export function metLog(page: Page, { log, hash }: ReadLog): readonly Notice[] {
  const card = awaitedCard(page);
  Object.assign(asking(page), { card: null, tree: null });
  if (!card || card.hash === hash) return [];
  const reason = `Hash of ${fileName(card.name)}, with which the scene was saved: ${card.hash}. Hash of this file: ${hash}.`;
  const title = `${log.name} is not the log that the scene was saved with`;
  return [{ title, reasons: [{ path: '', reason }], text: '' }];
}
