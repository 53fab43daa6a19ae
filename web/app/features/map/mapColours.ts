import { readDesignTokens } from '@iklab/scene/dom';
import {
  MAP_CELL_REACHED,
  MAP_CELL_UNKNOWN,
  type MapLayer,
  mapErrorRange,
  maxReachedCellUpdates,
} from '@iklab/study/maps';
import { FAILURE_CAUSE_GROUPS, failureCauseGroupIndex } from '@iklab/study/tasks';
import type { MapColourQuantity } from './pageMaps.ts';

export interface MapTheme {
  readonly ramp: readonly Rgb[];
  /** Colours of branches by size, and of solutions by number. */
  readonly branches: readonly Rgb[];
  readonly solutions: readonly Rgb[];
  /** Colours of the groups of causes, by index of the group. */
  readonly causes: readonly Rgb[];
  readonly hatch: string;
  readonly surface: string;
}
type Rgb = readonly [number, number, number];

export function mapTheme(host: HTMLElement): MapTheme {
  return readDesignTokens(host, (token) => {
    const all = (name: string, count: number, first = 0) =>
      Array.from({ length: count }, (_, i) => rgb(token(`${name}-${i + first}`)));
    return {
      ramp: all('seq', 6),
      branches: all('region', 8),
      solutions: all('branch', 8, 1),
      causes: all('cause', FAILURE_CAUSE_GROUPS.length),
      hatch: token('hair-2'),
      surface: token('surface'),
    };
  });
}

const rgb = (text: string): Rgb => {
  const [r = 0, g = 0, b = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [r, g, b];
};

const STEPS = 256;

export function colourRampPixels({ ramp }: Pick<MapTheme, 'ramp'>): Uint32Array {
  return Uint32Array.from({ length: STEPS }, (_, i) => {
    const position = (i / (STEPS - 1)) * (ramp.length - 1);
    const k = Math.min(ramp.length - 2, Math.floor(position));
    const [a, b] = [ramp[k] as Rgb, ramp[k + 1] as Rgb];
    return pixel(
      a.map((from, c) => from + (position - k) * ((b[c] as number) - from)) as unknown as Rgb,
    );
  });
}

const pixel = ([r, g, b]: Rgb): number =>
  ((255 << 24) | (Math.round(b) << 16) | (Math.round(g) << 8) | Math.round(r)) >>> 0;

/** Range of values that the colours of the maps show; both ends are positive. */
export interface MapValueRange {
  readonly low: number;
  readonly high: number;
}

// Minimum of the upper end in updates, so that small differences have little contrast.
const MIN_TOP = 10;

export function computeMapValueRange(
  colour: MapColourQuantity,
  layers: readonly MapLayer[],
): MapValueRange {
  if (colour !== 'error') return { low: 1, high: Math.max(MIN_TOP, maxReachedCellUpdates(layers)) };
  const [low, high] = mapErrorRange(layers);
  const top = high > 0 ? high : 1;
  return { low: Math.min(Math.max(low, top * 1e-6), top / 10), high: top };
}

/** Returns five ticks of a logarithmic scale, including both ends. */
export const computeMapTicks = ({ low, high }: MapValueRange): readonly number[] =>
  [0, 1, 2, 3, 4].map((i) => low * (high / low) ** (i / 4));

/** Returns the pixel value of a cell. 0 is transparent: hatching or a coarser layer shows. */
export type MapCellShader = (cell: number) => number;

interface MapShades {
  readonly colours: Uint32Array;
  readonly branches: Uint32Array;
  readonly causes: Uint32Array;
  readonly span: MapValueRange;
}

const REACHED = 0;

export function makeMapCellShader(
  { state, updates, error, cause }: MapLayer,
  colour: MapColourQuantity,
  { colours, branches, causes, span }: MapShades,
  branch: Uint8Array | undefined,
): MapCellShader {
  const scale = (STEPS - 1) / Math.log(span.high / span.low);
  const on = (value: number): number => {
    const index = Math.round(scale * Math.log(value / span.low));
    return colours[Math.max(0, Math.min(STEPS - 1, index))] as number;
  };
  return (cell) => {
    if (state[cell] === MAP_CELL_UNKNOWN) return 0;
    if (colour === 'error') return on(Math.max(error[cell] as number, span.low));
    if (colour === 'cause' && state[cell] !== MAP_CELL_REACHED) {
      const found = cause[cell] as number;
      return found < 0 ? 0 : (causes[failureCauseGroupIndex(found)] ?? 0);
    }
    if (state[cell] !== MAP_CELL_REACHED) return 0;
    if (colour === 'cause') return colours[REACHED] as number;
    if (colour === 'updates') return on(Math.max(1, updates[cell] as number));
    if (colour === 'reached') return colours[Math.round(0.6 * (STEPS - 1))] as number;
    return branch ? (branches[branch[cell] as number] ?? 0) : 0;
  };
}

export const branchColourPixels = ({ branches }: Pick<MapTheme, 'branches'>): Uint32Array =>
  Uint32Array.from(branches, pixel);
export const causeColourPixels = ({ causes }: Pick<MapTheme, 'causes'>): Uint32Array =>
  Uint32Array.from(causes, pixel);

/** Returns the indices in `FAILURE_CAUSE_GROUPS` of the groups in the layers. */
export function listCauseGroups(layers: readonly MapLayer[]): readonly number[] {
  const present = new Set<number>();
  for (const { cause } of layers) for (const each of cause) if (each >= 0) present.add(each);
  return [...new Set([...present].map(failureCauseGroupIndex))].sort((a, b) => a - b);
}
