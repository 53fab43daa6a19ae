import type { LengthUnit } from '@iklab/core/scenario';
import { FAILURE_CAUSE_GROUPS, type FailureCauseGroup } from '@iklab/study/tasks';
import { render } from 'preact';
import { FailureCauseSwatch } from '../study/figures/failureCauseSwatch.tsx';
import { withLightTheme } from '../study/figures/figureFile.ts';
import type { ShadedMapLayer } from './mapAppearance.ts';
import { mapTickText } from './mapColourLegend.tsx';
import {
  colourRampPixels,
  computeMapTicks,
  type MapTheme,
  type MapValueRange,
  mapTheme,
} from './mapColours.ts';
import { MapPainter } from './mapPainter.ts';
import css from './maps.module.css';
import type { MapColourQuantity } from './pageMaps.ts';

interface MapFigureSettings {
  readonly root: HTMLElement;
  readonly title: string;
  readonly colour: MapColourQuantity;
  readonly span: MapValueRange;
  readonly causes: readonly number[];
  readonly unit: LengthUnit;
  readonly maps: (theme: MapTheme) => readonly (readonly ShadedMapLayer[])[];
}

const [SIDE, GAP, HEAD, FOOT] = [360, 24, 28, 56];

/** Calls `use` with a figure of all maps, for export. Then removes the figure from the document. */
export async function withMapFigure<T>(
  grid: HTMLElement,
  settings: MapFigureSettings,
  use: (figure: SVGSVGElement) => T | Promise<T>,
): Promise<T> {
  const host = document.createElement('div');
  host.className = css.mapFigure ?? '';
  grid.after(host);
  try {
    const theme = withLightTheme(settings.root, () => mapTheme(grid));
    render(<Figure grid={grid} settings={settings} theme={theme} />, host);
    const figure = host.querySelector('svg') as SVGSVGElement;
    const maps = [...grid.querySelectorAll('.map')];
    for (const [i, group] of [...figure.querySelectorAll('g.over')].entries()) {
      const over = maps[i]?.querySelector(`.${css.mapOver}`)?.cloneNode(true) as
        | SVGSVGElement
        | undefined;
      if (!over) continue;
      for (const cross of over.querySelectorAll(`.${css.cross}`)) cross.remove();
      over.setAttribute('width', String(SIDE));
      over.setAttribute('height', String(SIDE));
      group.append(over);
    }
    return await use(figure);
  } finally {
    render(null, host);
    host.remove();
  }
}

interface FigureProps {
  readonly grid: HTMLElement;
  readonly settings: MapFigureSettings;
  readonly theme: MapTheme;
}

function Figure({ grid, settings, theme }: FigureProps) {
  const pictures = settings.maps(theme).map((layers) => {
    const canvas = document.createElement('canvas');
    new MapPainter(canvas).paint(layers, theme, settings.colour !== 'error', SIDE);
    return canvas.toDataURL();
  });
  const maps = [...grid.querySelectorAll('.map')];
  const columns = maps.length > 1 ? 2 : 1;
  const rows = Math.ceil(maps.length / columns);
  const width = columns * SIDE + (columns - 1) * GAP;
  const height = rows * (SIDE + HEAD + GAP) + FOOT;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={settings.title}
    >
      {maps.map((map, i) => {
        const [x, y] = [
          (i % columns) * (SIDE + GAP),
          Math.floor(i / columns) * (SIDE + HEAD + GAP),
        ];
        const name = map.querySelector('b')?.textContent ?? '';
        return (
          <g key={name + i} transform={`translate(${x} ${y})`}>
            <text class="name" y={HEAD - 10}>
              {name}
            </text>
            <text x={SIDE} y={HEAD - 10} text-anchor="end">
              {map.querySelector('.small')?.textContent}
            </text>
            <g transform={`translate(0 ${HEAD})`} class="over">
              <image width={SIDE} height={SIDE} href={pictures[i] ?? ''} />
            </g>
          </g>
        );
      })}
      <g transform={`translate(0 ${height - FOOT + 8})`}>
        <Key theme={theme} settings={settings} />
      </g>
    </svg>
  );
}

const STEPS = 64;

function Key({
  theme,
  settings: { colour, span, causes, unit },
}: {
  theme: MapTheme;
  settings: MapFigureSettings;
}) {
  if (colour === 'cause') return <CauseKey causes={causes} />;
  if (colour === 'reached' || colour === 'branch')
    return (
      <text y="12">{`${colour === 'branch' ? 'one colour per solution' : 'coloured: reached'}; hatched: not reached`}</text>
    );
  const ramp = colourRampPixels(theme);
  return (
    <>
      <text y="12">
        {colour === 'updates' ? 'updates until reached; hatched: not reached' : 'error at the end'}
      </text>
      {Array.from({ length: STEPS }, (_, i) => (
        <rect
          key={i}
          x={(i * SIDE) / STEPS}
          y="20"
          width={SIDE / STEPS + 0.5}
          height="8"
          fill={hex(ramp[Math.round((i * (ramp.length - 1)) / (STEPS - 1))] ?? 0)}
        />
      ))}
      {computeMapTicks(span).map((value, i, all) => (
        <text
          key={value}
          x={(i / (all.length - 1)) * SIDE}
          y="44"
          text-anchor={i === 0 ? 'start' : i === all.length - 1 ? 'end' : 'middle'}
        >
          {mapTickText(colour, value, unit)}
        </text>
      ))}
    </>
  );
}

const CAUSE_COLUMN = 240;

function CauseKey({ causes }: { readonly causes: readonly number[] }) {
  return (
    <>
      {causes.map((groupIndex, i) => {
        const { id, title } = FAILURE_CAUSE_GROUPS[groupIndex] as FailureCauseGroup;
        return (
          <g key={id} transform={`translate(${(i % 3) * CAUSE_COLUMN} ${Math.floor(i / 3) * 20})`}>
            <FailureCauseSwatch id={id} />
            <text x="22" y="12">
              {title}
            </text>
          </g>
        );
      })}
    </>
  );
}

const hex = (pixel: number): string =>
  `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
