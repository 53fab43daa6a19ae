import type { Catalogue, MethodRow } from './catalogue.ts';
import { clampDefaults } from './defaults.ts';
import type { MethodDocument } from './document.ts';
import type { Faults } from './faults.ts';
import { type MethodPreset, methodPreset, methodPresets } from './methodPresets.ts';
import { methodRow, readParams } from './params.ts';
import { assignSlots } from './slots.ts';
import { typicalDistance } from './trees.ts';
import type { InlineTree, MethodPanel, TargetClamp } from './types.ts';
import { didYouMean, listed, quote } from './words.ts';

/** A panel that may still be without a slot. */
export type Unslotted = Omit<MethodPanel, 'slot'> & { readonly slot: number | null };

/** The panels; null at the places whose `documents` entry is null (not sound) or has no method. */
export function checkMethods(
  documents: readonly (MethodDocument | null)[],
  tree: InlineTree | null,
  catalogue: Catalogue,
  faults: Faults,
): (MethodPanel | null)[] {
  const distance = tree ? typicalDistance(tree) : 1;
  const panels = documents.map(
    (document, i) => document && checkMethod(document, i, distance, catalogue, faults),
  );
  return assignSlots(panels);
}

function checkMethod(
  document: MethodDocument,
  index: number,
  distance: number,
  catalogue: Catalogue,
  faults: Faults,
): Unslotted | null {
  const preset = methodPreset(document.id);
  const row = methodRow(catalogue, preset?.method ?? document.id);
  if (!row) {
    faults.add(['methods', index, 'id'], unknownMethod(document.id, catalogue));
    return null;
  }
  const path = ['methods', index, 'params'] as const;
  const given = document.params;
  const params = readParams(row, given, preset?.params ?? {}, catalogue, path, faults);
  const { maxSlide, gain, secondary } = document;
  if (secondary && !row.traits.includes('spectral')) {
    const reason = `must be null: ${quote(row.id)} has no nullspace for it, is "${secondary.kind}"`;
    faults.add(['methods', index, 'secondary'], reason);
  }
  return {
    id: row.id,
    label: document.label ?? preset?.label ?? row.name,
    slot: document.slot ?? null,
    params,
    targetClamp: readClamp(document, index, row, preset, distance, faults),
    maxStep: document.maxStep === undefined ? row.maxStep : document.maxStep,
    maxSlide,
    gain,
    secondary,
  };
}

function readClamp(
  { targetClamp }: MethodDocument,
  index: number,
  row: MethodRow,
  preset: MethodPreset | null,
  distance: number,
  faults: Faults,
): TargetClamp {
  const base = { ...clampDefaults, distance, ...preset?.targetClamp };
  const clamp: TargetClamp = {
    mode: targetClamp.mode ?? base.mode,
    distance: targetClamp.distance ?? base.distance,
    angle: targetClamp.angle ?? base.angle,
    rule: targetClamp.rule ?? base.rule,
  };
  if (clamp.mode !== 'off' && row.traits.includes('unclamped')) {
    const reason = `must be off: ${quote(row.id)} sees the whole error, is "${clamp.mode}"`;
    faults.add(['methods', index, 'targetClamp', 'mode'], reason);
  }
  return clamp;
}

function unknownMethod(id: string, catalogue: Catalogue): string {
  const methods = catalogue.methods.map((row) => row.id);
  const presets = methodPresets
    .filter(({ method }) => methods.includes(method))
    .map((preset) => preset.id);
  const known = [...methods, ...presets];
  return `must be one of ${listed(known, 40)}; is ${quote(id)}${didYouMean(id, known)}`;
}
