/** Summarises the dots of all tables in one sentence. */
import type { Figure } from './publishedTable.ts';
import { scoreOf } from './verdict.ts';

/** The emphasised beginning of the sentence, and the rest. */
export interface GlanceSentence {
  readonly lead: string;
  readonly rest: string;
}

/** `whole`: whether all tables are computed. */
export function glanceSentence(figures: readonly Figure[], whole: boolean): GlanceSentence {
  const { out, off, caused, sided, open } = scoreOf(figures);
  const all = out + off + open;
  const some = (count: number, one: string, more: string): string =>
    count > 0 ? `${count} ${count === 1 ? one : more}` : '';
  const known = some(caused, 'is not, for a known reason', 'are not, for a known reason');
  const unknown = some(
    off - caused - sided,
    'is not, for an unknown reason',
    'are not, for an unknown reason',
  );
  // Applies to all numbers of a kind; short, so that the sentence fits on one line.
  const side = some(sided, 'is close, but on one side', 'are close, but on one side');
  const rest = [
    [known, unknown, side].filter(Boolean).join(', '),
    some(open, 'is not judged', 'are not judged'),
  ];
  const verb = out === 1 ? 'is' : 'are';
  const numbers = all === 1 ? 'printed number' : 'printed numbers';
  return {
    lead: `${out} of ${all}`,
    rest: `${[`${numbers}${whole ? '' : ' so far'} ${verb} reproduced`, ...rest.filter(Boolean)].join('; ')}.`,
  };
}
