/**
 * Scalar observables of methods: one column each after the fields of a row, as of the last update.
 */
import { type Catalogue, type MethodPanel, panelRow, scalarObservableNames } from 'iklab/scenario';
import type { Study } from './study.ts';

/** Names of the observables of a panel's method, in its order. */
export const panelObservables = (panel: MethodPanel, catalogue: Catalogue): readonly string[] =>
  scalarObservableNames(panelRow(catalogue, panel));

/** Names of the observables of all methods of a study, without duplicates. */
export const studyObservables = (
  { cells }: Pick<Study, 'cells'>,
  catalogue: Catalogue,
): string[] => [...new Set(cells.flatMap(({ panel }) => panelObservables(panel, catalogue)))];
