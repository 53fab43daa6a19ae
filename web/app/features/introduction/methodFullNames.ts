import { withCardTexts } from '@iklab/core/engine';
import type { Catalogue } from '@iklab/core/scenario/methods';

export const methodFullNames = (catalogue: Catalogue): ReadonlyMap<string, string> =>
  new Map(withCardTexts(catalogue).methods.map(({ id, fullName }) => [id, fullName]));
