import type { MethodPanel } from '@iklab/core/scenario';
import type { MapLayer } from '@iklab/study/maps';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import type { MapCellShader, MapTheme } from './mapColours.ts';
import type { MapOverlay } from './mapOverlay.ts';
import { MapPainter } from './mapPainter.ts';
import css from './maps.module.css';
import { reachedShareText } from './mapWords.ts';
import type { MapPosition } from './pageMaps.ts';

interface MapPaneProps {
  readonly panel: MethodPanel;
  readonly name: string;
  readonly layers: readonly MapLayer[];
  readonly shades: readonly { readonly layer: MapLayer; readonly shade: MapCellShader }[];
  readonly theme: MapTheme | null;
  readonly hatched: boolean;
  /** Other values that the cells' colours depend on. A changed value repaints the map. */
  readonly scale: readonly unknown[];
  readonly overlay: MapOverlay;
  readonly spot: MapPosition | null;
  readonly reading: string;
  readonly select: (spot: MapPosition | null) => void;
  readonly move: (columns: number, rows: number) => void;
  readonly open: (spot: MapPosition) => void;
}

export function MapPane(props: MapPaneProps) {
  const { panel, name, layers, shades, theme, hatched, spot, overlay, select, open } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<MapPainter | null>(null);
  const drawn = useRef<readonly unknown[]>([]);
  // A layout effect, so that the drawing matches the text beside it.
  useLayoutEffect(() => {
    // A complete layer that is not drawn yet waits for its branches: the old picture stays.
    if (
      !canvas.current ||
      !theme ||
      (shades.length === 0 && layers.some(({ isComplete }) => isComplete))
    )
      return;
    const layerKeys = shades.flatMap(({ layer }) => [layer, layer.knownCount]);
    const current = [theme, canvas.current.clientWidth, ...props.scale, ...layerKeys];
    // Most changes of the page do not affect this map.
    if (
      current.length === drawn.current.length &&
      current.every((each, i) => each === drawn.current[i])
    )
      return;
    drawn.current = current;
    painter.current ??= new MapPainter(canvas.current);
    painter.current.paint(shades, theme, hatched);
  });
  return (
    <figure class="map">
      <figcaption>
        <SlotMarkIcon slot={panel.slot} />
        <b class="one-line">{panel.label}</b>
        <span class="small">{reachedShareText(layers)}</span>
      </figcaption>
      <button
        type="button"
        class={css.mapField}
        aria-label={`${name}, ${panel.label}. Arrow keys move, Enter opens the cell in Compare.`}
        aria-describedby={props.reading}
        onPointerMove={(event) => select(spotAt(event))}
        onPointerLeave={() => select(null)}
        onClick={(event) => {
          // A click by keyboard has no position.
          const selected = event.detail === 0 ? spot : spotAt(event);
          if (selected) open(selected);
        }}
        onKeyDown={(event) => {
          const step = STEPS[event.key];
          if (!step) return;
          event.preventDefault();
          const far = event.shiftKey ? 10 : 1;
          props.move(step[0] * far, step[1] * far);
        }}
      >
        <canvas ref={canvas} data-map={panel.id} />
        <MapOverlayPicture overlay={overlay} spot={spot} />
      </button>
    </figure>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function spotAt(event: MouseEvent): MapPosition {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const clampShare = (share: number): number => Math.max(0, Math.min(1 - 1e-9, share));
  return {
    x: clampShare((event.clientX - box.x) / box.width),
    y: clampShare(1 - (event.clientY - box.y) / box.height),
  };
}

const SIDE = 1000;

export function MapOverlayPicture({
  overlay,
  spot,
}: {
  overlay: MapOverlay;
  spot: MapPosition | null;
}) {
  const toPixels = ({ x, y }: MapPosition): [number, number] => [x * SIDE, (1 - y) * SIDE];
  const line = overlay.chain
    .map((each) =>
      toPixels(each)
        .map((n) => n.toFixed(1))
        .join(','),
    )
    .join(' ');
  return (
    <svg class={css.mapOver} viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
      {overlay.joined && <polyline class={css.halo} points={line} />}
      {overlay.joined && <polyline class="bone" points={line} />}
      {overlay.chain.map((each) => {
        const [cx, cy] = toPixels(each);
        return <circle key={`${cx} ${cy}`} class={css.knot} cx={cx} cy={cy} r="12" />;
      })}
      {overlay.target && (
        <circle
          class={css.aim}
          cx={toPixels(overlay.target)[0]}
          cy={toPixels(overlay.target)[1]}
          r="22"
        />
      )}
      {spot && (
        <path
          class={css.cross}
          d={`M0 ${toPixels(spot)[1]}H${SIDE}M${toPixels(spot)[0]} 0V${SIDE}`}
          vector-effect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
