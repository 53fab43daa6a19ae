import {
  angleText,
  fixedDecimalsText,
  groupedCountText,
  lengthWithUnit,
  significantDigitsText,
  valueWithUnitText,
} from '@iklab/core/format';
import type { TrajectoryMeasures } from '@iklab/core/measure';
import type { LengthUnit } from '@iklab/core/scenario';
import type { JointLog } from '@iklab/logs';
import type { MeasuredLog } from './logMessages.ts';

export type LogFact = readonly [string, string];

export function logRowsText({ rows, times }: Pick<JointLog, 'rows' | 'times'>): string {
  if (rows === 1) return '1 row, shown as one pose';
  return `${groupedCountText(rows)} rows over ${significantDigitsText(times[rows - 1] ?? 0, 3)} s`;
}

export function listLogFileFacts(
  { log, found: { measures }, errors, turns: orientationErrors }: MeasuredLog,
  unit: LengthUnit,
): readonly LogFact[] {
  const length = (metres: number): string => valueWithUnitText(lengthWithUnit(metres, unit));
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

export const listRecentMeasures = (
  measures: TrajectoryMeasures,
  unit: LengthUnit,
): readonly LogFact[] => [
  ['mean error', valueWithUnitText(lengthWithUnit(measures.error, unit))],
  ...courseFacts(measures, unit),
];

function courseFacts(measures: TrajectoryMeasures, unit: LengthUnit): readonly LogFact[] {
  const length = (metres: number): string => valueWithUnitText(lengthWithUnit(metres, unit));
  return [
    ['jitter', fixedDecimalsText(measures.jitter, 2)],
    ['shake', angleText(measures.shake)],
    ['travel', `${significantDigitsText(measures.travel, 3)} rad`],
    ...(measures.slide > 0 ? ([['slide', length(measures.slide)]] as const) : []),
    ['limit hits', `${significantDigitsText(100 * measures.limited, 2)} %`],
    ['jumps', String(measures.jumps)],
  ];
}
