/** Methods by a number of each, the smallest first. */
import { listedParts } from '../format/lists.ts';
import { type Phrase, say, strong } from '../format/phrase.ts';
import type { Session } from '../run/session.ts';

export const nameOf =
  ({ instances }: Session) =>
  (panel: number): Phrase => [{ text: instances[panel]?.label.peek() ?? '', panel }];

export const order = (values: readonly number[]): number[] =>
  values.map((_, panel) => panel).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));

/** “SDLS 3.1°, DLS 12° and Transpose 40°”. */
export function inOrder(
  session: Session,
  values: readonly number[],
  text: (value: number) => string,
): Phrase {
  const name = nameOf(session);
  return listedParts(
    order(values).map((panel) => say`${name(panel)} ${strong(text(values[panel] ?? 0))}`),
  );
}

/** Who goes on from where it stood has another way to go. */
export const begun = ({ isComparable, instances }: Session): Phrase[] =>
  isComparable || instances.length < 2 ? [] : [say`Each method continued from its own pose.`];
