/** What methods let one see of an update as one number each: those of which the lab keeps every one. */
import { MOST_SHOWN } from '../engine/protocol.ts';
import type { Observable } from './catalogue.ts';

/** A method's, in the order of its row; of none, none. */
export const singleNumbers = <O extends Observable>(
  row: { readonly observables: readonly O[] } | null,
): readonly O[] =>
  row ? row.observables.filter(({ per }) => per === 'instance').slice(0, MOST_SHOWN) : [];

/** What each is called in a record: by its label, or by its key where it has none of its own. */
export function singleNames(row: { readonly observables: readonly Observable[] } | null): string[] {
  const all = singleNumbers(row);
  const alone = (label: string) => all.filter((other) => other.label === label).length === 1;
  return all.map(({ key, label }) => (label && alone(label) ? label : key));
}
