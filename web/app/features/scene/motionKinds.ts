import type { MotionKind } from '@iklab/core/scenario/targets';

/** Choice in the menu of motions; `mixed` if targets differ, `record` to start recording a path. */
export type MotionKindChoice = MotionKind | 'mixed' | 'record';

/** Returns the menu's options; `mixed` and `recorded` are only listed while they apply. */
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
