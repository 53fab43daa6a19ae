import { type MapLayer, mapCase, mapStudy } from '@iklab/study';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../../controls/icon.tsx';
import type { Page } from '../../page.ts';
import { openCase } from '../openCase.ts';
import { useStudyAddress } from '../studyAddress.ts';
import { type MapScene, mapBoard, type Spot, tipOf } from './mapBoard.ts';
import { MapExport } from './mapExport.tsx';
import { MapFields } from './mapFields.tsx';
import { MapKey } from './mapKey.tsx';
import { useMapLook } from './mapLook.ts';
import { overlayOf } from './mapOverlay.ts';
import { MapPane } from './mapPane.tsx';
import { Progress } from './mapProgress.tsx';
import { MapReading } from './mapReading.tsx';
import { spotText } from './mapWords.ts';
import './maps.css';
import { MethodKnob } from './methodKnob.tsx';

/** Colour over a plane of targets, or over two angles of the start, for each method of the scene. */
export function MapPage({ page }: { readonly page: Page }) {
  const board = mapBoard();
  const scenario = page.desk.editor.scenario.value;
  const mapped = useMemo(() => board.sceneOf(page.desk.engine, scenario), [scenario]);
  const spec = board.specOf(mapped);
  const specText = JSON.stringify(spec);
  const finest = board.finest.value;
  const colour = board.colour.value;
  useEffect(() => board.begin(mapped, spec), [mapped, specText, finest]);
  const { catalogue } = page.desk;
  useStudyAddress(
    'map',
    () => mapStudy(mapped.scene, spec, tipOf(mapped, spec), { cells: finest, colour }, catalogue),
    catalogue,
    [mapped, specText, finest, colour],
  );
  useEffect(() => board.watch(), []);
  return (
    <>
      <header class="study-head">
        <div>
          <h1>Map</h1>
          <p>{aboutText(mapped, spec.over)}</p>
        </div>
        <div class="map-acts">
          {spec.over === 'targets' && <LayInScene page={page} />}
          <MapExport page={page} mapped={mapped} spec={spec} />
        </div>
      </header>
      <MapFields mapped={mapped} spec={spec} />
      <MethodKnob page={page} />
      <Maps page={page} mapped={mapped} />
    </>
  );
}

/** To the scene, with the map in its panes. */
function LayInScene({ page }: { readonly page: Page }) {
  const go = async (): Promise<void> => {
    const { address } = page.desk;
    page.viewState.mapped.value = true;
    await address.settle();
    location.hash = address.at || '#';
  };
  return (
    <button type="button" class="button" onClick={go}>
      <Icon name="grid" size={14} />
      Show in the scene
    </button>
  );
}

function aboutText({ scene: { scenario } }: MapScene, over: 'targets' | 'starts'): string {
  const name = scenario.name === '' ? 'The scene at work' : `“${scenario.name}”`;
  const what =
    over === 'targets'
      ? 'every cell is a place of the target, solved from the start of the scene'
      : 'every cell is a start, with the targets where they stand';
  return `${name}: ${what}. A click opens a cell in Compare.`;
}

function Maps({ page, mapped }: { readonly page: Page; readonly mapped: MapScene }) {
  const board = mapBoard();
  const host = useRef<HTMLDivElement>(null);
  useSizes(host);
  const spec = board.specOf(mapped);
  const { methods, unit } = mapped.scene.scenario;
  const look = useMapLook(mapped, spec, host);
  const { all, colour, span, theme } = look;
  const overlay = useMemo(() => overlayOf(mapped, spec), [mapped, JSON.stringify(spec)]);
  const cells = cellsOf(all.flat());
  const open = ({ x, y }: Spot): void => {
    const at = cells;
    const cell = Math.floor(y * at) * at + Math.floor(x * at);
    const where = { spec, tip: tipOf(mapped, spec), cells: at, cell };
    const document = mapCase(page.desk.engine, mapped.scene, where);
    const words = spotText(mapped, spec, at, cell);
    openCase(page, { ...document, note: `${words}: a cell of its map.` }, words, 'a map');
  };
  const move = (columns: number, rows: number): void => {
    const { x, y } = board.spot.peek() ?? { x: 0.5, y: 0.5 };
    const on = (share: number, by: number): number =>
      (Math.max(0, Math.min(cells - 1, Math.floor(share * cells) + by)) + 0.5) / cells;
    board.spot.value = { x: on(x, columns), y: on(y, rows) };
  };
  return (
    <>
      <Progress />
      <div class="map-body">
        <div class="map-grid" ref={host} data-cells={cells}>
          {methods.map((panel, i) => (
            <MapPane
              key={panel.slot}
              panel={panel}
              name={`Map of ${mapped.scene.scenario.name}`}
              layers={all[i] ?? []}
              shades={look.shades(i)}
              theme={theme}
              hatched={colour !== 'error'}
              scale={look.scale(i)}
              overlay={overlay}
              spot={board.spot.value}
              look={(spot) => {
                board.spot.value = spot;
              }}
              move={move}
              open={open}
            />
          ))}
        </div>
        <div class="map-side">
          <MapReading mapped={mapped} spec={spec} cells={cells} layers={all} />
          <MapKey
            colour={colour}
            span={span}
            unit={unit}
            over={spec.over}
            branches={look.branches}
          />
        </div>
      </div>
    </>
  );
}

/** Cells along a side that are told and opened: of the finest that all maps have begun. */
export const cellsOf = (layers: readonly MapLayer[]): number =>
  Math.max(25, ...layers.filter(({ whole }) => whole).map(({ cells }) => cells));

/** Draws anew when the maps change their size. */
function useSizes(host: { readonly current: HTMLElement | null }): void {
  const [, again] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(() => again((n) => n + 1));
    if (host.current) watch.observe(host.current);
    return () => watch.disconnect();
  }, []);
}
