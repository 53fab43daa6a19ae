/**
 * Rows of the dialog for adding a method: built-in methods, and presets with a paper's constants.
 */
import { GROUPS, type Group } from '@iklab/core/engine/protocol';
import { type MethodPanel, targetClampDefaults } from '@iklab/core/scenario';
import {
  type DescribedCatalogue,
  type DescribedMethod,
  initialParamValue,
  type MethodPreset,
  methodPresets,
  slotOfNewPanel,
} from '@iklab/core/scenario/methods';

const GROUP_TEXTS: Readonly<Record<Group, readonly [name: string, hint: string]>> = {
  spectral: ['Spectral', 'a filter on the singular values'],
  constrained: ['Constraints', 'weighted joints or prioritised targets'],
  optimisation: ['Optimisation', 'every step must reduce the error'],
  geometric: ['Geometric', 'no matrices'],
  staged: ['Stages', 'one method far from the target, another near it'],
  written: ['Written', 'your own mathematics'],
};
/** Groups of the dialog for adding a method. The group of formulas has no rows and is left out. */
export const METHOD_PICKER_GROUPS = GROUPS.filter((id) => id !== 'written').map((id) => ({
  id,
  name: GROUP_TEXTS[id][0],
  hint: GROUP_TEXTS[id][1],
}));

export interface MethodPickerEntry {
  readonly id: string;
  readonly row: DescribedMethod;
  readonly preset: MethodPreset | null;
  readonly name: string;
  readonly line: string;
}

export const listMethodPickerEntries = (catalogue: DescribedCatalogue): MethodPickerEntry[] =>
  catalogue.methods.flatMap((row) => [
    { id: row.id, row, preset: null, name: row.name, line: row.summary },
    ...methodPresets
      .filter(({ method }) => method === row.id)
      .map((preset) => ({
        id: preset.id,
        row,
        preset,
        name: preset.label,
        line: `${preset.summary}.`,
      })),
  ]);

export const getMethodSearchTexts = ({ name, line, row }: MethodPickerEntry): string[] => [
  name,
  row.fullName,
  row.name,
  line,
  row.idea,
  ...row.references.flatMap(({ authors, title }) => [authors, title]),
];

/**
 * Returns the dialog row of a panel's method. If the panel has the constants of a preset, returns
 * the preset's row.
 */
export function findPickerEntry(
  panel: MethodPanel,
  all: readonly MethodPickerEntry[],
): MethodPickerEntry | undefined {
  const holds = ({ preset }: MethodPickerEntry): boolean =>
    preset !== null &&
    (preset.maxStep === undefined || preset.maxStep === panel.maxStep) &&
    Object.entries(preset.params).every(([key, value]) => panel.params[key] === value) &&
    Object.entries(preset.targetClamp).every(
      ([key, value]) => panel.targetClamp[key as keyof typeof panel.targetClamp] === value,
    );
  const candidates = all.filter(({ row }) => row.id === panel.id);
  const weight = ({ preset }: MethodPickerEntry) =>
    Object.keys({ ...preset?.params, ...preset?.targetClamp }).length;
  const [best] = candidates.filter(holds).sort((a, b) => weight(b) - weight(a));
  return best ?? candidates.find(({ preset }) => preset === null);
}

export function slotOfPickerEntry(
  { row, preset }: MethodPickerEntry,
  panels: readonly MethodPanel[],
): number {
  const params = Object.fromEntries(
    row.params.map((param) => [param.key, initialParamValue(param)]),
  );
  return slotOfNewPanel(panels, {
    id: row.id,
    params: { ...params, ...preset?.params },
    targetClamp: { ...targetClampDefaults, ...preset?.targetClamp } as MethodPanel['targetClamp'],
    slot: null,
  });
}
