import { PlaneMarks, planeCorners, type ScenePlane } from '@iklab/scene/gestures';
import {
  MAP_RESOLUTIONS,
  makeTargetMap,
  mapFromPlacedSquare,
  placeMapSquare,
  type TargetMap,
} from '@iklab/study/maps';
import { untracked } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { IconButton } from '../../ui/icon.tsx';
import { openStudiesPage } from '../../ui/pageModeNavigation.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { combineMapLayers } from './combineMapLayers.ts';
import { useMapAppearance } from './mapAppearance.ts';
import { MAP_COLOUR_CHOICES, MapColourLegend } from './mapColourLegend.tsx';
import css from './mapInScene.module.css';
import { MapPictures } from './mapPictures.ts';
import { MapProgress } from './mapProgress.tsx';
import { type MappedScene, mapEffectorPosition, type PageMaps, pageMaps } from './pageMaps.ts';
import './maps.module.css';

export function MapInScene({ page }: { readonly page: Page }) {
  const board = pageMaps(page);
  const mapped = board.mapped.value;
  const { scenario } = mapped.scene;
  const chosen = board.spec.value;
  const spec = useMemo(
    () => (chosen.over === 'targets' ? chosen : makeTargetMap(mapped.scene)),
    [chosen, mapped],
  );
  const host = useRef<HTMLElement>(null);
  const appearance = useMapAppearance(board, mapped, spec, host);
  useRun(board, mapped, spec);
  const pictures = usePictures(page, mapped, spec);
  useEffect(() => {
    for (const [i] of scenario.methods.entries()) {
      const shades = appearance.shades(i);
      // The old picture stays until a layer of the new one is complete.
      if (!shades.some(({ layer }) => layer.isComplete || pictures.isEmpty(i))) continue;
      const key = [
        appearance.theme,
        ...appearance.scale(i),
        ...shades.flatMap((s) => [s.layer, s.layer.knownCount]),
      ];
      pictures.set(i, key, () => combineMapLayers(shades, appearance.colour !== 'error'));
    }
  });
  useEffect(() => pictures.marks?.repaint(), [appearance.theme]);
  const alone = scenario.methods[soloPane(page) ?? -1];
  return (
    <aside class={css.mapBar} aria-label="Map in the scene" ref={host}>
      <ChoiceField
        name="Map"
        label="Colour of the map"
        value={appearance.colour}
        options={MAP_COLOUR_CHOICES}
        choose={(colour) => {
          board.colour.value = colour;
        }}
      />
      {alone && (
        <span class={css.mapAlone}>
          <SlotMarkIcon slot={alone.slot} /> {alone.label}
        </span>
      )}
      <MapColourLegend
        colour={appearance.colour}
        span={appearance.span}
        unit={scenario.unit}
        over="targets"
        branches={appearance.branches}
        causes={appearance.causes}
      />
      <MapProgress board={board} />
      <span class={css.mapBarActs}>
        <button type="button" class="button" onClick={() => openStudiesPage(page, 'map')}>
          Figure
        </button>
        <IconButton
          name="Close the map"
          icon="close"
          small
          press={() => {
            page.viewState.mapInScene.value = false;
          }}
        />
      </span>
    </aside>
  );
}

/**
 * Computes the map of the scene. While the map's plane is dragged, each run completes the coarsest
 * layer.
 */
function useRun(board: PageMaps, mapped: MappedScene, spec: TargetMap): void {
  const { run } = board;
  const started = useRef<readonly unknown[]>([]);
  useEffect(() => {
    const wanted = [mapped, spec, board.finest.value, board.colour.value === 'cause'];
    if (wanted.every((each, i) => each === started.current[i])) return;
    const dragged = started.current[0] === mapped;
    if (dragged && run.level === MAP_RESOLUTIONS[0] && run.fault === '') return;
    started.current = wanted;
    board.begin(spec);
  });
  useEffect(() => board.watch(), []);
}

interface DraggedPlane {
  readonly plane: ScenePlane;
  set(plane: ScenePlane): void;
}

function usePictures(page: Page, mapped: MappedScene, spec: TargetMap): MapPictures {
  const pictures = useMemo(() => new MapPictures(), []);
  const planeRef = useRef<DraggedPlane | null>(null);
  planeRef.current = useMemo(() => {
    const { scene } = mapped;
    const tip = mapEffectorPosition(mapped, spec);
    const set = (plane: ScenePlane): void => {
      planeRef.current = { plane, set };
      pageMaps(page).chosen.value = mapFromPlacedSquare(spec, scene, tip, plane);
    };
    return { plane: placeMapSquare(spec, scene, tip), set };
  }, [mapped, spec]);
  const session = page.doc.session.value;
  useEffect(() => pictures.clear(), [session]);
  useLayoutEffect(() => {
    page.paneMarks.value = (bones, changed) => {
      const marks = new PlaneMarks(bones, changed, {
        unit: mapped.scene.scenario.unit,
        get plane() {
          return (planeRef.current as DraggedPlane).plane;
        },
        get onlyPane() {
          return untracked(() => soloPane(page));
        },
        moveTo(plane) {
          planeRef.current?.set(plane);
          changed();
        },
      });
      pictures.marks = marks;
      return marks;
    };
    return () => {
      page.paneMarks.value = null;
      pictures.dispose();
    };
  }, []);
  // Shows the entire plane when the map is shown, and the scene when it is removed, unless the
  // visitor has moved the camera.
  useLayoutEffect(() => {
    const { plane } = planeRef.current as DraggedPlane;
    page.stage.widenView(planeCorners(plane).flatMap((corner) => corner.toArray()));
  }, [session]);
  useEffect(() => () => page.viewpoint() ?? page.resetCamera(), []);
  return pictures;
}

function soloPane({ viewState, doc }: Page): number | null {
  const { layout, visible, inspected } = viewState;
  if (layout.value !== 'overlay') return null;
  const visiblePanels = visible.value;
  const panels = doc.session.value?.instances ?? [];
  const inspectedIndex = panels.findIndex(({ slot }) => slot === inspected.value);
  return visiblePanels[inspectedIndex] ? inspectedIndex : visiblePanels.indexOf(true);
}
