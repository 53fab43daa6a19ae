import { unit } from '@iklab/scene/dom';
import { pageAddress } from 'iklab/document';
import { type Glyph, glyph } from 'iklab/run';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { GlyphPicture } from '../../ui/glyph.tsx';
import { rem } from '../../ui/icon.tsx';
import { useOnWindow } from '../../ui/useOnWindow.ts';
import { type Place, pathTo } from './family.ts';
import css from './methodsMap.module.css';
import { ownSlot } from './signs.ts';

// The style sheet has the same numbers.
const WIDTH = 110;
const LEAST = 80; // Minimum height of a line.
const MOST = 112;
const FOOT = 8; // Space below the map.
const SIZE = 32; // Size of a drawing.
const INSET = [6, 5] as const; // Position of a drawing in its cell.
const ROUND = 8;

interface MapProps {
  readonly places: readonly Place[];
  readonly chosen: Place;
  readonly page: Page;
}

export function FamilyMap({ places, chosen, page }: MapProps) {
  const { engine, catalogue } = page.doc;
  const glyphs = useMemo(
    () => new Map(places.map(({ row }) => [row.id, glyph(engine, row.id)])),
    [places, engine],
  );
  const path = pathTo(chosen);
  const columns = 1 + Math.max(...places.map(({ column }) => column));
  const lines = 1 + Math.max(...places.map(({ line }) => line));
  const [scroll, pitch] = usePitch(lines);
  return (
    <section class={css.family} aria-label="The family">
      <h2>Family tree</h2>
      <p>
        Each step to the right changes one thing. Curve: filter τ(σ), the joint response to an error
        along a singular direction. Dots: path of an end effector, one per update.
      </p>
      <div class={css.mapScroll} ref={scroll}>
        <div class="map" style={{ '--columns': columns, '--lines': lines, '--pitch': rem(pitch) }}>
          <svg viewBox={`0 0 ${columns * WIDTH} ${lines * pitch}`} aria-hidden="true">
            {places.map(
              (place) => place.parent && <Edge key={place.row.id} place={place} pitch={pitch} />,
            )}
            {path.map(
              (place) => place.parent && <Edge key={place.row.id} place={place} pitch={pitch} on />,
            )}
          </svg>
          <ul>
            {places.map((place) => (
              <Node
                key={place.row.id}
                place={place}
                drawn={glyphs.get(place.row.id)}
                slot={ownSlot(place.row.id, catalogue)}
                on={path.includes(place)}
                chosen={place === chosen}
              />
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

interface NodeProps {
  readonly place: Place;
  readonly drawn: Glyph | undefined;
  /** Null if the method has no colour of its own. */
  readonly slot: number | null;
  readonly on: boolean;
  readonly chosen: boolean;
}

function Node({ place, drawn, slot, on, chosen }: NodeProps) {
  const { row, column, line: below } = place;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (chosen) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  return (
    <li style={{ '--column': column, '--line': below }} class={on ? 'on' : undefined}>
      <a
        ref={link}
        href={pageAddress('methods', row.id)}
        title={row.fullName}
        aria-current={chosen ? 'page' : undefined}
      >
        <GlyphPicture drawn={drawn} slot={slot} size={SIZE} />
        <b>{row.name}</b>
        <small>{row.change}</small>
      </a>
    </li>
  );
}

function Edge({ place, pitch, on = false }: { place: Place; pitch: number; on?: boolean }) {
  const parent = place.parent as Place;
  const [left, top] = INSET;
  const middle = top + SIZE / 2;
  const [x1, y1] = [parent.column * WIDTH + left + SIZE, parent.line * pitch + middle];
  const [x2, y2] = [place.column * WIDTH + left, place.line * pitch + middle];
  const trunk = x2 - 14;
  const down = `H${trunk - ROUND}q${ROUND} 0 ${ROUND} ${ROUND}V${y2 - ROUND}q0 ${ROUND} ${ROUND} ${ROUND}`;
  return <path class={on ? 'edge on' : 'edge'} d={`M${x1} ${y1}${y1 === y2 ? '' : down}H${x2}`} />;
}

/** Height of a line, chosen so that the map fits in the window if possible. */
function usePitch(lines: number) {
  const scroll = useRef<HTMLDivElement>(null);
  const [pitch, set] = useState(LEAST);
  const measure = (): void => {
    const room = (window.innerHeight - (scroll.current?.offsetTop ?? 0)) / unit() - FOOT;
    set(Math.max(LEAST, Math.min(MOST, Math.floor(room / lines))));
  };
  useLayoutEffect(measure, [lines]);
  useOnWindow(['resize'], measure);
  return [scroll, pitch] as const;
}
