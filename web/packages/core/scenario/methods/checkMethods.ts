import type { DocumentPathKey, FaultCollector } from '../checks/faults.ts';
import { listWords, nearestWordSuggestion, quoteInOneLine } from '../checks/words.ts';
import { targetClampDefaults } from '../defaults.ts';
import type { MethodDocument } from '../document.ts';
import { halfTypicalLinkLength } from '../robot/trees.ts';
import type { InlineTree, MethodPanel, TargetClamp } from '../types.ts';
import type { Catalogue, MethodRow } from './catalogue.ts';
import { type ChosenMethod, checkFormula } from './checkFormula.ts';
import { FORMULA_METHOD_ID } from './formula.ts';
import type { MethodLengths } from './methodLengths.ts';
import { methodRow, readMethodParams } from './methodParams.ts';
import {
  defaultMethodMaxStep,
  type MethodPreset,
  methodPreset,
  methodPresets,
} from './methodPresets.ts';
import { assignPanelSlots } from './panelSlots.ts';

/** A panel whose slot (colour and mark) is null until one is assigned. */
export type PanelWithoutSlot = Omit<MethodPanel, 'slot'> & { readonly slot: number | null };

export type ComputeFittedLengths = (
  id: string,
  params: Readonly<Record<string, unknown>>,
) => MethodLengths;

/**
 * Checks the methods of a document and returns their panels. Null for a null entry, and for an
 * entry that names no method.
 */
export function checkMethods(
  documents: readonly (MethodDocument | null)[],
  tree: InlineTree | null,
  fitLengths: ComputeFittedLengths,
  catalogue: Catalogue,
  faults: FaultCollector,
): (MethodPanel | null)[] {
  const distance = tree ? halfTypicalLinkLength(tree) : 1;
  const panels = documents.map(
    (document, i) => document && checkMethod(document, i, distance, fitLengths, catalogue, faults),
  );
  return assignPanelSlots(panels);
}

function checkMethod(
  document: MethodDocument,
  index: number,
  distance: number,
  fitLengths: ComputeFittedLengths,
  catalogue: Catalogue,
  faults: FaultCollector,
): PanelWithoutSlot | null {
  const preset = methodPreset(document.id);
  const entryPath = ['methods', index];
  const method = findMethod(document, preset, catalogue, entryPath, faults);
  if (!method) return null;
  const { row, givenParams, extraParams } = method;
  const path = [...entryPath, 'params'];
  const unsaid = preset ? preset.params : fitLengths(row.id, givenParams);
  const params = readMethodParams(row, givenParams, unsaid, catalogue, path, faults);
  const { maxSlide, gain, secondary } = document;
  const step = defaultMethodMaxStep(preset, row) ?? null;
  if (secondary && !row.traits.includes('spectral')) {
    const reason = `must be null: ${quoteInOneLine(row.id)} has no nullspace for it; got "${secondary.kind}"`;
    faults.add([...entryPath, 'secondary'], reason);
  }
  return {
    id: row.id,
    label: document.label ?? preset?.label ?? row.name,
    slot: document.slot ?? null,
    params: { ...extraParams, ...params },
    targetClamp: readClamp(document, index, row, preset, distance, faults),
    maxStep: document.maxStep === undefined ? step : document.maxStep,
    maxSlide,
    gain,
    secondary,
  };
}

function findMethod(
  { id, params }: MethodDocument,
  preset: MethodPreset | null,
  catalogue: Catalogue,
  entryPath: readonly DocumentPathKey[],
  faults: FaultCollector,
): ChosenMethod | null {
  if (id === FORMULA_METHOD_ID)
    return checkFormula(params, catalogue, [...entryPath, 'params'], faults);
  const row = methodRow(catalogue, preset?.method ?? id);
  if (row) return { row, givenParams: params, extraParams: {} };
  faults.add([...entryPath, 'id'], unknownMethodText(id, catalogue));
  return null;
}

function readClamp(
  { targetClamp }: MethodDocument,
  index: number,
  row: MethodRow,
  preset: MethodPreset | null,
  distance: number,
  faults: FaultCollector,
): TargetClamp {
  const base = { ...targetClampDefaults, distance, ...preset?.targetClamp };
  const clamp: TargetClamp = {
    mode: targetClamp.mode ?? base.mode,
    distance: targetClamp.distance ?? base.distance,
    angle: targetClamp.angle ?? base.angle,
    rule: targetClamp.rule ?? base.rule,
  };
  if (clamp.mode !== 'off' && row.traits.includes('unclamped')) {
    const reason = `must be off: ${quoteInOneLine(row.id)} sees the whole error; got "${clamp.mode}"`;
    faults.add(['methods', index, 'targetClamp', 'mode'], reason);
  }
  return clamp;
}

function unknownMethodText(id: string, catalogue: Catalogue): string {
  const methods = catalogue.methods.map((row) => row.id);
  const presets = methodPresets
    .filter(({ method }) => methods.includes(method))
    .map((preset) => preset.id);
  const knownIds = [...methods, FORMULA_METHOD_ID, ...presets];
  const meant = nearestWordSuggestion(id, knownIds);
  return `must be one of ${listWords(knownIds, meant ? 6 : 40)}; got ${quoteInOneLine(id)}${meant}`;
}
