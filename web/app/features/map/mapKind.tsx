import { isFollowStudy, type MapLayer, mapCase, mapOfStudy } from '@iklab/study';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import { ConstantsUsed } from '../study/constantsUsed.tsx';
import { openCase } from '../study/openCase.ts';
import type { StudyKind, StudyProps } from '../study/studyKind.ts';
import { type MapBoard, mapBoard, type Spot, tipAt, tipOf } from './mapBoard.ts';
import { mapExport } from './mapExport.ts';
import { MapFields } from './mapFields.tsx';
import { MapKey } from './mapKey.tsx';
import { useMapLook } from './mapLook.ts';
import { overlayOf } from './mapOverlay.ts';
import { MapPane } from './mapPane.tsx';
import { MapProgress } from './mapProgress.tsx';
import { MapReading } from './mapReading.tsx';
import css from './maps.module.css';
import { spotText } from './mapWords.ts';
import { MethodKnob } from './methodKnob.tsx';

export const map: StudyKind = {
  id: 'map',
  title: 'Map',
  note: () => 'a plane of targets',
  heading: 'Map',
  about: (page) => <p>{aboutText(mapBoard(page))}</p>,
  exported: mapExport,
  Acts: ({ page }) =>
    mapBoard(page).spec.value.over === 'targets' ? <LayInScene page={page} /> : null,
  Form({ page }) {
    return (
      <>
        <MapFields board={mapBoard(page)} />
        <MethodKnob page={page} />
      </>
    );
  },
  Figures: Maps,
  address(page) {
    const board = mapBoard(page);
    const { mapped, spec, finest, colour } = board;
    return {
      study: () => board.study(),
      on: [mapped.value, spec.value, finest.value, colour.value],
    };
  },
  takes(page, study) {
    if (isFollowStudy(study)) return null;
    const board = mapBoard(page);
    const mapped = board.sceneOf(study.scenario);
    const map = mapOfStudy(study, mapped.scene, (effector) => tipAt(mapped, effector));
    return map && { apply: () => board.applyMap(map) };
  },
};

function LayInScene({ page }: { readonly page: Page }) {
  const go = async (): Promise<void> => {
    const { address } = page.doc;
    page.viewState.mapInScene.value = true;
    await address.writeNow();
    page.scope.services.address.follow(address.fragment);
  };
  return (
    <button type="button" class="button" onClick={go}>
      <Icon name="grid" size={14} />
      Show in the scene
    </button>
  );
}

function aboutText(board: MapBoard): string {
  const { scenario } = board.mapped.value.scene;
  const { over } = board.spec.value;
  const name = scenario.name === '' ? 'The current scene' : `“${scenario.name}”`;
  const what =
    over === 'targets'
      ? 'each cell is a target position, solved from the start pose of the scene'
      : 'each cell is a start pose, with the targets of the scene';
  return `${name}: ${what}. A click opens a cell in Compare.`;
}

function Maps({ page }: StudyProps) {
  const board = mapBoard(page);
  const host = useRef<HTMLDivElement>(null);
  const reading = useUniqueId();
  useSizes(host);
  const [mapped, spec, finest] = [board.mapped.value, board.spec.value, board.finest.value];
  const causes = board.colour.value === 'cause';
  useEffect(() => board.begin(spec), [mapped, spec, finest, causes]);
  useEffect(() => board.watch(), []);
  const { methods, unit } = mapped.scene.scenario;
  const look = useMapLook(board, mapped, spec, host);
  const { all, colour, span, theme } = look;
  const overlay = useMemo(() => overlayOf(mapped, spec), [mapped, spec]);
  const cells = cellsOf(all.flat());
  const open = ({ x, y }: Spot): void => {
    const at = cells;
    const cell = Math.floor(y * at) * at + Math.floor(x * at);
    const where = { spec, tip: tipOf(mapped, spec), cells: at, cell };
    const document = mapCase(page.doc.engine, mapped.scene, where);
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
      <MapProgress board={board} />
      <div class={css.mapBody}>
        <div class={css.mapGrid} ref={host} data-cells={cells}>
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
              reading={reading}
              look={(spot) => {
                board.spot.value = spot;
              }}
              move={move}
              open={open}
            />
          ))}
        </div>
        <div class={css.mapSide}>
          <MapReading id={reading} board={board} cells={cells} layers={all} />
          <MapKey
            colour={colour}
            span={span}
            unit={unit}
            over={spec.over}
            branches={look.branches}
            causes={look.causes}
          />
        </div>
      </div>
      <ConstantsUsed page={page} ran={mapped.scene} />
    </>
  );
}

/** Cells along a side for reading and opening: the finest complete resolution. */
export const cellsOf = (layers: readonly MapLayer[]): number =>
  Math.max(25, ...layers.filter(({ whole }) => whole).map(({ cells }) => cells));

function useSizes(host: { readonly current: HTMLElement | null }): void {
  const [, again] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(() => again((n) => n + 1));
    if (host.current) watch.observe(host.current);
    return () => watch.disconnect();
  }, []);
}
