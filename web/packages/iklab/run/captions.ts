import { signal } from '@preact/signals';
import type { Catalogue } from '../scenario/catalogue.ts';
import { panelRow } from '../scenario/formula.ts';
import type { LengthUnit, MethodPanel } from '../scenario/types.ts';

type Caption = (
  panel: MethodPanel,
  catalogue: Catalogue,
  unit: LengthUnit,
  panels: readonly MethodPanel[],
) => string;

/** What stands beside a method's name; null: its words are on their way. */
export const caption = signal<Caption | null>(null);

let fetched: Promise<void> | null = null;

/** Words come beside the module: the first picture waits for none. The same for all who ask. */
export function fetchCaptions(): Promise<void> {
  fetched ??= fetch();
  return fetched;
}

async function fetch(): Promise<void> {
  try {
    const [{ withTexts }, { methodCaption }] = await Promise.all([
      import('../engine/cards.ts'),
      import('../format/methodCaption.ts'),
    ]);
    caption.value = (panel, catalogue, unit, panels) =>
      methodCaption(panel, panelRow(withTexts(catalogue), panel), unit, panels);
  } catch {
    fetched = null; // without a connection: what needs the words says that they are missing
  }
}
