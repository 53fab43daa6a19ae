import { withCardTexts } from '@iklab/core/engine';
import type { Catalogue } from '@iklab/core/scenario/methods';

/** Returns the methods' full names by id, for example `Selectively damped least squares`. */
export const methodFullNames = (catalogue: Catalogue): ReadonlyMap<string, string> =>
  new Map(withCardTexts(catalogue).methods.map(({ id, fullName }) => [id, fullName]));
