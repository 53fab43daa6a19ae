import { type LabScope, onLabEvent } from '../browser/labScope.ts';

/** Calls back before any input of a visitor is handled. */
export function onVisitorActivity(scope: LabScope, acts: () => void): void {
  for (const kind of ['pointerdown', 'click', 'wheel', 'keydown'] as const)
    onLabEvent(scope, kind, acts, { capture: true, passive: true });
}
