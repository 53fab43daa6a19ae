import { resolveScenario } from '@iklab/core/scenario';
import { MAX_FORMULA_BYTES, MAX_FORMULA_LINES } from '@iklab/core/scenario/checks';
import {
  type Catalogue,
  citationText,
  type DescribedCatalogue,
  type DescribedMethod,
  type DescribedParam,
  FORMULA_LANGUAGE_VERSION,
  FORMULA_METHOD_ID,
  initialParamValue,
  type MethodCardScene,
  methodPresets,
} from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { loadedScenarioPresetIds, scenarioPreset } from '@iklab/core/scenario/presets';
import { isIndependentJoint } from '@iklab/core/scenario/robot';

export function formatMethods({ methods }: DescribedCatalogue): string {
  const knownPresets = methodPresets.filter(({ method }) =>
    methods.some(({ id }) => id === method),
  );
  const width = Math.max(...knownPresets.map(({ id }) => id.length));
  const presets = knownPresets.map(({ id, summary }) => `  ${id.padEnd(width)}  ${summary}`);
  const parts = [...methods.map(formatMethod), FORMULA_LINES];
  return [...parts, ['presets of methods', ...presets].join('\n')].join('\n\n');
}

const FORMULA_LINES = `${FORMULA_METHOD_ID}: A custom method, written as lines of mathematics.
  text  the formula, at most ${MAX_FORMULA_BYTES / 1024} KiB; each of its param lines is a parameter
  iklab formula mine.ik explains a formula`;

function formatMethod({ id, name, summary, params, maxStep, references }: DescribedMethod): string {
  const steps = { stage: 'that of the active stage', null: 'no limit' };
  const limit =
    typeof maxStep === 'number' ? `${formatShort(maxStep)} rad` : steps[maxStep ?? 'null'];
  return [
    `${id}: ${name}. ${summary}`,
    ...formatParams(params),
    `  largest step: ${limit}`,
    ...references.map((each) => `  ${citationText(each)}${each.doi && ` doi:${each.doi}`}`),
  ].join('\n');
}

export function formatParams(params: readonly DescribedParam[]): readonly string[] {
  const rows = params.map(makeParamCells);
  const widths = [0, 1].map((i) => Math.max(0, ...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map(
    ([key, value, range]) =>
      `  ${key?.padEnd(widths[0] ?? 0)}  ${value?.padEnd(widths[1] ?? 0)}  ${range}`,
  );
}

function makeParamCells(param: DescribedParam): [key: string, value: string, range: string] {
  const { key, label, unit, min, max, scale, options } = param;
  const initial = initialParamValue(param);
  const value = typeof initial === 'number' ? formatShort(initial) : String(initial);
  const range = {
    toggle: 'true or false',
    choice: options.join(' | '),
    method: `${options.join(' | ')}, with its parameters as ${key}.…`,
  }[scale as string];
  const numbers = `from ${formatShort(min)} to ${formatShort(max)}${unit && ` ${unit}`}`;
  return [key, value, `${range ?? numbers}  (${label})`];
}

const formatShort = (x: number) => String(Number(x.toPrecision(6)));

export function formatMethodsJson({ methods, build }: DescribedCatalogue): string {
  const withDocumentText = (cardScene: MethodCardScene) => ({
    ...cardScene,
    document: JSON.stringify(cardScene.document),
  });
  const rows = methods.map((row) => ({
    ...row,
    failures: row.failures.map(withDocumentText),
    strengths: row.strengths.map(withDocumentText),
    params: row.params.map((param) => {
      const { initial: _, ...rest } = param;
      return { ...rest, default: initialParamValue(param) };
    }),
  }));
  const formula = {
    id: FORMULA_METHOD_ID,
    language: FORMULA_LANGUAGE_VERSION,
    maxBytes: MAX_FORMULA_BYTES,
    maxLines: MAX_FORMULA_LINES,
  };
  return JSON.stringify({ build, methods: rows, formula, presets: methodPresets }, null, 2);
}

export function formatPresets(catalogue: Catalogue): string {
  const width = Math.max(...loadedScenarioPresetIds().map((id) => id.length));
  const lines = loadedScenarioPresetIds().map((id) => {
    const parsed = parseScenarioDocument(scenarioPreset(id)?.document, catalogue);
    if (!parsed.ok) throw new Error(`preset ${id} cannot be read`);
    const { tree } = resolveScenario(parsed.value);
    const joints = tree.joints.filter(isIndependentJoint).length;
    const count = `${joints} joints, ${parsed.value.targets.length} targets`;
    return `${id.padEnd(width)}  ${parsed.value.name} (${count.replace(/\b1 targets/, '1 target')})`;
  });
  return lines.join('\n');
}
