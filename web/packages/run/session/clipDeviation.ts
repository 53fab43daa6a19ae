import type { Session } from './session.ts';

const deviations = new WeakMap<Session, (number | null)[]>();

/**
 * Returns the deviation of a panel from the motion clip in degrees; null if nothing can be
 * compared.
 */
export const getClipDeviation = (session: Session, panel: number): number | null =>
  deviations.get(session)?.[panel] ?? null;

export function setClipDeviation(session: Session, panel: number, degrees: number | null): void {
  const all = deviations.get(session) ?? [];
  all[panel] = degrees;
  deviations.set(session, all);
}
