/** Custom methods in documents and links, and the faults of unreadable ones. */
import { describe, expect, test } from 'vitest';
import { decodeLink, encodeLink } from './codec.ts';
import { faultsText } from './faults.ts';
import {
  formulaSentence,
  formulaTexts,
  formulaTitle,
  mentionsFormula,
  panelRow,
  sameMethod,
} from './formula.ts';
import { catalogue } from './testCatalogue.ts';
import { faultsOf, scenarioOf, smallDocument } from './testDocuments.ts';
import { formulas } from './testFormulas.ts';
import { method } from './testParts.ts';
import type { MethodPanel } from './types.ts';
import { compactDocument, fullDocument, type PlainObject } from './write.ts';

const formula = (params: PlainObject, more: PlainObject = {}) => ({
  id: 'formula',
  params,
  ...more,
});
const panelsOf = (...methods: PlainObject[]) => scenarioOf(method(...methods)).methods;
const panelOf = (params: PlainObject, more?: PlainObject) =>
  panelsOf(formula(params, more))[0] as MethodPanel;
const faults = (params: unknown, more: PlainObject = {}) =>
  faultsOf(method({ id: 'formula', params, ...more }));

describe('a method written as text', () => {
  test('has its text and every parameter that the text declares', () => {
    const panel = panelOf({ text: formulas.damped, rule: 'sigma' });
    expect(panel).toMatchObject({ id: 'formula', label: 'Formula', maxStep: Math.PI / 4 });
    expect(Object.entries(panel.params)).toEqual([
      ['text', formulas.damped],
      ['λ', 1.1],
      ['rule', 'sigma'],
      ['often', 8],
    ]);
    expect(panelRow(catalogue, panel)?.params.map(({ key }) => key)).toEqual([
      'λ',
      'rule',
      'often',
    ]);
  });

  test('is kept to the letter, but for the ends of lines of another system', () => {
    const text = formulas.damped.replaceAll('\n', '\r\n');
    expect(panelOf({ text }).params.text).toBe(formulas.damped);
    expect(panelOf({ text: formulas.plain }).params.text).toBe(formulas.plain);
  });

  test('is of version 1 of the language, which is not written', () => {
    const scenario = scenarioOf(method(formula({ text: formulas.plain, language: 1 })));
    expect(scenario.methods[0]?.params).toEqual({ text: formulas.plain });
    expect(fullDocument(scenario)).toMatchObject({
      methods: [{ params: { text: formulas.plain } }],
    });
  });

  test('is written with what is not as the text has it, and read again as the same', async () => {
    const methods = [
      formula({ text: formulas.damped, λ: 0.3 }, { label: 'Mine' }),
      formula({ text: formulas.edited, rule: 'manipulability' }, { gain: 0.5 }),
      formula({ text: formulas.elsewhere, constructor: false }),
      { id: 'dls' },
    ];
    const document = smallDocument({ methods });
    const scenario = scenarioOf(document);
    const short = compactDocument(scenario, catalogue);
    expect(short.methods).toEqual(methods);
    for (const written of [short, fullDocument(scenario), document])
      expect(scenarioOf(JSON.parse(JSON.stringify(written)))).toEqual(scenario);
    const link = await decodeLink(await encodeLink(scenario, catalogue), catalogue);
    if (!link.ok) throw new Error(faultsText(link.faults));
    expect(link.value.scenario).toEqual(scenario);
  });

  test('takes a slot that no method is known by, and leaves the others theirs', () => {
    const panels = panelsOf({ id: 'dls' }, formula({ text: formulas.plain }), { id: 'sdls' });
    const slots = panels.map(({ slot }) => slot);
    expect(slots).toEqual([5, 7, 4]);
  });

  test('differs from another by its text, not by numbers', () => {
    const [a, b, c, dls] = panelsOf(
      formula({ text: formulas.damped }),
      formula({ text: formulas.damped, λ: 2 }),
      formula({ text: formulas.plain }),
      { id: 'dls' },
    ) as [MethodPanel, MethodPanel, MethodPanel, MethodPanel];
    expect([sameMethod(a, b), sameMethod(a, c), sameMethod(a, dls)]).toEqual([true, false, false]);
    expect(formulaTexts([a, b, c, dls])).toEqual([formulas.damped, formulas.plain]);
  });
});

