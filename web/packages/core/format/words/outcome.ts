import type { InstanceStatus, StopReason } from '../../engine/engine.ts';
import type { RunSettings } from '../../scenario/types.ts';
import {
  formatLength,
  type Tolerances,
  toleranceText,
  wereTargetsReachedAtStart,
} from '../tolerances.ts';
import { type Outcome, STOP_OUTCOMES } from './choiceTexts.ts';

export type { Outcome } from './choiceTexts.ts';

export type RunTrend = 'steady' | 'closing in' | 'swinging' | 'oscillating' | 'no progress';

type Status = Pick<
  InstanceStatus,
  | 'updates'
  | 'updatesSinceMove'
  | 'stop'
  | 'within'
  | 'error'
  | 'objective'
  | 'objectiveBefore'
  | 'restarts'
> &
  Partial<Pick<InstanceStatus, 'line'>>;

/**
 * Returns the state of a run as the page shows it. `metresOutOfReach`: distance by which the
 * targets are provably out of reach.
 */
export function computeRunOutcome(
  status: Status,
  trend: RunTrend,
  tolerances: Tolerances,
  metresOutOfReach = 0,
): Outcome {
  if (status.stop === 'outside-limits') return STOP_OUTCOMES[status.stop];
  if (status.within && wereTargetsReachedAtStart(status, tolerances)) return READY_RUN_OUTCOME;
  if (status.stop === 'reached')
    return {
      sign: 'check',
      words: `reached in ${status.updatesSinceMove}${restartsText(status)}`,
      tone: 'good',
    };
  if (status.line) return { ...STOP_OUTCOMES.breakdown, words: `failed in line ${status.line}` };
  if (metresOutOfReach > 0 && !status.within && status.stop !== 'breakdown')
    return {
      sign: 'alert',
      words: `out of reach by ${formatLength(metresOutOfReach, tolerances.unit)}`,
      tone: 'warn',
    };
  if (status.stop) return STOP_OUTCOMES[status.stop];
  if (status.within) return { sign: 'check', words: toleranceText(tolerances), tone: 'good' };
  if (status.updates === 0) return { sign: 'dots', words: 'at the start', tone: 'calm' };
  return { ...TREND_OUTCOMES[trend], words: trendText(trend, tolerances.run) };
}

/**
 * Returns the number of updates to show: in runs that stop, the updates since the targets moved.
 */
export const countShownUpdates = (
  { updates, updatesSinceMove }: Pick<Status, 'updates' | 'updatesSinceMove'>,
  { mode }: Pick<RunSettings, 'mode'>,
): number => (mode === 'converge' ? updatesSinceMove : updates);

export const READY_RUN_OUTCOME: Outcome = { sign: 'check', words: 'ready', tone: 'good' };

const TREND_OUTCOMES: Readonly<Record<RunTrend, Omit<Outcome, 'words'>>> = {
  steady: { sign: 'dots', tone: 'calm' },
  'closing in': { sign: 'dots', tone: 'calm' },
  swinging: { sign: 'wave', tone: 'calm' },
  oscillating: { sign: 'wave', tone: 'calm' },
  'no progress': { sign: 'dots', tone: 'calm' },
};

function trendText(trend: RunTrend, { mode }: Tolerances['run']): string {
  if (trend === 'swinging') return 'joints oscillate';
  if (trend === 'closing in') return 'converging';
  if (trend !== 'steady') return trend;
  return mode === 'track' ? 'tracking' : 'running';
}

const restartsText = ({ restarts }: Status): string => {
  if (restarts === 0) return '';
  return ` after ${restarts} ${restarts === 1 ? 'restart' : 'restarts'}`;
};

export function pastRunOutcome(updates: number, stop: StopReason | null): Outcome {
  if (stop) return STOP_OUTCOMES[stop];
  const words = updates === 0 ? 'at the start' : `after ${updates}`;
  return { sign: 'dots', words, tone: 'calm' };
}
