import type { MotionKind } from '@iklab/core/scenario/targets';

/**
 * Choice in the menu of motions: `mixed` if targets have different ones, `record` to record a path.
 */
export type MotionKindChoice = MotionKind | 'mixed' | 'record';

/**
 * Returns the options of the menu of motions; `mixed` and `recorded` only while they are current.
 */
export function motionKindOptions(
  current: MotionKindChoice,
): (readonly [MotionKindChoice, string])[] {
  const only = (kind: MotionKindChoice) => (current === kind ? [[kind, kind] as const] : []);
  return [
    ...only('mixed'),
    ['still', 'still'],
    ['sine', 'sine'],
    ['circle', 'circle'],
    ['eight', 'figure eight'],
    ...only('recorded'),
    ['record', 'record a drag'],
  ];
}

export const motionKindName = (kind: MotionKind): string =>
  motionKindOptions(kind).find(([each]) => each === kind)?.[1] ?? kind;
