/** What methods show as one number each: a column each behind the fields of a row, as of its last update. */
import { type Catalogue, type MethodPanel, panelRow, singleNames } from 'iklab/scenario';
import type { Study } from './study.ts';

/** The names of what a panel's method shows, in its order. */
export const panelShown = (panel: MethodPanel, catalogue: Catalogue): readonly string[] =>
  singleNames(panelRow(catalogue, panel));

/** Those of all methods of a study, each once. */
export const shownNames = ({ cells }: Pick<Study, 'cells'>, catalogue: Catalogue): string[] => [
  ...new Set(cells.flatMap(({ panel }) => panelShown(panel, catalogue))),
];
