import { expect, test } from 'vitest';
import { parse } from '../scenario/parse.ts';
import { catalogue } from '../scenario/testCatalogue.ts';
import { smallDocument } from '../scenario/testDocuments.ts';
import { formulas } from '../scenario/testFormulas.ts';
import type { MethodPanel, Result, Scenario } from '../scenario/types.ts';
import { type Change, canUpdateLive, changed, duplicateMethod, setParam } from './edits.ts';
import { fittedParams, resetParams } from './fittedLengths.ts';
import { addFormula, replaceByFormula, setFormula } from './formulaEdits.ts';

const sound = (result: Result<Scenario>): Scenario => {
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.value;
};
const scenario = sound(parse(smallDocument({ methods: [{ id: 'sdls' }] }), catalogue));
const edited = (from: Scenario, ...changes: Change[]): Scenario =>
  changes.reduce((now, change) => sound(changed(now, change, catalogue)), from);
const { damped, edited: other, plain, faulty } = formulas;
const written = edited(scenario, addFormula(damped, 'Mine'));
const texted = (text: string): Change => setFormula(1, text, catalogue);
const last = ({ methods }: Scenario) => methods.at(-1) as MethodPanel;

test('a text joins the methods, or takes the place of one with its colour', () => {
  expect(last(written)).toMatchObject({ id: 'formula', label: 'Mine', slot: 7 });
  expect(last(written).params).toMatchObject({ text: damped, λ: 1.1 });
  expect(last(edited(scenario, addFormula(plain))).label).toBe('Formula');
  expect(last(edited(written, addFormula(plain, 'Mine'))).label).toBe('Mine 2');
  const [panel] = edited(scenario, replaceByFormula(0, plain, 'Plain')).methods;
  expect(panel).toMatchObject({ id: 'formula', label: 'Plain', slot: 4, params: { text: plain } });
});

test('another text moves what stands on the old default, and nothing else', () => {
  expect(last(edited(written, texted(other))).params).toEqual({
    text: other,
    λ: 0.5,
    rule: 'sigma',
  });
  const set = edited(written, setParam(1, 'λ', 3), setParam(1, 'often', 4));
  expect(last(edited(set, texted(other))).params).toEqual({ text: other, λ: 3, rule: 'sigma' });
});

test('what was set stays within the ranges and options of the new text', () => {
  const far = edited(written, setParam(1, 'λ', 300), setParam(1, 'rule', 'sigma'));
  expect(last(edited(far, texted(other))).params).toEqual({ text: other, λ: 10, rule: 'sigma' });
  const gone = edited(written, texted(other), setParam(1, 'rule', 'manipulability'));
  expect(last(edited(gone, texted(damped))).params).toMatchObject({ rule: 'constant', often: 8 });
});

test('a faulty text is refused with its place, and the one before stands', () => {
  const next = changed(written, texted(faulty), catalogue);
  expect(next.ok ? [] : next.faults).toEqual([
    {
      path: 'methods[1].params.text',
      reason: 'line 4: Unknown name lamda. Did you mean λ?',
    },
  ]);
});

test('its numbers reach a lab that runs, another text needs one of its own', () => {
  expect(canUpdateLive(written, edited(written, setParam(1, 'λ', 2)))).toBe(true);
  expect(canUpdateLive(written, edited(written, texted(other)))).toBe(false);
});

test('a copy has the text and its numbers', () => {
  const twice = edited(written, setParam(1, 'λ', 2), duplicateMethod(1));
  expect(last(twice)).toMatchObject({ label: 'Mine 2', params: { text: damped, λ: 2 } });
});

test('its lengths are what its author wrote: nothing is fitted', () => {
  const panel = last(written);
  const known = { ...catalogue, stretchOf: () => 2 };
  expect(fittedParams(written, panel.id, panel.params, known)).toEqual({});
  expect(resetParams(panel, written, [scenario], known)).toBeNull();
});
