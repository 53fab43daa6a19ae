/** Charts of a run on canvas. */

export type { Chart, ChartContext, ChartDrawing } from './chart.ts';
export { CHART_KINDS, type ChartKind, chartKind, chartTitle, partNames } from './chartKinds.ts';
export type { FilterLayer, FilterLayout } from './filterLayer.ts';
export { observableTitles } from './observableSeries.ts';
export { plainColor } from './plainColor.ts';
export { decadeName, roundTicks } from './scale.ts';
export { readChartTheme, type Theme } from './theme.ts';
