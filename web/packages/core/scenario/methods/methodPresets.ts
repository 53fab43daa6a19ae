/** Methods with published constants; `methods[].id` may name them. */
import { NA_TARGET_CLAMP } from '../presets/naYangJia.ts';
import type { MethodPanel, ParamValue, TargetClamp } from '../types.ts';

export interface MethodPreset {
  readonly id: string;
  readonly method: string;
  readonly label: string;
  readonly summary: string;
  readonly params: Readonly<Record<string, ParamValue>>;
  readonly targetClamp: Partial<TargetClamp>;
  /** Largest joint step in radians; missing: the method's default; null: no limit. */
  readonly maxStep?: number | null;
}

/** Preferred slots (colours) of methods, as in Buss & Kim. The first match counts. */
export const methodSlotPreferences: readonly {
  readonly method: string;
  readonly clamped?: boolean;
  readonly params?: Readonly<Record<string, ParamValue>>;
  readonly slot: number;
}[] = [
  { method: 'transpose', slot: 1 },
  { method: 'truncated', slot: 2 },
  { method: 'dls', clamped: false, slot: 5 },
  { method: 'dls', params: { lambda: 1.1 }, slot: 6 },
  { method: 'dls', slot: 3 },
  { method: 'sdls', slot: 4 },
];

const adaptiveClamp = { mode: 'adaptive' } as const;
const publishedClamp = { mode: 'adaptive', distance: 0.4, rule: 'published' } as const;
// The published code divides by sigma^2 + 1.1 instead of sigma^2 + 1.1^2.
const tabaczynskiLambda = Math.sqrt(1.1);

export const methodPresets: readonly MethodPreset[] = [
  {
    id: 'dls-clamped',
    method: 'dls',
    label: 'DLS′',
    summary: 'Buss & Kim: damping 0.7, targets clamped',
    params: { lambda: 0.7 },
    targetClamp: adaptiveClamp,
  },
  {
    id: 'dls-star',
    method: 'dls',
    label: 'DLS*',
    summary: 'Buss & Kim: damping 1.1, targets clamped',
    params: { lambda: 1.1 },
    targetClamp: adaptiveClamp,
  },
  {
    id: 'sdls-clamped',
    method: 'sdls',
    label: 'SDLS, clamped',
    summary: 'Buss & Kim: as published',
    params: {},
    targetClamp: adaptiveClamp,
  },
  {
    id: 'sdls-published',
    method: 'sdls',
    label: 'SDLS, published',
    summary: 'Buss & Kim: as in the program used for their figures',
    params: { clampForm: 'soft', cutoffIs: 'absolute' },
    targetClamp: publishedClamp,
  },
  {
    id: 'tabaczynski-dls',
    method: 'dls',
    label: 'DLS, Tabaczynski',
    summary: 'Tabaczynski: σ² + 1.1, targets clamped to 0.7',
    params: { lambda: tabaczynskiLambda },
    targetClamp: { mode: 'fixed', distance: 0.7 },
  },
  {
    id: 'dls-then-sdls',
    method: 'two-stage',
    label: 'DLS′ then SDLS',
    summary: 'Buss & Kim §5: DLS′ until 0.01 per target, then SDLS',
    params: { first: 'dls', second: 'sdls', switchAt: 0.01, 'first.lambda': 0.7 },
    targetClamp: adaptiveClamp,
  },
  {
    id: 'dls-then-truncated',
    method: 'two-stage',
    label: 'DLS then truncated',
    summary: 'Tabaczynski §5: his DLS until near the target, then the truncated pseudoinverse',
    params: { first: 'dls', second: 'truncated', 'first.lambda': tabaczynskiLambda },
    targetClamp: { mode: 'fixed', distance: 0.7 },
  },
  {
    id: 'na-dls',
    method: 'idls',
    label: 'DLS, Na et al.',
    summary: 'Na, Yang & Jia: plain DLS (D = 0, so λ → 0) with their Jacobian, targets clamped',
    params: { c: 0, weightTerm: false, jacobian: 'parent-frame' },
    targetClamp: NA_TARGET_CLAMP,
  },
  {
    id: 'na-idls',
    method: 'idls',
    label: 'IDLS, Na et al.',
    summary: 'Na, Yang & Jia: c 30, p 8, targets clamped',
    params: { c: 30 },
    targetClamp: NA_TARGET_CLAMP,
  },
  {
    id: 'quik',
    method: 'halley',
    label: 'QuIK',
    summary:
      'Lloyd, Irani & Ahmadi: error steps of 0.34 m and 1 rad, as for their KR6; no step limit',
    params: {},
    targetClamp: { mode: 'fixed', distance: 0.34, angle: 1 },
    maxStep: null,
  },
];

export const defaultMethodMaxStep = (
  preset: MethodPreset | null,
  row: { readonly maxStep: MethodPanel['maxStep'] } | null,
) => (preset?.maxStep === undefined ? row?.maxStep : preset.maxStep);

export const methodPreset = (id: string): MethodPreset | null =>
  methodPresets.find((preset) => preset.id === id) ?? null;
