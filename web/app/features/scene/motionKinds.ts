import type { MotionKind } from '@iklab/core/scenario/targets';

/** Choice in the menu of motions; `mixed` if targets differ, `record` to start recording a path. */
export type KindChoice = MotionKind | 'mixed' | 'record';

/** Returns the menu's options; `mixed` and `recorded` are only listed while they apply. */
export function kindOptions(current: KindChoice): (readonly [KindChoice, string])[] {
  const only = (kind: KindChoice) => (current === kind ? [[kind, kind] as const] : []);
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

export const kindName = (kind: MotionKind): string =>
  kindOptions(kind).find(([each]) => each === kind)?.[1] ?? kind;
