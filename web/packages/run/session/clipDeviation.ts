/** Stores how far a session's panels deviate from a recorded motion, as shown in its panes. */
import type { Session } from './session.ts';

const deviations = new WeakMap<Session, (number | null)[]>();

/**
 * Returns the deviation of a panel from the motion clip in degrees; null if nothing can be
 * compared.
 */
export const getClipDeviation = (session: Session, panel: number): number | null =>
  deviations.get(session)?.[panel] ?? null;

/**
 * Stores the deviation of a panel from the motion clip in degrees; null if nothing can be compared.
 */
export function setClipDeviation(session: Session, panel: number, degrees: number | null): void {
  const all = deviations.get(session) ?? [];
  all[panel] = degrees;
  deviations.set(session, all);
}
