import { type LabScope, onReach } from '../browser/labScope.ts';

/** Calls back before anything that a visitor does. */
export function onActs(scope: LabScope, acts: () => void): void {
  for (const kind of ['pointerdown', 'click', 'wheel', 'keydown'] as const)
    onReach(scope, kind, acts, { capture: true, passive: true });
}
