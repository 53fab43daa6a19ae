/**
 * Scalar observables of methods: one column each after the fields of a row, as of the last update.
 */

import type { MethodPanel } from '@iklab/core/scenario';
import { type Catalogue, panelRow, scalarObservableNames } from '@iklab/core/scenario/methods';
import type { Study } from './study.ts';

/** Returns the names of a panel's observables, in the order of its method. */
export const panelObservables = (panel: MethodPanel, catalogue: Catalogue): readonly string[] =>
  scalarObservableNames(panelRow(catalogue, panel));

/** Returns the observables of all methods, without duplicates. */
export const studyObservables = (
  { cells }: Pick<Study, 'cells'>,
  catalogue: Catalogue,
): string[] => [...new Set(cells.flatMap(({ panel }) => panelObservables(panel, catalogue)))];
