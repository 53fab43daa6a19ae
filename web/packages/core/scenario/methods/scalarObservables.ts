import { MOST_SHOWN } from '../../engine/protocol.ts';
import type { MethodObservable } from './catalogue.ts';

/**
 * Returns the scalar observables of a method, which the lab stores for every update; empty for
 * null.
 */
export const scalarObservables = <O extends MethodObservable>(
  row: { readonly observables: readonly O[] } | null,
): readonly O[] =>
  row ? row.observables.filter(({ per }) => per === 'instance').slice(0, MOST_SHOWN) : [];

/**
 * Returns the names of recorded scalar observables: labels, or keys where a label is missing or not
 * unique.
 */
export function scalarObservableNames(
  row: { readonly observables: readonly MethodObservable[] } | null,
): string[] {
  const all = scalarObservables(row);
  const alone = (label: string) => all.filter((other) => other.label === label).length === 1;
  return all.map(({ key, label }) => (label && alone(label) ? label : key));
}
