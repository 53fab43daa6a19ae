/** Interface of an overlay on a filter chart, such as draggable control points. */
import type { InstanceSpectrum } from '@iklab/core/measure';
import type { AxisRange } from './axisRange.ts';

/** Layout of a filter chart: edges in CSS pixels, axis ranges as log₁₀ of σ and τ. */
export interface FilterChartLayout {
  readonly across: AxisRange;
  readonly upward: AxisRange;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  /** Spectrum of the chosen panel; null before that panel is drawn. */
  readonly chosen: InstanceSpectrum | null;
}

export interface FilterChartOverlay {
  ranges(across: AxisRange, upward: AxisRange): readonly [across: AxisRange, upward: AxisRange];
  onDraw(picture: FilterChartLayout): void;
}
