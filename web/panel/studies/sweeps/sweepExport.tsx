import type { Page } from '../../page.ts';
import type { ShownSweep } from './sweepState.ts';

export function SweepExport(_: { readonly page: Page; readonly shown: ShownSweep }) {
  return null;
}
