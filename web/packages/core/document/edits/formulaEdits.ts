import type { Catalogue, CatalogueParam } from '../../scenario/methods/catalogue.ts';
import { FORMULA_METHOD_ID, formulaText, panelMethodRow } from '../../scenario/methods/formula.ts';
import { readHeldFormula } from '../../scenario/methods/heldFormula.ts';
import { clampParamValue, initialParamValue } from '../../scenario/methods/methodParams.ts';
import type { ParamValue } from '../../scenario/types.ts';
import { type DocumentDraft, type DocumentEdit, editMethod, uniqueMethodLabel } from './edits.ts';

type MethodDraft = DocumentDraft['methods'][number];

export const addFormulaPanel =
  (text: string, label?: string): DocumentEdit =>
  ({ methods }) => {
    methods.push(formulaDraft(text, label && uniqueMethodLabel(label, methods)));
  };

export const replaceMethodByFormula =
  (index: number, text: string, label?: string): DocumentEdit =>
  ({ methods }) => {
    const { slot } = methods[index] ?? {};
    const otherMethods = methods.filter((_, i) => i !== index);
    methods[index] = {
      ...formulaDraft(text, label && uniqueMethodLabel(label, otherMethods)),
      ...(slot === undefined ? {} : { slot }),
    };
  };

const formulaDraft = (text: string, label?: string) =>
  ({
    id: FORMULA_METHOD_ID,
    ...(label ? { label } : {}),
    params: { text },
  }) as unknown as MethodDraft;

/**
 * Changes the formula of a custom method. Parameters keep their values within the new ranges;
 * default values become the new defaults. Values stored in a held (faulty) formula are restored.
 */
export const setPanelFormula = (index: number, text: string, catalogue: Catalogue): DocumentEdit =>
  editMethod(index, (method) => {
    const { row: after } = catalogue.readFormula(text);
    const held = readHeldFormula(formulaText(method) ?? '');
    const before = panelMethodRow(catalogue, method)?.params;
    // A faulty text is refused, whatever its parameters are.
    const params = (after?.params ?? []).flatMap((param) => {
      const value = held
        ? allowedOrUnset(held.params[param.key], param)
        : carryOverValue(param, before, method.params[param.key]);
      return value === undefined ? [] : [[param.key, value] as const];
    });
    method.params = { text, ...Object.fromEntries(params) };
  });

function carryOverValue(
  param: CatalogueParam,
  before: readonly CatalogueParam[] | undefined,
  value: ParamValue | undefined,
): ParamValue | undefined {
  const old = before?.find(({ key }) => key === param.key);
  return old && value !== initialParamValue(old) ? allowedOrUnset(value, param) : undefined;
}

const allowedOrUnset = (
  value: ParamValue | undefined,
  param: CatalogueParam,
): ParamValue | undefined => (value === undefined ? undefined : clampParamValue(value, param));
