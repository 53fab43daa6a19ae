/** Faults of a method's text as the page says them. */
import type { FormulaFault } from './formulaReading.ts';

export interface Piece {
  readonly text: string;
  readonly bold: boolean;
}

/** A message in pieces: names between `**` are bold. */
export const pieces = (message: string): Piece[] =>
  message
    .split('**')
    .map((text, i) => ({ text, bold: i % 2 === 1 }))
    .filter(({ text }) => text !== '');

/** As plain text, for a screen reader. */
export const plainMessage = (message: string): string => message.replaceAll('**', '');

/** The first sentence of a message, which stands out, and the rest. */
export function firstSentence(message: string): readonly [first: string, rest: string] {
  const end = /[.?](?=\s+\S)/.exec(message);
  if (!end || inName(message, end.index)) return [message, ''];
  return [message.slice(0, end.index + 1), message.slice(end.index + 1).trim()];
}

/** Between two `**`: the dot belongs to a name, as in x.². */
const inName = (message: string, at: number): boolean =>
  message.slice(0, at).split('**').length % 2 === 0;

/** The fault that is told in full: the first by its place. */
export const firstFault = (faults: readonly FormulaFault[]): FormulaFault | null =>
  faults.reduce<FormulaFault | null>(
    (first, fault) => (first && first.from <= fault.from ? first : fault),
    null,
  );
