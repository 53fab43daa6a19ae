import {
  angleText,
  digitsText,
  figureText,
  fixedText,
  groupedText,
  lengthFigure,
} from '@iklab/core/format';
import type { Measures } from '@iklab/core/measure';
import type { LengthUnit } from '@iklab/core/scenario';
import type { Log } from '@iklab/logs';
import type { ReadLog } from './logMessages.ts';

export type LogFact = readonly [string, string];

export function rowsText({ rows, times }: Pick<Log, 'rows' | 'times'>): string {
  if (rows === 1) return '1 row, shown as one pose';
  return `${groupedText(rows)} rows over ${digitsText(times[rows - 1] ?? 0, 3)} s`;
}

export function fileFacts(
  { log, found: { measures }, errors, turns: orientationErrors }: ReadLog,
  unit: LengthUnit,
): readonly LogFact[] {
  const length = (metres: number): string => figureText(lengthFigure(metres, unit));
  const missed: LogFact[] = errors
    ? [
        ['RMS error', length(errors.rms)],
        ['largest error', length(errors.largest)],
      ]
    : [];
  const orientationFacts: LogFact[] = orientationErrors
    ? [
        ['RMS orientation error', angleText(orientationErrors.rms)],
        ['largest orientation error', angleText(orientationErrors.largest)],
      ]
    : [];
  return [...missed, ...orientationFacts, ...(log.rows === 1 ? [] : courseFacts(measures, unit))];
}

/** Returns the facts about the updates of a panel's window. */
export const windowFacts = (measures: Measures, unit: LengthUnit): readonly LogFact[] => [
  ['mean error', figureText(lengthFigure(measures.error, unit))],
  ...courseFacts(measures, unit),
];

function courseFacts(measures: Measures, unit: LengthUnit): readonly LogFact[] {
  const length = (metres: number): string => figureText(lengthFigure(metres, unit));
  return [
    ['jitter', fixedText(measures.jitter, 2)],
    ['shake', angleText(measures.shake)],
    ['travel', `${digitsText(measures.travel, 3)} rad`],
    ...(measures.slide > 0 ? ([['slide', length(measures.slide)]] as const) : []),
    ['limit hits', `${digitsText(100 * measures.limited, 2)} %`],
    ['jumps', String(measures.jumps)],
  ];
}
