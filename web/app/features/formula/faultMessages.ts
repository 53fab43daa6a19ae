import type { FormulaFault } from './formulaReading.ts';

export interface FaultMessagePiece {
  readonly text: string;
  readonly bold: boolean;
}

/** Splits an error message into pieces; pieces between `**` are bold. */
export const splitFaultMessage = (message: string): FaultMessagePiece[] =>
  message
    .split('**')
    .map((text, i) => ({ text, bold: i % 2 === 1 }))
    .filter(({ text }) => text !== '');

/** Removes the emphasis marks (`**`) of an error message, for screen readers. */
export const plainFaultMessage = (message: string): string => message.replaceAll('**', '');

export function splitFirstSentence(message: string): readonly [first: string, rest: string] {
  const end = /[.?](?=\s+\S)/.exec(message);
  if (!end || isInName(message, end.index)) return [message, ''];
  return [message.slice(0, end.index + 1), message.slice(end.index + 1).trim()];
}

/**
 * Returns whether an offset in a message is between two `**`. A dot there is part of a name like
 * x.².
 */
const isInName = (message: string, offset: number): boolean =>
  message.slice(0, offset).split('**').length % 2 === 0;

export const firstFormulaFault = (faults: readonly FormulaFault[]): FormulaFault | null =>
  faults.reduce<FormulaFault | null>(
    (first, fault) => (first && first.from <= fault.from ? first : fault),
    null,
  );
