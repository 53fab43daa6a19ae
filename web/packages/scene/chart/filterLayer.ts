/** Interface of an overlay on a filter chart, such as control points that bend the curve. */
import type { InstanceSpectrum } from '@iklab/core/measure';
import type { ScaleRange } from './scale.ts';

/** The current layout of a filter chart, in CSS pixels; axes are log₁₀ of σ and τ. */
export interface FilterLayout {
  readonly across: ScaleRange;
  readonly upward: ScaleRange;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  /** Spectrum of the chosen panel; null if the panel is not drawn yet. */
  readonly chosen: InstanceSpectrum | null;
}

export interface FilterLayer {
  /** Returns the ranges of both axes, extended if the overlay needs more than the curves. */
  ranges(across: ScaleRange, upward: ScaleRange): readonly [across: ScaleRange, upward: ScaleRange];
  onDraw(picture: FilterLayout): void;
}
