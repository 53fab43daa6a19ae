import { cornersOf, PlaneMarks, type ScenePlane } from '@iklab/scene/view';
import { MAP_LEVELS, mapOfPlane, placedPlane, type TargetMap, targetMap } from '@iklab/study';
import { untracked } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Choice } from '../../ui/choiceField.tsx';
import { IconButton } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { openStudies } from '../../ui/modes.tsx';
import { type MapBoard, type MapScene, mapBoard, tipOf } from './mapBoard.ts';
import { mapCells } from './mapCells.ts';
import css from './mapInScene.module.css';
import { COLOURS, MapKey } from './mapKey.tsx';
import { useMapLook } from './mapLook.ts';
import { MapProgress } from './mapProgress.tsx';
import { ScenePictures } from './scenePictures.ts';
import './maps.module.css';

/** A map of targets drawn on its plane in the panes, with the key of its colours. */
export function MapInScene({ page }: { readonly page: Page }) {
  const board = mapBoard(page);
  const mapped = board.mapped.value;
  const { scenario } = mapped.scene;
  const chosen = board.spec.value;
  const spec = useMemo(
    () => (chosen.over === 'targets' ? chosen : targetMap(mapped.scene)),
    [chosen, mapped],
  );
  const host = useRef<HTMLElement>(null);
  const look = useMapLook(board, mapped, spec, host);
  useRun(board, mapped, spec);
  const pictures = usePictures(page, mapped, spec);
  useEffect(() => {
    for (const [i] of scenario.methods.entries()) {
      const shades = look.shades(i);
      // The old picture stays until a layer of the new one is complete.
      if (!shades.some(({ layer }) => layer.whole || pictures.isEmpty(i))) continue;
      const key = [
        look.theme,
        ...look.scale(i),
        ...shades.flatMap((s) => [s.layer, s.layer.known]),
      ];
      pictures.set(i, key, () => mapCells(shades, look.colour !== 'error'));
    }
  });
  useEffect(() => pictures.marks?.repaint(), [look.theme]);
  const alone = scenario.methods[aloneOf(page) ?? -1];
  return (
    <aside class={css.mapBar} aria-label="Map in the scene" ref={host}>
      <Choice
        name="Map"
        label="Colour of the map"
        value={look.colour}
        options={COLOURS}
        choose={(colour) => {
          board.colour.value = colour;
        }}
      />
      {alone && (
        <span class={css.mapAlone}>
          <Mark slot={alone.slot} /> {alone.label}
        </span>
      )}
      <MapKey
        colour={look.colour}
        span={look.span}
        unit={scenario.unit}
        over="targets"
        branches={look.branches}
        causes={look.causes}
      />
      <MapProgress board={board} />
      <span class={css.mapBarActs}>
        <button type="button" class="button" onClick={() => openStudies(page, 'map')}>
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
 * Begins a run for the shown map. While the plane is dragged, waits until the coarsest layer of the
 * previous run is complete.
 */
function useRun(board: MapBoard, mapped: MapScene, spec: TargetMap): void {
  const { run } = board;
  const begun = useRef<readonly unknown[]>([]);
  useEffect(() => {
    const wanted = [mapped, spec, board.finest.value, board.colour.value === 'cause'];
    if (wanted.every((each, i) => each === begun.current[i])) return;
    const dragged = begun.current[0] === mapped;
    if (dragged && run.level === MAP_LEVELS[0] && run.fault === '') return;
    begun.current = wanted;
    board.begin(spec);
  });
  useEffect(() => board.watch(), []);
}

interface PlaneAt {
  readonly plane: ScenePlane;
  put(plane: ScenePlane): void;
}

/** The plane in the panes; dragging it chooses another map. */
function usePictures(page: Page, mapped: MapScene, spec: TargetMap): ScenePictures {
  const pictures = useMemo(() => new ScenePictures(), []);
  const at = useRef<PlaneAt | null>(null);
  at.current = useMemo(() => {
    const { scene } = mapped;
    const tip = tipOf(mapped, spec);
    const put = (plane: ScenePlane): void => {
      at.current = { plane, put };
      mapBoard(page).chosen.value = mapOfPlane(spec, scene, tip, plane);
    };
    return { plane: placedPlane(spec, scene, tip), put };
  }, [mapped, spec]);
  const session = page.doc.session.value;
  useEffect(() => pictures.clear(), [session]);
  useLayoutEffect(() => {
    page.paneMarks.value = (bones, changed) => {
      const marks = new PlaneMarks(bones, changed, {
        unit: mapped.scene.scenario.unit,
        get plane() {
          return (at.current as PlaneAt).plane;
        },
        get onlyPane() {
          return untracked(() => aloneOf(page));
        },
        moveTo(plane) {
          at.current?.put(plane);
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
    const { plane } = at.current as PlaneAt;
    page.stage.widenView(cornersOf(plane).flatMap((corner) => corner.toArray()));
  }, [session]);
  useEffect(() => () => page.viewpoint() ?? page.resetCamera(), []);
  return pictures;
}

/**
 * Index of the pane whose mechanism is drawn solid in a common picture; null if each method has its
 * own.
 */
function aloneOf({ viewState, doc }: Page): number | null {
  const { layout, visible, inspected } = viewState;
  if (layout.value !== 'overlay') return null;
  const seen = visible.value;
  const panels = doc.session.value?.instances ?? [];
  const asked = panels.findIndex(({ slot }) => slot === inspected.value);
  return seen[asked] ? asked : seen.indexOf(true);
}
