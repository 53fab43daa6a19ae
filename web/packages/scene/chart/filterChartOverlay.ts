/** Interface of an overlay on a filter chart, such as control points that bend the curve. */
import type { InstanceSpectrum } from '@iklab/core/measure';
import type { AxisRange } from './axisRange.ts';

/**
 * Current layout of a filter chart: edges in CSS pixels, ranges of the axes as log₁₀ of σ and τ.
 */
export interface FilterChartLayout {
  readonly across: AxisRange;
  readonly upward: AxisRange;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  /** Spectrum of the chosen panel; null if that panel is not drawn yet. */
  readonly chosen: InstanceSpectrum | null;
}

export interface FilterChartOverlay {
  ranges(across: AxisRange, upward: AxisRange): readonly [across: AxisRange, upward: AxisRange];
  onDraw(picture: FilterChartLayout): void;
}
