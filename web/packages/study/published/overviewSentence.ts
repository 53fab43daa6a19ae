/** The sentence that says how many printed numbers of all published tables are reproduced. */
import type { PublishedFigure } from './publishedTable.ts';
import { countReplicationScore } from './verdict.ts';

/** Sentence about the published tables in two parts; `lead` is emphasised. */
export interface ReplicationSentence {
  readonly lead: string;
  readonly rest: string;
}

/**
 * Summarises in a sentence how many printed numbers are reproduced. `isComplete`: whether all
 * tables have been computed.
 */
export function replicationSentence(
  figures: readonly PublishedFigure[],
  isComplete: boolean,
): ReplicationSentence {
  const { out, off, caused, sided, open } = countReplicationScore(figures);
  const all = out + off + open;
  const some = (count: number, one: string, more: string): string =>
    count > 0 ? `${count} ${count === 1 ? one : more}` : '';
  const knownReason = some(caused, 'is not, for a known reason', 'are not, for a known reason');
  const unknownReason = some(
    off - caused - sided,
    'is not, for an unknown reason',
    'are not, for an unknown reason',
  );
  // Applies to all numbers of a kind; short, so that the sentence fits on one line.
  const side = some(sided, 'is close, but on one side', 'are close, but on one side');
  const rest = [
    [knownReason, unknownReason, side].filter(Boolean).join(', '),
    some(open, 'is not judged', 'are not judged'),
  ];
  const verb = out === 1 ? 'is' : 'are';
  const numbers = all === 1 ? 'printed number' : 'printed numbers';
  return {
    lead: `${out} of ${all}`,
    rest: `${[`${numbers}${isComplete ? '' : ' so far'} ${verb} reproduced`, ...rest.filter(Boolean)].join('; ')}.`,
  };
}
