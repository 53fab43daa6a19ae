import { signal } from '@preact/signals';
import type { Catalogue, DescribedCatalogue } from '../scenario/catalogue.ts';

type Describe = (catalogue: Catalogue) => DescribedCatalogue;

/** How a table gets its texts; null: they are on their way. The first picture needs none of them. */
export const texts = signal<Describe | null>(null);

export async function fetchTexts(): Promise<void> {
  try {
    texts.value = (await import('../engine/cards.ts')).described;
  } catch {
    // without a connection: captions say less, and what needs the texts says that it is missing
  }
}
