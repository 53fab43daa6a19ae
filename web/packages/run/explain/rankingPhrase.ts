import {
  joinPhrasesAsList,
  makePhrase,
  makeStrongPhrase,
  type Phrase,
} from '@iklab/core/format/words';
import type { Session } from '../session/session.ts';

export const makePanelNamer =
  ({ instances }: Session) =>
  (panel: number): Phrase => [{ text: instances[panel]?.label.peek() ?? '', panel }];

export const sortPanelsAscending = (values: readonly number[]): number[] =>
  values.map((_, panel) => panel).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));

/**
 * Lists methods with their numbers: "SDLS 3.1 degrees, DLS 12 degrees and Transpose 40 degrees".
 */
export function rankingPhrase(
  session: Session,
  values: readonly number[],
  text: (value: number) => string,
): Phrase {
  const name = makePanelNamer(session);
  return joinPhrasesAsList(
    sortPanelsAscending(values).map(
      (panel) => makePhrase`${name(panel)} ${makeStrongPhrase(text(values[panel] ?? 0))}`,
    ),
  );
}

/**
 * Returns a note that numbers are not comparable, if methods continued from different poses;
 * otherwise nothing.
 */
export const unequalStartPoseNote = ({ isComparable, instances }: Session): Phrase[] =>
  isComparable || instances.length < 2
    ? []
    : [makePhrase`Each method continued from its own pose.`];
