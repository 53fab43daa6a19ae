import type { MotionKind } from 'iklab/scenario';

/** What a menu of motions offers; `mixed`: not all the same, `record`: by hand, from now on. */
export type KindChoice = MotionKind | 'mixed' | 'record';

/** Motions as the page calls them, with the one at hand. */
export function kindOptions(now: KindChoice): (readonly [KindChoice, string])[] {
  const only = (kind: KindChoice) => (now === kind ? [[kind, kind] as const] : []);
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
