import { isRecord } from '@iklab/core/scenario/checks';
import { clamp } from '@iklab/core/scenario/numbers';
import { type Signal, signal } from '@preact/signals';
import { readSavedValue, writeSavedValue } from './savedValues.ts';
import type { Services } from './services.ts';

export interface PaneSplitRange {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
  readonly step: number;
}

/** Ranges of the movable borders, in pixels at the default font size. */
export const PANE_SPLIT_RANGES = {
  left: { least: 240, most: 480, usual: 300, step: 20 },
  charts: { least: 120, most: 480, usual: 208, step: 20 },
  inspector: { least: 300, most: 560, usual: 340, step: 20 },
} as const satisfies Record<string, PaneSplitRange>;
export type PaneSplitName = keyof typeof PANE_SPLIT_RANGES;
export type PaneSplitPositions = { readonly [split in PaneSplitName]?: number };

const KEY = 'iklab.splits';

export function clampSplitPosition({ least, most }: PaneSplitRange, value: number): number {
  return Math.round(clamp(value, least, most));
}

export function parseSplitPositions(read: unknown): PaneSplitPositions {
  if (!isRecord(read)) return {};
  const valid = Object.entries(read).filter(
    ([split, value]) => split in PANE_SPLIT_RANGES && Number.isFinite(value),
  );
  return Object.fromEntries(
    valid.map(([split, value]) => [
      split,
      clampSplitPosition(PANE_SPLIT_RANGES[split as PaneSplitName], value as number),
    ]),
  );
}

/**
 * Positions of the movable borders, stored in this browser. Style sheets place borders without a
 * stored position.
 */
export class PaneSplits {
  readonly positions: Signal<PaneSplitPositions>;
  readonly #services: Pick<Services, 'storage'>;

  constructor(services: Pick<Services, 'storage'>) {
    this.#services = services;
    this.positions = signal(parseSplitPositions(readSavedValue(services, KEY)));
  }

  move(split: PaneSplitName, value: number): void {
    this.#apply({
      ...this.positions.peek(),
      [split]: clampSplitPosition(PANE_SPLIT_RANGES[split], value),
    });
  }

  reset(split: PaneSplitName): void {
    const { [split]: _, ...rest } = this.positions.peek();
    this.#apply(rest);
  }

  #apply(positions: PaneSplitPositions): void {
    this.positions.value = positions;
    writeSavedValue(this.#services, KEY, positions);
  }
}
