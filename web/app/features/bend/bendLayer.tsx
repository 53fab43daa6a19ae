/** The knots of a filter above its chart, the stable range, and a line of text below. */

import type { FilterPicture } from '@iklab/scene/chart';
import { unit } from '@iklab/scene/dom';
import { type Knot, overshoots } from 'iklab/document/bentFilter';
import { threadTime } from 'iklab/time';
import { useEffect, useRef } from 'preact/hooks';
import type { Bend } from './bend.ts';
import css from './bendLayer.module.css';
import { useKnotDrag } from './knotDrag.ts';
import { KnotHandle } from './knotHandle.tsx';
import { addedKnot, keyedKnot, knotBeside, movedKnot, removedKnot } from './knotMoves.ts';
import { KnotPlaces } from './knotPlaces.ts';
import { StableBand } from './stableBand.tsx';

interface LayerProps {
  readonly bend: Bend;
  readonly picture: FilterPicture;
  /** The chart's own element, which receives clicks outside knots. */
  readonly box: HTMLElement;
  close(): void;
}

export function BendLayer({ bend, picture, box, close }: LayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const chosen = useRef(0);
  const places = new KnotPlaces(picture);
  const knots = bend.knots.value;

  const focus = (index: number): void => {
    chosen.current = index;
    layer.current?.querySelectorAll<HTMLElement>('[role=slider]')[index]?.focus();
  };
  const drag = useKnotDrag(bend, places, focus);
  const put = (next: readonly Knot[], index: number): void => {
    bend.begin();
    bend.bend(next);
    bend.end();
    // The knot's element only exists after rendering.
    threadTime.frame(() => focus(index));
  };
  const add = (at: Knot | null): void => {
    const now = bend.knots.peek();
    const added = at ? addedKnot(now, at) : knotBeside(now, chosen.current);
    if (added) put(added.knots, added.index);
  };
  const remove = (): void => {
    const next = removedKnot(bend.knots.peek(), chosen.current);
    if (next) put(next, Math.min(chosen.current, next.length - 1));
  };

  useEffect(() => {
    const hear = ({ offsetX, offsetY }: MouseEvent): void =>
      add(places.knotAt(offsetX / unit(), offsetY / unit()));
    box.addEventListener('dblclick', hear);
    return () => box.removeEventListener('dblclick', hear);
  });

  const hear = (event: KeyboardEvent): void => {
    const now = bend.knots.peek();
    const knot = now[chosen.current];
    const to = knot && keyedKnot(knot, event.key, event.shiftKey);
    if (to) {
      bend.bend(movedKnot(now, chosen.current, to));
      bend.endSoon();
    } else if (event.key === 'Enter' || event.key === 'Insert') add(null);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (knots.length === 0) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the knots inside */}
      <div class={css.bendLayer} ref={layer} onKeyDown={hear} {...drag}>
        <StableBand places={places} knots={knots} />
        {knots.map((knot, i) => (
          <KnotHandle
            key={i}
            knot={knot}
            places={places}
            focused={() => {
              chosen.current = i;
            }}
          />
        ))}
      </div>
      <div class={css.bendFoot}>
        <Words bend={bend} knots={knots} />
        <button
          type="button"
          class={css.bendButton}
          aria-label="Add knot"
          title="Add knot (Enter, or double-click)"
          onClick={() => add(null)}
        >
          +
        </button>
        <button
          type="button"
          class={css.bendButton}
          aria-label="Remove knot"
          title="Remove knot (Delete)"
          onClick={remove}
        >
          −
        </button>
      </div>
    </>
  );
}

function Words({ bend, knots }: { bend: Bend; knots: readonly Knot[] }) {
  const refused = bend.refused.value;
  const above = knots.some(overshoots);
  if (!refused && !above)
    return (
      <p class={css.bendWords} role="status">
        Drag a knot, or use the arrow keys.
      </p>
    );
  return (
    <p class={css.bendWords} data-warn role="status">
      {refused || 'Above 2/σ, each update increases the error along this direction.'}
    </p>
  );
}
