import type { InstanceStatus, StopReason } from '../engine/engine.ts';
import type { LengthUnit, Run } from '../scenario/types.ts';
import { type Outcome, STOP_TEXTS } from './choiceTexts.ts';
import { length, words } from './figures.ts';

export type { Outcome } from './choiceTexts.ts';

/** Where the last updates of a panel lead. */
export type Trend = 'steady' | 'closing in' | 'oscillating';

type Status = Pick<
  InstanceStatus,
  'updates' | 'updatesSinceMove' | 'stop' | 'within' | 'error' | 'restarts'
>;

const NEARLY = 1.1; // times the error that no pose can lower

/** It is as near as it can come, or has stopped as one does there; not for a fault of its own. */
function reachEnds({ stop, error }: Status, beyond: number): boolean {
  if (stop === 'breakdown') return false;
  return error <= NEARLY * beyond || (stop !== null && stop !== 'oscillating');
}

/** `beyond`: metres by which the targets are proved to be out of reach. */
export function outcome(
  status: Status,
  trend: Trend,
  run: Run,
  unit: LengthUnit = 'm',
  beyond = 0,
): Outcome {
  if (status.stop === 'reached')
    return {
      sign: 'check',
      words: `reached in ${status.updatesSinceMove}${after(status)}`,
      tone: 'good',
    };
  if (beyond > 0 && !status.within && reachEnds(status, beyond))
    return { sign: 'alert', words: `out of reach by ${words(length(beyond, unit))}`, tone: 'warn' };
  if (status.stop) return STOP_TEXTS[status.stop];
  if (status.within)
    return { sign: 'check', words: `within ${words(length(run.tolerance, unit))}`, tone: 'good' };
  if (status.updates === 0) return { sign: 'dots', words: 'at the start', tone: 'calm' };
  if (trend === 'oscillating') return STOP_TEXTS.oscillating;
  if (trend !== 'steady') return { sign: 'dots', words: trend, tone: 'calm' };
  return { sign: 'dots', words: run.mode === 'track' ? 'tracking' : 'on its way', tone: 'calm' };
}

const after = ({ restarts }: Status): string => {
  if (restarts === 0) return '';
  return ` after ${restarts} ${restarts === 1 ? 'restart' : 'restarts'}`;
};

/** The same of a moment of the past, of which less is kept. */
export function pastOutcome(updates: number, stop: StopReason | null): Outcome {
  if (stop) return STOP_TEXTS[stop];
  const words = updates === 0 ? 'at the start' : `after ${updates}`;
  return { sign: 'dots', words, tone: 'calm' };
}
