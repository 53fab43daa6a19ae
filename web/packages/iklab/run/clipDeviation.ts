/** How far the panels of a session are off a recorded motion now, as its panes say it. */
import type { Session } from './session.ts';

const told = new WeakMap<Session, (number | null)[]>();

/** Degrees; null: there is nothing to compare with. */
export const clipDeviation = (session: Session, panel: number): number | null =>
  told.get(session)?.[panel] ?? null;

/** Sets by how many degrees a panel is off the recorded motion; null: nothing can be compared. */
export function setClipDeviation(session: Session, panel: number, degrees: number | null): void {
  const all = told.get(session) ?? [];
  all[panel] = degrees;
  told.set(session, all);
}
