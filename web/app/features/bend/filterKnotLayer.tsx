import { type FilterKnot, isKnotOvershooting } from '@iklab/core/document/knotFilter';
import { numberText } from '@iklab/core/format';
import { threadTime } from '@iklab/core/time';
import type { FilterChartLayout } from '@iklab/scene/chart';
import { stylePixel } from '@iklab/scene/dom';
import { useEffect, useRef } from 'preact/hooks';
import type { FilterEditing } from './filterEditing.ts';
import css from './filterKnotLayer.module.css';
import { FilterStabilityBand } from './filterStabilityBand.tsx';
import { insertKnot, insertKnotOnCurve, moveKnot, moveKnotByKey, removeKnot } from './knotEdits.ts';
import { KnotProjection } from './knotProjection.ts';
import { useKnotDrag } from './useKnotDrag.ts';

interface LayerProps {
  readonly bend: FilterEditing;
  readonly picture: FilterChartLayout;
  readonly box: HTMLElement;
  close(): void;
}

export function FilterKnotLayer({ bend, picture, box, close }: LayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const chosen = useRef(0);
  const projection = new KnotProjection(picture);
  const knots = bend.knots.value;

  const focus = (index: number): void => {
    chosen.current = index;
    layer.current?.querySelectorAll<HTMLElement>('[role=slider]')[index]?.focus();
  };
  const drag = useKnotDrag(bend, projection, focus);
  const put = (next: readonly FilterKnot[], index: number): void => {
    bend.begin();
    bend.bend(next);
    bend.end();
    // The knot's element only exists after rendering.
    threadTime.requestFrame(() => focus(index));
  };
  const add = (knot: FilterKnot | null): void => {
    const current = bend.knots.peek();
    const added = knot ? insertKnot(current, knot) : insertKnotOnCurve(current, chosen.current);
    if (added) put(added.knots, added.index);
  };
  const remove = (): void => {
    const next = removeKnot(bend.knots.peek(), chosen.current);
    if (next) put(next, Math.min(chosen.current, next.length - 1));
  };

  useEffect(() => {
    const hear = ({ offsetX, offsetY }: MouseEvent): void =>
      add(projection.knotAt(offsetX / stylePixel(), offsetY / stylePixel()));
    box.addEventListener('dblclick', hear);
    return () => box.removeEventListener('dblclick', hear);
  });

  const hear = (event: KeyboardEvent): void => {
    const current = bend.knots.peek();
    const knot = current[chosen.current];
    const to = knot && moveKnotByKey(knot, event.key, event.shiftKey);
    if (to) {
      bend.bend(moveKnot(current, chosen.current, to));
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
        <FilterStabilityBand projection={projection} knots={knots} />
        {knots.map((knot, i) => (
          <KnotHandle
            key={i}
            knot={knot}
            projection={projection}
            onFocus={() => {
              chosen.current = i;
            }}
          />
        ))}
      </div>
      <div class={css.bendFoot}>
        <BendStatus bend={bend} knots={knots} />
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

function BendStatus({ bend, knots }: { bend: FilterEditing; knots: readonly FilterKnot[] }) {
  const refused = bend.refused.value;
  const above = knots.some(isKnotOvershooting);
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

interface HandleProps {
  readonly knot: FilterKnot;
  readonly projection: KnotProjection;
  onFocus(): void;
}

function KnotHandle({ knot, projection, onFocus: focused }: HandleProps) {
  const [x, y] = projection.clampedPosition(knot);
  const above = isKnotOvershooting(knot);
  return (
    <div
      class={css.bendKnot}
      role="slider"
      tabIndex={0}
      aria-label={`τ at σ ${numberText(knot.sigma)}`}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={Math.max(knot.tau, 2 / knot.sigma)}
      aria-valuenow={knot.tau}
      aria-valuetext={`${numberText(knot.tau)}${above ? ', above 2/σ' : ''}`}
      data-above={above}
      style={{ left: `${x / 16}rem`, top: `${y / 16}rem` }}
      onFocus={focused}
    />
  );
}
