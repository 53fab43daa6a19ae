import { type Signal, signal } from '@preact/signals';
import { isRecord } from 'iklab/scenario';
import { readKept, writeKept } from './keptValues.ts';
import type { Services } from './services.ts';

export interface Span {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
  readonly step: number;
}

/** In pixels at the style sheets' default font size. */
export const SPLITS = {
  left: { least: 240, most: 480, usual: 300, step: 20 },
  charts: { least: 120, most: 480, usual: 208, step: 20 },
  inspector: { least: 300, most: 560, usual: 340, step: 20 },
} as const satisfies Record<string, Span>;
export type Split = keyof typeof SPLITS;
export type Places = { readonly [split in Split]?: number };

const KEY = 'iklab.splits';

export function within({ least, most }: Span, value: number): number {
  return Math.round(Math.max(least, Math.min(most, value)));
}

export function placesIn(read: unknown): Places {
  if (!isRecord(read)) return {};
  const known = Object.entries(read).filter(
    ([split, value]) => split in SPLITS && Number.isFinite(value),
  );
  return Object.fromEntries(
    known.map(([split, value]) => [split, within(SPLITS[split as Split], value as number)]),
  );
}

/** The positions of the borders between regions; a missing one is at the style sheets' default. */
export class Splits {
  readonly places: Signal<Places>;
  readonly #in: Pick<Services, 'storage'>;

  constructor(services: Pick<Services, 'storage'>) {
    this.#in = services;
    this.places = signal(placesIn(readKept(services, KEY)));
  }

  move(split: Split, value: number): void {
    this.#become({ ...this.places.peek(), [split]: within(SPLITS[split], value) });
  }

  reset(split: Split): void {
    const { [split]: _, ...others } = this.places.peek();
    this.#become(others);
  }

  #become(places: Places): void {
    this.places.value = places;
    writeKept(this.#in, KEY, places);
  }
}
