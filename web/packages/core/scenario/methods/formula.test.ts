/** Formulas, which are methods written as text: in documents and links, and the errors of invalid ones. */
import { describe, expect, test } from 'vitest';
import { faultsText } from '../checks/faults.ts';
import { decodeLink, encodeLink } from '../link/codec.ts';
import { documentFaultsText, parseTestScenario, smallDocument } from '../testDocuments.ts';
import { makeMethodsDocument } from '../testParts.ts';
import type { MethodPanel } from '../types.ts';
import { compactDocument, fullDocument, type PlainObject } from '../write.ts';
import {
  containsCustomMethod,
  formulaFaultSentence,
  formulaTexts,
  formulaTitle,
  isSameMethod,
  panelMethodRow,
} from './formula.ts';
import { sampleCatalogue } from './testCatalogue.ts';
import { sampleFormulas } from './testFormulas.ts';

const formula = (params: PlainObject, more: PlainObject = {}) => ({
  id: 'formula',
  params,
  ...more,
});
const panelsOf = (...methods: PlainObject[]) =>
  parseTestScenario(makeMethodsDocument(...methods)).methods;
const panelOf = (params: PlainObject, more?: PlainObject) =>
  panelsOf(formula(params, more))[0] as MethodPanel;
const faults = (params: unknown, more: PlainObject = {}) =>
  documentFaultsText(makeMethodsDocument({ id: 'formula', params, ...more }));

