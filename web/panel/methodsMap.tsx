import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Engine } from '../engine/engine.ts';
import { type Glyph, glyph, type Point } from '../session/demo.ts';
import { type Place, pathTo } from '../session/family.ts';
import { methodAddress } from '../session/mode.ts';
import './methodsMap.css';

// px; the style sheet has the same numbers
const WIDTH = 150;
const HEIGHT = 108;
const SIZE = 36; // of a glyph
const ROUND = 8;

interface MapProps {
  readonly places: readonly Place[];
  readonly chosen: Place;
  readonly engine: Engine;
}

/** The family: every method beside what it grows out of. */
export function FamilyMap({ places, chosen, engine }: MapProps) {
  const glyphs = useMemo(
    () => new Map(places.map(({ row }) => [row.id, glyph(engine, row.id)])),
    [places, engine],
  );
  const path = pathTo(chosen);
  const columns = 1 + Math.max(...places.map(({ column }) => column));
  const lines = 1 + Math.max(...places.map(({ line }) => line));
  return (
    <section class="family" aria-label="The family">
      <h2>The family</h2>
      <p>
        Each step to the right changes one thing in the method before it. The small curve is the
        filter τ(σ): how strongly an error along one singular direction turns the joints. A method
        that is no filter shows the way of an arm’s tip to its target, a dot an update.
      </p>
      <div class="map-scroll">
        <div class="map" style={{ '--columns': columns, '--lines': lines }}>
          <svg width={columns * WIDTH} height={lines * HEIGHT} aria-hidden="true">
            {places.map((place) => place.parent && <Edge key={place.row.id} place={place} />)}
            {path.map((place) => place.parent && <Edge key={place.row.id} place={place} on />)}
          </svg>
          <ul>
            {places.map((place) => (
              <Node
                key={place.row.id}
                place={place}
                drawn={glyphs.get(place.row.id)}
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
  /** On the path to the chosen one. */
  readonly on: boolean;
  readonly chosen: boolean;
}

function Node({ place, drawn, on, chosen }: NodeProps) {
  const { row, column, line: below } = place;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (chosen) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  return (
    <li style={{ '--column': column, '--line': below }} class={on ? 'on' : undefined}>
      <a ref={link} href={methodAddress(row.id)} aria-current={chosen ? 'page' : undefined}>
        <svg class="glyph" width={SIZE} height={SIZE} viewBox="0 0 36 36" aria-hidden="true">
          <rect x=".5" y=".5" width="35" height="35" rx="6" />
          {drawn && <path d={line(drawn)} />}
          {drawn?.kind === 'way' && <path class="dots" d={dots(drawn)} />}
        </svg>
        <b>{row.name}</b>
        <small>{row.change}</small>
      </a>
    </li>
  );
}

const at = ([x, y]: Point): string => `${(7 + 22 * x).toFixed(1)} ${(29 - 22 * y).toFixed(1)}`;
const line = ({ points }: Glyph): string =>
  points.map((point, i) => `${i === 0 ? 'M' : 'L'}${at(point)}`).join('');
const dots = ({ points }: Glyph): string => points.map((point) => `M${at(point)}h0`).join('');

/** From the parent to the right, and down where the method stands lower. */
function Edge({ place, on = false }: { place: Place; on?: boolean }) {
  const parent = place.parent as Place;
  const middle = 8 + SIZE / 2;
  const [x1, y1] = [parent.column * WIDTH + 8 + SIZE, parent.line * HEIGHT + middle];
  const [x2, y2] = [place.column * WIDTH + 8, place.line * HEIGHT + middle];
  const trunk = x2 - 20;
  const down = `H${trunk - ROUND}q${ROUND} 0 ${ROUND} ${ROUND}V${y2 - ROUND}q0 ${ROUND} ${ROUND} ${ROUND}`;
  return <path class={on ? 'edge on' : 'edge'} d={`M${x1} ${y1}${y1 === y2 ? '' : down}H${x2}`} />;
}
