/** Charts on a canvas. */
export type { Chart, ChartParts } from './chart.ts';
export { type ChartKind, KINDS, kindOf, partNames, titleOf } from './chartKinds.ts';
export { decadeName, ticks } from './scale.ts';
export { readTheme, type Theme } from './theme.ts';
