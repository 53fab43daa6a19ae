import { readDesignTokens } from '../dom/readDesignTokens.ts';

export interface ChartTheme {
  readonly surface: string;
  readonly ink: string;
  readonly faint: string;
  readonly grid: string;
  readonly axis: string;
  readonly accent: string;
  readonly band: string;
  readonly bad: string;
  /** Colours of the method slots 1 to 8, at indices 0 to 7. */
  readonly slots: readonly string[];
  readonly family: string;
}

export const readChartTheme = (host: HTMLElement): ChartTheme =>
  readDesignTokens(host, (token) => ({
    surface: token('surface'),
    ink: token('ink'),
    faint: token('ink-3'),
    grid: token('hair'),
    axis: token('hair-2'),
    accent: token('accent'),
    band: token('well'),
    bad: token('bad'),
    slots: [1, 2, 3, 4, 5, 6, 7, 8].map((slot) => token(`m${slot}`)),
    family: getComputedStyle(host).fontFamily,
  }));

export const methodSlotColor = (theme: ChartTheme, slot: number): string =>
  theme.slots[slot - 1] ?? theme.ink;
