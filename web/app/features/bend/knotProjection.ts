import type { FilterKnot } from '@iklab/core/document/knotFilter';
import { clamp } from '@iklab/core/scenario/numbers';
import type { FilterChartLayout } from '@iklab/scene/chart';

/** Converts between filter values and chart positions in pixels at the default font size. */
export class KnotProjection {
  readonly picture: FilterChartLayout;

  constructor(picture: FilterChartLayout) {
    this.picture = picture;
  }

  /** Returns the horizontal position in pixels of a value of log10(σ). */
  readonly x = (value: number): number => {
    const { across, left, right } = this.picture;
    return left + ((value - across[0]) / (across[1] - across[0])) * (right - left);
  };

  /** Returns the vertical position in pixels of a value of log10(τ). */
  readonly y = (value: number): number => {
    const { upward, top, bottom } = this.picture;
    return bottom - ((value - upward[0]) / (upward[1] - upward[0])) * (bottom - top);
  };

  /** Returns the position of a knot in pixels; far below the plot if τ = 0. */
  position({ sigma, tau }: FilterKnot): readonly [number, number] {
    const { bottom } = this.picture;
    const y = tau > 0 ? this.y(Math.log10(tau)) : 2 * bottom;
    return [this.x(Math.log10(sigma)), clamp(y, -bottom, 2 * bottom)];
  }

  clampedPosition(knot: FilterKnot): readonly [number, number] {
    const { left, right, top, bottom } = this.picture;
    const [x, y] = this.position(knot);
    return [clamp(x, left, right), clamp(y, top, bottom)];
  }

  /** Returns the index of the knot nearest to a position in pixels; -1 without knots. */
  nearest(knots: readonly FilterKnot[], [x, y]: readonly [number, number]): number {
    const away = knots.map((knot) => {
      const [u, v] = this.clampedPosition(knot);
      return Math.hypot(u - x, v - y);
    });
    return away.indexOf(Math.min(...away));
  }

  knotAt(x: number, y: number): FilterKnot {
    const { across, upward, left, right, top, bottom } = this.picture;
    const share = (clamp(x, left, right) - left) / (right - left);
    const height = (bottom - clamp(y, top, bottom)) / (bottom - top);
    return {
      sigma: 10 ** (across[0] + share * (across[1] - across[0])),
      tau: 10 ** (upward[0] + height * (upward[1] - upward[0])),
    };
  }
}
