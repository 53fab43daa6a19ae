import { type FilterKnot, makeKnotFilter } from '@iklab/core/document/knotFilter';
import { logSpacedSamples } from '@iklab/core/measure';
import css from './filterKnotLayer.module.css';
import type { KnotProjection } from './knotProjection.ts';

const LABEL_SHARE = 0.66; // Where the bound's label is, as a share of its length.

/** Draws a filter's curve through the knots, and the stable range 0 ≤ σ τ(σ) ≤ 2. */
export function FilterStabilityBand({
  projection,
  knots,
}: {
  projection: KnotProjection;
  knots: readonly FilterKnot[];
}) {
  const { picture, x, y } = projection;
  const { left, top, right, bottom, width, height, across } = picture;
  const [from, to] = across;
  const bound = (logSigma: number): string => `${x(logSigma)} ${y(Math.log10(2) - logSigma)}`;
  const tau = makeKnotFilter(knots);
  const curve = [...logSpacedSamples(across)].map((sigma) =>
    projection.position({ sigma, tau: tau(sigma) }),
  );
  const named = from + LABEL_SHARE * (to - from);
  const clip = `${left} ${top} ${right - left} ${bottom - top}`;
  return (
    <svg class={css.bendPicture} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <svg
        x={left}
        y={top}
        width={right - left}
        height={bottom - top}
        viewBox={clip}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path
          class={css.bendBand}
          d={`M${bound(from)}L${bound(to)}L${right} ${bottom}L${left} ${bottom}Z`}
        />
        <path class={css.bendBound} d={`M${bound(from)}L${bound(to)}`} />
        <path class={css.bendCurve} d={`M${curve.map(([u, v]) => `${u} ${v}`).join('L')}`} />
      </svg>
      <text
        class={css.bendName}
        x={x(named) + 6}
        y={Math.max(y(Math.log10(2) - named) - 6, top + 10)}
      >
        2/σ
      </text>
    </svg>
  );
}
