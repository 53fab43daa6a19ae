import { expect, test } from 'vitest';
import { sampleCatalogue } from '../../scenario/methods/testCatalogue.ts';
import { sampleFormulas } from '../../scenario/methods/testFormulas.ts';
import { parseScenarioDocument } from '../../scenario/parse.ts';
import { smallDocument } from '../../scenario/testDocuments.ts';
import type { MethodPanel, Result, Scenario } from '../../scenario/types.ts';
import {
  applyDocumentEdit,
  canUpdateRunningLab,
  type DocumentEdit,
  duplicateMethod,
  setMethodParam,
} from './edits.ts';
import { fittedMethodLengths, methodLengthsAfterReset } from './fittedLengths.ts';
import { addFormulaPanel, replaceMethodByFormula, setPanelFormula } from './formulaEdits.ts';

const sound = (result: Result<Scenario>): Scenario => {
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.value;
};
const scenario = sound(
  parseScenarioDocument(smallDocument({ methods: [{ id: 'sdls' }] }), sampleCatalogue),
);
const edited = (from: Scenario, ...changes: DocumentEdit[]): Scenario =>
  changes.reduce((now, change) => sound(applyDocumentEdit(now, change, sampleCatalogue)), from);
const { damped, edited: other, plain, faulty } = sampleFormulas;
const written = edited(scenario, addFormulaPanel(damped, 'Mine'));
const texted = (text: string): DocumentEdit => setPanelFormula(1, text, sampleCatalogue);
const last = ({ methods }: Scenario) => methods.at(-1) as MethodPanel;

test('a formula is added as a method, or replaces one and keeps its slot', () => {
  expect(last(written)).toMatchObject({ id: 'formula', label: 'Mine', slot: 7 });
  expect(last(written).params).toMatchObject({ text: damped, λ: 1.1 });
  expect(last(edited(scenario, addFormulaPanel(plain))).label).toBe('Formula');
  expect(last(edited(written, addFormulaPanel(plain, 'Mine'))).label).toBe('Mine 2');
  const [panel] = edited(scenario, replaceMethodByFormula(0, plain, 'Plain')).methods;
  expect(panel).toMatchObject({ id: 'formula', label: 'Plain', slot: 4, params: { text: plain } });
});

test('a new text updates parameters at the old default and keeps the others', () => {
  expect(last(edited(written, texted(other))).params).toEqual({
    text: other,
    λ: 0.5,
    rule: 'sigma',
  });
  const set = edited(written, setMethodParam(1, 'λ', 3), setMethodParam(1, 'often', 4));
  expect(last(edited(set, texted(other))).params).toEqual({ text: other, λ: 3, rule: 'sigma' });
});

test('values are clamped to the ranges and options of the new text', () => {
  const far = edited(written, setMethodParam(1, 'λ', 300), setMethodParam(1, 'rule', 'sigma'));
  expect(last(edited(far, texted(other))).params).toEqual({ text: other, λ: 10, rule: 'sigma' });
  const gone = edited(written, texted(other), setMethodParam(1, 'rule', 'manipulability'));
  expect(last(edited(gone, texted(damped))).params).toMatchObject({ rule: 'constant', often: 8 });
});

test('rejects a faulty text and reports path and line', () => {
  const next = applyDocumentEdit(written, texted(faulty), sampleCatalogue);
  expect(next.ok ? [] : next.faults).toEqual([
    {
      path: 'methods[1].params.text',
      reason: 'line 4: Unknown name lamda. Did you mean λ?',
    },
  ]);
});

test('parameters can update a running lab; a new text cannot', () => {
  expect(canUpdateRunningLab(written, edited(written, setMethodParam(1, 'λ', 2)))).toBe(true);
  expect(canUpdateRunningLab(written, edited(written, texted(other)))).toBe(false);
});

test('a duplicate has the same text and parameters', () => {
  const twice = edited(written, setMethodParam(1, 'λ', 2), duplicateMethod(1));
  expect(last(twice)).toMatchObject({ label: 'Mine 2', params: { text: damped, λ: 2 } });
});

test('lengths of a formula are never fitted to the mechanism', () => {
  const panel = last(written);
  const known = { ...sampleCatalogue, stretchOf: () => 2 };
  expect(fittedMethodLengths(written, panel.id, panel.params, known)).toEqual({});
  expect(methodLengthsAfterReset(panel, written, [scenario], known)).toBeNull();
});
