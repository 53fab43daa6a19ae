import type { MotionKind } from '@iklab/core/scenario/targets';

/** `mixed` if targets have different motions, `record` to record a path. */
export type MotionKindChoice = MotionKind | 'mixed' | 'record';

/** Returns the options of a menu. `mixed` and `recorded` are options only while current. */
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
