import type { PoseSolution } from '@iklab/core/engine';
import { onThemeChange } from '@iklab/scene/dom';
import type { MapLayer, MapSpec } from '@iklab/study/maps';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import {
  branchColourPixels,
  causeColourPixels,
  colourRampPixels,
  computeMapValueRange,
  listCauseGroups,
  type MapCellShader,
  type MapTheme,
  type MapValueRange,
  makeMapCellShader,
  mapTheme,
} from './mapColours.ts';
import { mapSolutionText, startValuePeriodicity } from './mapWords.ts';
import type { MapColourQuantity, MappedScene, PageMaps } from './pageMaps.ts';

export interface MapAppearance {
  readonly colour: MapColourQuantity;
  readonly theme: MapTheme | null;
  /** Layers of each method's map, from coarse to fine. */
  readonly all: readonly (readonly MapLayer[])[];
  readonly span: MapValueRange;
  readonly branches: number;
  /** Solutions that the colours show; empty if branches are found from the maps alone. */
  readonly solutions: readonly SolutionShares[];
  /** Indices of the cause groups in the maps. */
  readonly causes: readonly number[];
  /** Returns the coloured layers of a method's map; empty before the theme is known. */
  shades(method: number): readonly ShadedMapLayer[];
  scale(method: number): readonly unknown[];
  /** Returns the name of the solution of a cell, such as "solution 3"; '' if colours show none. */
  solutionText(layer: MapLayer, cell: number): string;
}

function useTheme(
  root: HTMLElement,
  host: { readonly current: HTMLElement | null },
): MapTheme | null {
  const [theme, set] = useState<MapTheme | null>(null);
  // Before the first rendering, because nothing is drawn without a theme.
  useLayoutEffect(() => {
    const read = (): void => set(host.current && mapTheme(host.current));
    read();
    const controller = new AbortController();
    onThemeChange({ root, signal: controller.signal }, read);
    return () => controller.abort();
  }, []);
  return theme;
}

/**
 * Returns the colours and layers of all maps. Updates with results of workers. `host`: element
 * whose style has the colours.
 */
export function useMapAppearance(
  board: PageMaps,
  mapped: MappedScene,
  spec: MapSpec,
  host: { readonly current: HTMLElement | null },
): MapAppearance {
  const changes = board.changes.value;
  const theme = useTheme(board.root, host);
  const colour = board.colour.value;
  const all = mapped.scene.scenario.methods.map((_, i) => board.run.layers(i));
  const flat = all.flat();
  const span = useMemo(() => computeMapValueRange(colour, flat), [changes, colour, mapped, spec]);
  const branches = findBranches(board, mapped, spec, flat);
  const layers = (method: number): readonly MapLayer[] => all[method] ?? [];
  return {
    colour,
    theme,
    all,
    span,
    branches: countBranches([...branches.values()]),
    solutions: countSolutions(board, all, branches),
    causes: colour === 'cause' ? listCauseGroups(flat) : [],
    shades: (method) =>
      theme
        ? makeShades(layers(method), { colour, theme, span, branches, numbered: isNumbered(board) })
        : [],
    scale: (method) => [
      colour,
      span.low,
      span.high,
      spec.over,
      isNumbered(board),
      ...layers(method).map((layer) => branches.get(layer)),
    ],
    solutionText: (layer, cell) => mapSolutionText(branches.get(layer)?.[cell], isNumbered(board)),
  };
}

/** Returns each cell's branch number, by layer; empty unless colours show branches. */
function findBranches(
  { colour, branches, solutions: { value: solutions } }: PageMaps,
  mapped: MappedScene,
  { over }: MapSpec,
  layers: readonly MapLayer[],
): Branches {
  if (colour.peek() !== 'branch' || (over === 'starts' && solutions === null)) return new Map();
  return branches.find(layers, startValuePeriodicity(mapped), { over, solutions: solutions ?? [] });
}

const isNumbered = ({ colour, spec, solutions }: PageMaps): boolean =>
  colour.peek() === 'branch' &&
  spec.peek().over === 'starts' &&
  (solutions.peek()?.length ?? 0) > 0;

export interface SolutionShares {
  readonly number: number;
  readonly sides: PoseSolution['sides'];
  /** Share of starts that end in the solution, by method; NaN until known. */
  readonly shares: readonly number[];
}

function countSolutions(
  board: PageMaps,
  all: readonly (readonly MapLayer[])[],
  branches: Branches,
): readonly SolutionShares[] {
  if (!isNumbered(board)) return [];
  const labels = all.map((layers) => layers.map((layer) => branches.get(layer)).findLast(Boolean));
  return (board.solutions.peek() ?? []).map(({ number, sides }) => ({
    number,
    sides,
    shares: labels.map((label) =>
      label
        ? label.reduce((sum, each) => sum + Number(each === number - 1), 0) / label.length
        : Number.NaN,
    ),
  }));
}

type Branches = ReadonlyMap<MapLayer, Uint8Array>;

interface ShadeSettings {
  readonly colour: MapColourQuantity;
  readonly theme: MapTheme;
  readonly span: MapValueRange;
  readonly branches: Branches;
  /** True if branch numbers are solution numbers, which have their own colours. */
  readonly numbered: boolean;
}

export type ShadedMapLayer = { readonly layer: MapLayer; readonly shade: MapCellShader };

function makeShades(
  layers: readonly MapLayer[],
  { colour, theme, span, branches, numbered }: ShadeSettings,
): readonly ShadedMapLayer[] {
  const branchTheme = { branches: numbered ? theme.solutions : theme.branches };
  const [branchColours, causes] = [branchColourPixels(branchTheme), causeColourPixels(theme)];
  const colours = { colours: colourRampPixels(theme), branches: branchColours, causes, span };
  return layers
    .filter((layer) => colour !== 'branch' || branches.has(layer))
    .map((layer) => ({
      layer,
      shade: makeMapCellShader(layer, colour, colours, branches.get(layer)),
    }));
}

/**
 * Returns the labels of a layer whose colours show solutions by number. Undefined for other colours,
 * and until known.
 */
export function numberedMapBranches(board: PageMaps, layer: MapLayer): Uint8Array | undefined {
  if (!isNumbered(board)) return undefined;
  const [mapped, spec] = [board.mapped.peek(), board.spec.peek()];
  const all = mapped.scene.scenario.methods.flatMap((_, i) => board.run.layers(i));
  return findBranches(board, mapped, spec, all).get(layer);
}

export function shadeMapLayers(
  board: PageMaps,
  span: MapValueRange,
  theme: MapTheme,
): readonly (readonly ShadedMapLayer[])[] {
  const [mapped, spec] = [board.mapped.peek(), board.spec.peek()];
  const all = mapped.scene.scenario.methods.map((_, i) => board.run.layers(i));
  const branches = findBranches(board, mapped, spec, all.flat());
  const colour = board.colour.peek();
  const settings = { colour, theme, span, branches, numbered: isNumbered(board) };
  return all.map((layers) => makeShades(layers, settings));
}

const countBranches = (labels: readonly Uint8Array[]): number =>
  labels.reduce(
    (most, label) => label.reduce((m, each) => (each < 8 ? Math.max(m, each + 1) : m), most),
    0,
  );
