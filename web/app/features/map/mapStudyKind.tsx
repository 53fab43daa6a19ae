import { isPathStudy } from '@iklab/study/follow';
import { type MapLayer, mapCellDocument, mapFromStudy } from '@iklab/study/maps';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import { MethodConstantsList } from '../study/methodConstantsList.tsx';
import { openComputedCase } from '../study/openStudyCase.ts';
import type { StudyKind, StudyProps } from '../study/studyKind.ts';
import { type MapAppearance, useMapAppearance } from './mapAppearance.ts';
import { MapColourLegend } from './mapColourLegend.tsx';
import { MapMethodParameterControl } from './mapMethodParameterControl.tsx';
import { computeMapOverlay } from './mapOverlay.ts';
import { MapPane } from './mapPane.tsx';
import { MapProgress } from './mapProgress.tsx';
import { MapSpecFields } from './mapSpecFields.tsx';
import { mapStudyExport } from './mapStudyExport.ts';
import css from './maps.module.css';
import { mapCellText, mapPositionText } from './mapWords.ts';
import {
  type MapPosition,
  mapEffectorPosition,
  type PageMaps,
  pageMaps,
  startEffectorPosition,
} from './pageMaps.ts';

export const mapStudyKind: StudyKind = {
  id: 'map',
  title: 'Map',
  note: () => 'a plane of targets',
  heading: 'Map',
  about: (page) => <p>{aboutText(pageMaps(page))}</p>,
  makeExport: mapStudyExport,
  Acts: ({ page }) =>
    pageMaps(page).spec.value.over === 'targets' ? <ShowInScene page={page} /> : null,
  Form({ page }) {
    return (
      <>
        <MapSpecFields board={pageMaps(page)} />
        <MapMethodParameterControl page={page} />
      </>
    );
  },
  Figures: Maps,
  address(page) {
    const board = pageMaps(page);
    const { mapped, spec, finest, colour } = board;
    return {
      study: () => board.study(),
      on: [mapped.value, spec.value, finest.value, colour.value],
    };
  },
  recognize(page, study) {
    if (isPathStudy(study)) return null;
    const board = pageMaps(page);
    const mapped = board.prepareScene(study.scenario);
    const map = mapFromStudy(study, mapped.scene, (effector) =>
      startEffectorPosition(mapped, effector),
    );
    return map && { apply: () => board.applyMap(map) };
  },
};

function ShowInScene({ page }: { readonly page: Page }) {
  const show = async (): Promise<void> => {
    const { address } = page.doc;
    page.viewState.mapInScene.value = true;
    await address.writeNow();
    page.scope.services.address.follow(address.fragment);
  };
  return (
    <button type="button" class="button" onClick={show}>
      <Icon name="grid" size={14} />
      Show in the scene
    </button>
  );
}

function aboutText(board: PageMaps): string {
  const { scenario } = board.mapped.value.scene;
  const { over } = board.spec.value;
  const name = scenario.name === '' ? 'The current scene' : `“${scenario.name}”`;
  const description =
    over === 'targets'
      ? 'each cell is a target position, solved from the start pose of the scene'
      : 'each cell is a start pose, with the targets of the scene';
  return `${name}: ${description}. A click opens a cell in Compare.`;
}

function Maps({ page }: StudyProps) {
  const board = pageMaps(page);
  const host = useRef<HTMLDivElement>(null);
  const reading = useUniqueId();
  useRerenderOnResize(host);
  const [mapped, spec, finest] = [board.mapped.value, board.spec.value, board.finest.value];
  const causes = board.colour.value === 'cause';
  useEffect(() => board.begin(spec), [mapped, spec, finest, causes]);
  useEffect(() => board.watch(), []);
  const branches = board.colour.value === 'branch';
  useEffect(() => {
    if (branches) void board.findSolutions(mapped, spec);
  }, [mapped, spec, branches]);
  const { methods, unit } = mapped.scene.scenario;
  const appearance = useMapAppearance(board, mapped, spec, host);
  const { all, colour, span, theme } = appearance;
  const overlay = useMemo(() => computeMapOverlay(mapped, spec), [mapped, spec]);
  const cells = finestCellsPerSide(all.flat());
  const open = ({ x, y }: MapPosition): void => {
    const side = cells;
    const cell = Math.floor(y * side) * side + Math.floor(x * side);
    const selection = { spec, tip: mapEffectorPosition(mapped, spec), cells: side, cell };
    const words = mapPositionText(mapped, spec, side, cell);
    const makeDocument = (): object => ({
      ...mapCellDocument(page.doc.engine, mapped.scene, selection),
      note: `${words}: a cell of its map.`,
    });
    openComputedCase(page, makeDocument, words, 'a map');
  };
  const move = (columns: number, rows: number): void => {
    const { x, y } = board.spot.peek() ?? { x: 0.5, y: 0.5 };
    const on = (share: number, offset: number): number =>
      (Math.max(0, Math.min(cells - 1, Math.floor(share * cells) + offset)) + 0.5) / cells;
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
              shades={appearance.shades(i)}
              theme={theme}
              hatched={colour !== 'error'}
              scale={appearance.scale(i)}
              overlay={overlay}
              spot={board.spot.value}
              reading={reading}
              select={(spot) => {
                board.spot.value = spot;
              }}
              move={move}
              open={open}
            />
          ))}
        </div>
        <div class={css.mapSide}>
          <MapReading id={reading} board={board} cells={cells} appearance={appearance} />
          <MapColourLegend
            colour={colour}
            span={span}
            unit={unit}
            over={spec.over}
            branches={appearance.branches}
            solutions={appearance.solutions}
            methods={methods}
            causes={appearance.causes}
          />
        </div>
      </div>
      <MethodConstantsList page={page} ran={mapped.scene} />
    </>
  );
}

/** Returns the cells per side of the finest complete layer, at least 25, for selecting a cell. */
export const finestCellsPerSide = (layers: readonly MapLayer[]): number =>
  Math.max(25, ...layers.filter(({ isComplete }) => isComplete).map(({ cells }) => cells));

function useRerenderOnResize(host: { readonly current: HTMLElement | null }): void {
  const [, rerender] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(() => rerender((n) => n + 1));
    if (host.current) watch.observe(host.current);
    return () => watch.disconnect();
  }, []);
}

interface MapReadingProps {
  readonly id: string;
  readonly board: PageMaps;
  readonly cells: number;
  readonly appearance: Pick<MapAppearance, 'all' | 'solutionText'>;
}

export function MapReading({ id, board, cells, appearance }: MapReadingProps) {
  const spot = board.spot.value;
  const [mapped, spec] = [board.mapped.value, board.spec.value];
  const { methods } = mapped.scene.scenario;
  if (!spot)
    return (
      <div class={css.mapReading} id={id} role="status">
        <p class="small">Hover over a cell, or use the arrow keys, to see its values.</p>
      </div>
    );
  const cell = Math.floor(spot.y * cells) * cells + Math.floor(spot.x * cells);
  return (
    <div class={css.mapReading} id={id} role="status">
      <p>{mapPositionText(mapped, spec, cells, cell)}</p>
      <ul>
        {methods.map(({ slot, label }, i) => {
          const layer = appearance.all[i]?.find((each) => each.cells === cells);
          const solution = layer ? appearance.solutionText(layer, cell) : '';
          return (
            <li key={slot}>
              <SlotMarkIcon slot={slot} />
              <span>
                {label}: {mapCellText(layer, cell, mapped, solution)}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
