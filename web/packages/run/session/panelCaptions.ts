import type { LengthUnit, MethodPanel } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { panelMethodRow } from '@iklab/core/scenario/methods';
import { signal } from '@preact/signals';

type Caption = (
  panel: MethodPanel,
  catalogue: Catalogue,
  unit: LengthUnit,
  panels: readonly MethodPanel[],
) => string;

/**
 * Function that formats the caption of a panel (its constants); null until the texts are loaded.
 */
export const panelCaptionFormatter = signal<Caption | null>(null);

let request: Promise<void> | null = null;

/** Loads the texts of captions after the first view. Concurrent callers share one request. */
export function fetchPanelCaptions(): Promise<void> {
  request ??= loadCaptions();
  return request;
}

async function loadCaptions(): Promise<void> {
  try {
    const [{ withCardTexts: withTexts }, { methodCaption }] = await Promise.all([
      import('@iklab/core/engine/cards'),
      import('@iklab/core/format/words/methodCaption'),
    ]);
    panelCaptionFormatter.value = (panel, catalogue, unit, panels) =>
      methodCaption(panel, panelMethodRow(withTexts(catalogue), panel), unit, panels);
  } catch {
    request = null; // Offline: views that need the texts report that.
  }
}