describe('a formula', () => {
  test('has its text and every parameter that the text declares', () => {
    const panel = panelOf({ text: sampleFormulas.damped, rule: 'sigma' });
    expect(panel).toMatchObject({ id: 'formula', label: 'Formula', maxStep: Math.PI / 4 });
    expect(Object.entries(panel.params)).toEqual([
      ['text', sampleFormulas.damped],
      ['λ', 1.1],
      ['rule', 'sigma'],
      ['often', 8],
    ]);
    expect(panelMethodRow(sampleCatalogue, panel)?.params.map(({ key }) => key)).toEqual([
      'λ',
      'rule',
      'often',
    ]);
  });

  test('keeps its text unchanged, except that CRLF becomes LF', () => {
    const text = sampleFormulas.damped.replaceAll('\n', '\r\n');
    expect(panelOf({ text }).params.text).toBe(sampleFormulas.damped);
    expect(panelOf({ text: sampleFormulas.plain }).params.text).toBe(sampleFormulas.plain);
  });

  test('accepts version 1 of the language, and does not write the version', () => {
    const scenario = parseTestScenario(
      makeMethodsDocument(formula({ text: sampleFormulas.plain, language: 1 })),
    );
    expect(scenario.methods[0]?.params).toEqual({ text: sampleFormulas.plain });
    expect(fullDocument(scenario)).toMatchObject({
      methods: [{ params: { text: sampleFormulas.plain } }],
    });
  });

  test('is written with the parameters that differ from its text, and reads back equal', async () => {
    const methods = [
      formula({ text: sampleFormulas.damped, λ: 0.3 }, { label: 'Mine' }),
      formula({ text: sampleFormulas.edited, rule: 'manipulability' }, { gain: 0.5 }),
      formula({ text: sampleFormulas.elsewhere, constructor: false }),
      { id: 'dls' },
    ];
    const document = smallDocument({ methods });
    const scenario = parseTestScenario(document);
    const short = compactDocument(scenario, sampleCatalogue);
    expect(short.methods).toEqual(methods);
    for (const written of [short, fullDocument(scenario), document])
      expect(parseTestScenario(JSON.parse(JSON.stringify(written)))).toEqual(scenario);
    const link = await decodeLink(await encodeLink(scenario, sampleCatalogue), sampleCatalogue);
    if (!link.ok) throw new Error(faultsText(link.faults));
    expect(link.value.scenario).toEqual(scenario);
  });

  test('takes a slot that no method prefers; other methods keep their slots', () => {
    const panels = panelsOf({ id: 'dls' }, formula({ text: sampleFormulas.plain }), { id: 'sdls' });
    const slots = panels.map(({ slot }) => slot);
    expect(slots).toEqual([5, 7, 4]);
  });

  test('is the same method as another formula if the texts are equal, whatever the parameters', () => {
    const [a, b, c, dls] = panelsOf(
      formula({ text: sampleFormulas.damped }),
      formula({ text: sampleFormulas.damped, λ: 2 }),
      formula({ text: sampleFormulas.plain }),
      { id: 'dls' },
    ) as [MethodPanel, MethodPanel, MethodPanel, MethodPanel];
    expect([isSameMethod(a, b), isSameMethod(a, c), isSameMethod(a, dls)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(formulaTexts([a, b, c, dls])).toEqual([sampleFormulas.damped, sampleFormulas.plain]);
  });
});

describe('an invalid formula reports', () => {
  test.each<[string, unknown, string]>([
    ['missing parameters', undefined, 'methods[0].params.text: must be a string; it is missing'],
    ['a missing text', { λ: 1 }, 'methods[0].params.text: must be a string; it is missing'],
    ['a text that is a number', { text: 7 }, 'methods[0].params.text: must be a string; got 7'],
    [
      'a text that is a list',
      { text: ['a'] },
      'methods[0].params.text: must be a string; got an array of 1',
    ],
    [
      'parameters that are not an object',
      [],
      'methods[0].params: must be an object of parameters by key; got []',
    ],
    [
      'the first fault of its text, with the line',
      { text: sampleFormulas.faulty },
      'methods[0].params.text: line 4: Unknown name lamda. Did you mean λ?',
    ],
    [
      'only the fault of its text, without checking parameters',
      { text: sampleFormulas.faulty, λ: -1, μ: 2 },
      'methods[0].params.text: line 4: Unknown name lamda. Did you mean λ?',
    ],
    [
      'another version of the language, without parsing the text',
      { text: sampleFormulas.faulty, language: 2 },
      'methods[0].params.language: must be 1, the version of the language; got 2',
    ],
    [
      'a parameter that the text does not declare',
      { text: sampleFormulas.damped, oftem: 8 },
      'methods[0].params.oftem: "formula" has no such parameter (did you mean "often"?); known: λ, rule, often',
    ],
    [
      'a parameter of a text that declares none',
      { text: sampleFormulas.plain, μ: 1 },
      'methods[0].params.μ: "formula" has no such parameter; it has none',
    ],
    [
      'a number out of range',
      { text: sampleFormulas.damped, λ: -2 },
      'methods[0].params.λ: must be ≥ 0; got -2',
    ],
    [
      'an option that is not offered, and a count that is odd',
      { text: sampleFormulas.damped, rule: 'sigam', often: 7 },
      'methods[0].params.rule: must be one of constant, sigma; got "sigam"\nmethods[0].params.often: must be an even number; got 7',
    ],
  ])('%s', (_, params, message) => {
    expect(faults(params)).toBe(message);
  });

  test('a text that is too long or has too many lines, without parsing it', () => {
    const kib = 'methods[0].params.text: must be at most 8 KiB (8192 bytes); got more';
    expect(faults({ text: 'x'.repeat(9 * 1024) })).toBe(kib);
    expect(faults({ text: 'λ'.repeat(4097) })).toBe(kib);
    expect(faults({ text: 'λ'.repeat(4096) })).toContain('line 1: ');
    const lines = 'methods[0].params.text: must have at most 200 lines; got 201';
    expect(faults({ text: '\n'.repeat(200) })).toContain('line 1: ');
    expect(faults({ text: '\n'.repeat(201) })).toBe(lines);
  });

  test('a target clamp or a secondary goal that its text does not support', () => {
    const clamp = { targetClamp: { mode: 'fixed' }, secondary: { kind: 'rest' } };
    expect(faults({ text: sampleFormulas.elsewhere }, clamp)).toBe(
      'methods[0].secondary: must be null: "formula" has no nullspace for it; got "rest"\nmethods[0].targetClamp.mode: must be off: "formula" sees the whole error; got "fixed"',
    );
    expect(faults({ text: sampleFormulas.damped }, { targetClamp: { mode: 'fixed' } })).toBe('');
  });

  test('every faulty text together with all other faults of the document', () => {
    const document = makeMethodsDocument(
      formula({ text: sampleFormulas.faulty }),
      { id: 'dls', params: { lambda: -1 } },
      formula({ text: sampleFormulas.plain }, { gain: 0 }),
      formula({ text: '?' }),
    );
    expect(documentFaultsText({ ...document, start: [1] }).split('\n')).toEqual([
      'methods[2].gain: must be > 0; got 0',
      'methods[0].params.text: line 4: Unknown name lamda. Did you mean λ?',
      'methods[1].params.lambda: must be ≥ 0; got -1',
      'methods[3].params.text: line 1: Unknown name lamda. Did you mean λ?',
      'start: must have 2 values, one per independent joint; got 1',
    ]);
  });

  test('a stage of a two-stage method, which it cannot be', () => {
    const stages = makeMethodsDocument({ id: 'two-stage', params: { first: 'formula' } });
    expect(documentFaultsText(stages)).toContain('params.first: must be one of transpose, ');
  });
});

test('formulaSentence removes ** marks, escapes control characters and cuts long messages', () => {
  const said = (message: string) => formulaFaultSentence({ message });
  expect(said('**J** is **rows × joints**, a ** b is not.')).toBe(
    'J is rows × joints, a ** b is not.',
  );
  expect(said('Unknown name **a\n\u202eb**.')).toBe('Unknown name a\\u000a\\u202eb.');
  expect(said('x'.repeat(5000))).toHaveLength(301);
});

test('formulaTitle is the first comment on a separate line', () => {
  expect(formulaTitle(sampleFormulas.damped)).toBe('Damped least squares');
  expect(formulaTitle('λ = 1 # one\n#\n  ## Two \n# Three')).toBe('Two');
  expect(formulaTitle(sampleFormulas.plain)).toBe('');
});

test('containsCustomMethod finds a formula in a document, also one in a string', () => {
  const methods = [{ id: 'dls' }, { id: 'formula', params: { text: 'Δθ = Jᵀe' } }];
  for (const data of [
    { methods },
    JSON.stringify({ methods }),
    JSON.stringify({ methods }, null, 2),
  ])
    expect(containsCustomMethod({ kind: 'map', scenario: data })).toBe(true);
  expect(containsCustomMethod({ methods: [{ id: 'dls', label: 'formula' }] })).toBe(false);
  expect(containsCustomMethod(undefined)).toBe(false);
});
