import type { MethodPanel, ParamValue } from '@iklab/core/scenario';
import {
  type Catalogue,
  type CatalogueParam,
  FORMULA_METHOD_ID,
  methodRow,
  paramConditionHolds,
} from '@iklab/core/scenario/methods';

export interface MethodParamNode {
  readonly key: string;
  readonly param: CatalogueParam;
  readonly value: ParamValue;
  readonly stage: MethodParamTree | null;
}

export interface MethodParamTree {
  readonly id: string;
  readonly parts: readonly MethodParamNode[];
}

export function makeMethodParamTree(
  { id, params }: Pick<MethodPanel, 'id' | 'params'>,
  catalogue: Catalogue,
  prefix = '',
): MethodParamTree {
  const row = methodRow(catalogue, id);
  if (!row) throw new Error(`there is no method ${id}`);
  const parts = row.params.flatMap((param): MethodParamNode[] => {
    const value = params[prefix + param.key];
    if (value === undefined || !paramConditionHolds(param.when, params, prefix)) return [];
    const stage =
      param.scale === 'method'
        ? makeMethodParamTree({ id: String(value), params }, catalogue, `${param.key}.`)
        : null;
    return [{ key: param.key, param, value, stage }];
  });
  return { id, parts };
}

export function formulaTextAndValues(
  { params }: Pick<MethodPanel, 'params'>,
  catalogue: Catalogue,
): { readonly text: string; readonly values: readonly (readonly [string, number])[] } {
  const text = String(params.text);
  const declared = catalogue.readFormula(text).row?.params ?? [];
  const values = declared.flatMap(({ key, options }) => {
    const value = params[key];
    if (value === undefined) return [];
    const numeric = typeof value === 'string' ? options.indexOf(value) : Number(value);
    return [[key, numeric] as const];
  });
  return { text, values };
}

export const isFormulaPanel = ({ id }: Pick<MethodPanel, 'id'>): boolean =>
  id === FORMULA_METHOD_ID;

export const pascalCase = (id: string): string =>
  id.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

export const camelCase = (id: string): string =>
  pascalCase(id).replace(/^./, (letter) => letter.toLowerCase());

/**
 * Returns the step limit that code must state, in radians. Null: no limit; undefined: the method's
 * default.
 */
export function explicitStepLimit(
  panel: MethodPanel,
  catalogue: Catalogue,
): number | null | undefined {
  const usual = isFormulaPanel(panel)
    ? catalogue.readFormula(String(panel.params.text)).row?.maxStep
    : methodRow(catalogue, panel.id)?.maxStep;
  return panel.maxStep === 'stage' || panel.maxStep === usual ? undefined : panel.maxStep;
}
