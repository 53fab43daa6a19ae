import { type Knot, overshoots } from 'iklab/document/knotFilter';
import { numberText } from 'iklab/format';
import css from './bendLayer.module.css';
import type { KnotProjection } from './knotProjection.ts';

interface HandleProps {
  readonly knot: Knot;
  readonly projection: KnotProjection;
  onFocus(): void;
}

export function KnotHandle({ knot, projection, onFocus: focused }: HandleProps) {
  const [x, y] = projection.clampedPosition(knot);
  const above = overshoots(knot);
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
