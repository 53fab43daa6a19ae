/** Interface of an overlay on a filter chart, such as control points that bend the curve. */
import type { InstanceSpectrum } from '@iklab/core/measure';
import type { ScaleRange } from './scale.ts';

/**
 * Current layout of a filter chart: edges in CSS pixels, ranges of the axes as log₁₀ of σ and τ.
 */
export interface FilterLayout {
  readonly across: ScaleRange;
  readonly upward: ScaleRange;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  /** Spectrum of the chosen panel; null if that panel is not drawn yet. */
  readonly chosen: InstanceSpectrum | null;
}

export interface FilterLayer {
  /** Returns the ranges of both axes, extended if the overlay needs more than the curves do. */
  ranges(across: ScaleRange, upward: ScaleRange): readonly [across: ScaleRange, upward: ScaleRange];
  onDraw(picture: FilterLayout): void;
}
