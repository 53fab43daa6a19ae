/** Edits of methods that are written as text. */
import type { Catalogue, Param } from '../scenario/catalogue.ts';
import { FORMULA, formulaText, panelRow } from '../scenario/formula.ts';
import { heldFormula } from '../scenario/heldFormula.ts';
import { allowedValue, initialValue } from '../scenario/params.ts';
import type { ParamValue } from '../scenario/types.ts';
import { type Change, type Draft, freeLabel, setMethod } from './edits.ts';

type MethodDraft = Draft['methods'][number];

/** An edit that adds a method by its text; a label that another has gets a number. */
export const addFormula =
  (text: string, label?: string): Change =>
  ({ methods }) => {
    methods.push(formulaDraft(text, label && freeLabel(label, methods)));
  };

/** A method by its text in the place of another, with its colour. */
export const replaceByFormula =
  (index: number, text: string, label?: string): Change =>
  ({ methods }) => {
    const { slot } = methods[index] ?? {};
    const others = methods.filter((_, i) => i !== index);
    methods[index] = {
      ...formulaDraft(text, label && freeLabel(label, others)),
      ...(slot === undefined ? {} : { slot }),
    };
  };

const formulaDraft = (text: string, label?: string) =>
  ({ id: FORMULA, ...(label ? { label } : {}), params: { text } }) as unknown as MethodDraft;

/**
 * Another text for a method that is written as one. Parameters that the new text has too stay as they were
 * set, within its ranges; those that stand on the old default follow it to the new one. What a text with
 * a fault was held with is there again once it has none.
 */
export const setFormula = (index: number, text: string, catalogue: Catalogue): Change =>
  setMethod(index, (method) => {
    const { row: after } = catalogue.readFormula(text);
    const held = heldFormula(formulaText(method) ?? '');
    const before = panelRow(catalogue, method)?.params;
    // a faulty text is refused, whatever stands beside it
    const kept = (after?.params ?? []).flatMap((param) => {
      const value = held
        ? allowedOrUnset(held.params[param.key], param)
        : keptValue(param, before, method.params[param.key]);
      return value === undefined ? [] : [[param.key, value] as const];
    });
    method.params = { text, ...Object.fromEntries(kept) };
  });

function keptValue(
  param: Param,
  before: readonly Param[] | undefined,
  value: ParamValue | undefined,
): ParamValue | undefined {
  const old = before?.find(({ key }) => key === param.key);
  return old && value !== initialValue(old) ? allowedOrUnset(value, param) : undefined;
}

const allowedOrUnset = (value: ParamValue | undefined, param: Param): ParamValue | undefined =>
  value === undefined ? undefined : allowedValue(value, param);
