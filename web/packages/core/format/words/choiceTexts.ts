/** Display texts for the enums of engine/protocol.ts; a missing text is a compile error. */
import {
  AXIS_FRAMES,
  type AxisFrame,
  CLAMP_MODES,
  CLAMP_RULES,
  type ClampMode,
  type ClampRule,
  LIMIT_POLICIES,
  type LimitPolicy,
  OUTSIDES,
  type Outside,
  RESTART_POSES,
  type RestartPose,
  RUN_MODES,
  type RunMode,
  SECONDARY_KINDS,
  type SecondaryKind,
} from '../../engine/protocol.ts';
import type { StopReason } from '../../engine/traceReader.ts';

type Texts<W extends string> = Readonly<Record<W, string>>;

const limitPolicy: Texts<LimitPolicy> = {
  ignore: 'ignored',
  clamp: 'clamped',
  lock: 'locked',
  wrap: 'wrapped, else clamped',
};
const clampMode: Texts<ClampMode> = { off: 'off', fixed: 'fixed', adaptive: 'adaptive' };
const clampRule: Texts<ClampRule> = {
  paper: 'as printed',
  published: 'authors’ program',
  repaired: 'corrected program',
};
const runMode: Texts<RunMode> = { track: 'track', converge: 'converge', hybrid: 'hybrid' };
const secondary: Texts<SecondaryKind> = {
  none: 'none',
  rest: 'rest pose',
  'limit-middle': 'middle of the limits',
  manipulability: 'manipulability',
  clearance: 'clearance',
};

const outside: Texts<Outside> = {
  keep: 'solutions too',
  wrap: 'rejected, angles within ±180°',
  turn: 'rejected, unless full turns help',
};
const restartPose: Texts<RestartPose> = {
  random: 'random',
  table: 'nearest of 256',
};
const axisFrame: Texts<AxisFrame> = { world: 'the world', target: 'the target' };

const toChoices = <W extends string>(words: readonly W[], texts: Texts<W>) =>
  words.map((word) => [word, texts[word]] as const);

export const AXIS_FRAME_TEXTS = toChoices(AXIS_FRAMES, axisFrame);
export const LIMIT_POLICY_TEXTS = toChoices(LIMIT_POLICIES, limitPolicy);
export const OUTSIDE_LIMITS_TEXTS = toChoices(OUTSIDES, outside);
export const RESTART_POSE_TEXTS = toChoices(RESTART_POSES, restartPose);
export const CLAMP_MODE_TEXTS = toChoices(CLAMP_MODES, clampMode);
export const CLAMP_RULE_TEXTS = toChoices(CLAMP_RULES, clampRule);
export const RUN_MODE_TEXTS = toChoices(RUN_MODES, runMode);

/**
 * Returns the texts of secondary objectives. Clearance is offered only if it is `current`, because
 * only the document can define it.
 */
export const secondaryTexts = (current: SecondaryKind) =>
  toChoices(
    SECONDARY_KINDS.filter((kind) => kind !== 'clearance' || kind === current),
    secondary,
  );

/** State or end of a run as an icon, words and a colour, because colour alone is not accessible. */
export interface Outcome {
  readonly sign: 'check' | 'dots' | 'wave' | 'alert';
  readonly words: string;
  readonly tone: 'good' | 'calm' | 'warn' | 'bad';
}

const STOPPED: Outcome = { sign: 'alert', words: 'stopped short', tone: 'warn' };

export const STOP_OUTCOMES: Readonly<Record<StopReason, Outcome>> = {
  reached: { sign: 'check', words: 'reached', tone: 'good' },
  stalled: STOPPED,
  'at-limit': STOPPED,
  breakdown: { sign: 'alert', words: 'failed: singular system', tone: 'bad' },
  'no-improvement': STOPPED,
  oscillating: STOPPED,
  'iteration-limit': { sign: 'alert', words: 'update limit reached', tone: 'warn' },
  'too-slow': STOPPED,
  'outside-limits': { sign: 'alert', words: 'reached, outside joint limits', tone: 'bad' },
};
