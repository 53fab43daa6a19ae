/** Scalar observables of methods, as of the last update of a run. */

import type { MethodPanel } from '@iklab/core/scenario';
import {
  type Catalogue,
  panelMethodRow,
  scalarObservableNames,
} from '@iklab/core/scenario/methods';
import type { Study } from './study.ts';

export const panelObservableNames = (panel: MethodPanel, catalogue: Catalogue): readonly string[] =>
  scalarObservableNames(panelMethodRow(catalogue, panel));

export const studyObservableNames = (
  { cells }: Pick<Study, 'cells'>,
  catalogue: Catalogue,
): string[] => [...new Set(cells.flatMap(({ panel }) => panelObservableNames(panel, catalogue)))];
