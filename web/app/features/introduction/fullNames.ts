import { withTexts } from 'iklab/engine';
import type { Catalogue } from 'iklab/scenario';

/** By id, for example "Selectively damped least squares". */
export const fullNames = (catalogue: Catalogue): ReadonlyMap<string, string> =>
  new Map(withTexts(catalogue).methods.map(({ id, fullName }) => [id, fullName]));