describe('of a method written as text is told', () => {
  test.each<[string, unknown, string]>([
    ['that it has none', undefined, 'methods[0].params.text: must be a string; it is missing'],
    ['that it has no text', { λ: 1 }, 'methods[0].params.text: must be a string; it is missing'],
    ['a text that is none', { text: 7 }, 'methods[0].params.text: must be a string; got 7'],
    ['a list', { text: ['a'] }, 'methods[0].params.text: must be a string; got an array of 1'],
    [
      'that its parameters are none',
      [],
      'methods[0].params: must be an object of parameters by key; got []',
    ],
    [
      'the first fault of its text, with the line',
      { text: formulas.faulty },
      'methods[0].params.text: line 4: Unknown name lamda. Did you mean λ?',
    ],
    [
      'the same of any parameters, which are not looked at',
      { text: formulas.faulty, λ: -1, μ: 2 },
      'methods[0].params.text: line 4: Unknown name lamda. Did you mean λ?',
    ],
    [
      'another version of the language, by which it is not read',
      { text: formulas.faulty, language: 2 },
      'methods[0].params.language: must be 1, the version of the language; got 2',
    ],
    [
      'a parameter that the text does not declare',
      { text: formulas.damped, oftem: 8 },
      'methods[0].params.oftem: "formula" has no such parameter (did you mean "often"?); known: λ, rule, often',
    ],
    [
      'one of a text that declares none',
      { text: formulas.plain, μ: 1 },
      'methods[0].params.μ: "formula" has no such parameter; it has none',
    ],
    [
      'a number out of its range',
      { text: formulas.damped, λ: -2 },
      'methods[0].params.λ: must be ≥ 0; got -2',
    ],
    [
      'an option that is not offered, and a count that is odd',
      { text: formulas.damped, rule: 'sigam', often: 7 },
      'methods[0].params.rule: must be one of constant, sigma; got "sigam"\nmethods[0].params.often: must be an even number; got 7',
    ],
  ])('%s', (_, params, told) => {
    expect(faults(params)).toBe(told);
  });

  test('a text that is too long, or has too many lines, before it is read', () => {
    const kib = 'methods[0].params.text: must be at most 8 KiB (8192 bytes); got more';
    expect(faults({ text: 'x'.repeat(9 * 1024) })).toBe(kib);
    expect(faults({ text: 'λ'.repeat(4097) })).toBe(kib);
    expect(faults({ text: 'λ'.repeat(4096) })).toContain('line 1: ');
    const lines = 'methods[0].params.text: must have at most 200 lines; got 201';
    expect(faults({ text: '\n'.repeat(200) })).toContain('line 1: ');
    expect(faults({ text: '\n'.repeat(201) })).toBe(lines);
  });

  test('a clamp where it looks elsewhere, and a goal that it has no room for', () => {
    const clamp = { targetClamp: { mode: 'fixed' }, secondary: { kind: 'rest' } };
    expect(faults({ text: formulas.elsewhere }, clamp)).toBe(
      'methods[0].secondary: must be null: "formula" has no nullspace for it; got "rest"\nmethods[0].targetClamp.mode: must be off: "formula" sees the whole error; got "fixed"',
    );
    expect(faults({ text: formulas.damped }, { targetClamp: { mode: 'fixed' } })).toBe('');
  });

  test('each, with all else that is wrong in the document', () => {
    const document = method(
      formula({ text: formulas.faulty }),
      { id: 'dls', params: { lambda: -1 } },
      formula({ text: formulas.plain }, { gain: 0 }),
      formula({ text: '?' }),
    );
    expect(faultsOf({ ...document, start: [1] }).split('\n')).toEqual([
      'methods[2].gain: must be > 0; got 0',
      'methods[0].params.text: line 4: Unknown name lamda. Did you mean λ?',
      'methods[1].params.lambda: must be ≥ 0; got -1',
      'methods[3].params.text: line 1: Unknown name lamda. Did you mean λ?',
      'start: must have 2 values, one per independent joint; got 1',
    ]);
  });

  test('where it can be a stage: nowhere', () => {
    const stages = method({ id: 'two-stage', params: { first: 'formula' } });
    expect(faultsOf(stages)).toContain('params.first: must be one of transpose, ');
  });
});

test('a sentence has no marks, is on one line, and is not endless', () => {
  const said = (message: string) => formulaSentence({ message });
  expect(said('**J** is **rows × joints**, a ** b is not.')).toBe(
    'J is rows × joints, a ** b is not.',
  );
  expect(said('Unknown name **a\n\u202eb**.')).toBe('Unknown name a\\u000a\\u202eb.');
  expect(said('x'.repeat(5000))).toHaveLength(301);
});

test('a title is the first comment on a line of its own', () => {
  expect(formulaTitle(formulas.damped)).toBe('Damped least squares');
  expect(formulaTitle('λ = 1 # one\n#\n  ## Two \n# Three')).toBe('Two');
  expect(formulaTitle(formulas.plain)).toBe('');
});

test('a method written as text is found in a document, and in a task that has one as text', () => {
  const methods = [{ id: 'dls' }, { id: 'formula', params: { text: 'Δθ = Jᵀe' } }];
  for (const data of [
    { methods },
    JSON.stringify({ methods }),
    JSON.stringify({ methods }, null, 2),
  ])
    expect(mentionsFormula({ kind: 'map', scenario: data })).toBe(true);
  expect(mentionsFormula({ methods: [{ id: 'dls', label: 'formula' }] })).toBe(false);
  expect(mentionsFormula(undefined)).toBe(false);
});
