import type { PublishedFigure } from './publishedTable.ts';
import { countReplicationScore } from './replicationVerdict.ts';

export interface ReplicationSentence {
  readonly lead: string;
  readonly rest: string;
}

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
