import { withTexts } from '@iklab/core/engine';
import type { Catalogue } from '@iklab/core/scenario/methods';

/** Returns the methods' full names by id, for example `Selectively damped least squares`. */
export const fullNames = (catalogue: Catalogue): ReadonlyMap<string, string> =>
  new Map(withTexts(catalogue).methods.map(({ id, fullName }) => [id, fullName]));
