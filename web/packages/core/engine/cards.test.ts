/** Checks the cards against the method table: no field is missing, and none describes something unknown. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { MethodRow } from '../scenario/methods/catalogue.ts';
import {
  type Card,
  type CitedPaperOrKey,
  citedPapers,
  methodCardFiles,
  OBSERVABLE_TEXTS,
  withCardTexts,
} from './cards.ts';
import { cardFaults, observableFaults, paperFaults } from './testCards.ts';
import { testEngine } from './testEngine.ts';

const METHODS = new URL('../../../../wasm/src/iklab/ik/methods/', import.meta.url);
const { catalogue } = await testEngine();
const ids = catalogue.methods.map(({ id }) => id);
const keys = Object.keys(citedPapers);
const files = Object.entries(methodCardFiles);
const rowOf = (id: string) => catalogue.methods.find((row) => row.id === id);

test('every method has exactly one card', () => {
  expect(files.map(([, { id }]) => id).sort()).toEqual([...ids].sort());
});

test.each(files)('%s has no faults and matches the method in its .cpp file', (file, card) => {
  const source = readFileSync(new URL(file.replace(/json$/, 'cpp'), METHODS), 'utf8');
  expect(source).toContain(`.id = "${card.id}"`);
  expect(cardFaults(file, card, rowOf(card.id) as MethodRow, ids, keys)).toEqual([]);
});

const citedBy = ({ references, params }: Card): readonly CitedPaperOrKey[] => [
  ...references,
  ...Object.values(params).flatMap(({ sources = {} }) => Object.values(sources)),
];

test('papers.json has no faults and no paper title is repeated', () => {
  expect(paperFaults(citedPapers)).toEqual([]);
  const cited = files.flatMap(([, card]) => citedBy(card));
  const written = [
    ...cited.filter((each) => typeof each !== 'string'),
    ...Object.values(citedPapers),
  ];
  const titles = written.map(({ title }) => title);
  expect(titles.filter((title, i) => titles.indexOf(title) < i)).toEqual([]);
});

test('observables.json has exactly the observables of the methods, and reports others', () => {
  const shown = catalogue.methods.flatMap((row) => row.observables.map(({ key }) => key));
  expect(observableFaults(OBSERVABLE_TEXTS, [...new Set(shown)])).toEqual([]);
  const { lambda: _, ...rest } = OBSERVABLE_TEXTS;
  const faults = observableFaults({ ...rest, mu: {} }, shown).join('\n');
  expect(faults).toContain('observables.json: lambda must be an object');
  expect(faults).toContain('observables.json: mu unknown key');
});

describe('an invalid card is reported with file and field:', () => {
  const [file, card] = files.find(([, { id }]) => id === 'dls') as [string, Card];
  type Fields = Record<string, unknown>;
  const faults = (path: string, value: unknown): string => {
    const draft = structuredClone(card) as unknown as Fields;
    const names = path.split('.');
    const last = names.pop() as string;
    const at = names.reduce((each, name) => each[name] as Fields, draft);
    if (value === undefined) delete at[last];
    else at[last] = value;
    return cardFaults(file, draft, rowOf('dls') as MethodRow, ids, keys).join('\n');
  };

  test.each([
    ['idea', undefined, 'idea must be a string'],
    ['remark', 'More.', 'remark unknown key'],
    ['parent', 'dsl', 'parent must be one of'],
    ['params.lambda', undefined, 'params.lambda must be an object'],
    ['params.lambda.help', undefined, 'params.lambda.help must be a string'],
    ['params.mu', { label: 'μ', help: 'A number of no use.' }, 'params.mu unknown key'],
    ['params.damping.sources.error', undefined, 'params.damping.sources.error must be'],
    ['params.damping.sources.mine', 'wampler1986', 'params.damping.sources.mine unknown key'],
    ['params.damping.sources.manipulability.journal', undefined, 'manipulability.journal must be'],
    ['params.damping.sources.manipulability.type', 'book', 'manipulability.type must be one of'],
    ['failures.0.sign', undefined, 'failures.0.sign must be a string'],
    ['strengths', [], 'strengths must have at least 1'],
    ['references.0', 'wampler1968', 'references.0 must be one of'],
  ])('%s %j', (path, value, fault) => {
    expect(faults(path, value)).toContain(`${file}: `);
    expect(faults(path, value)).toContain(fault);
  });
});

test('withTexts throws for a method without a card or a parameter without a text', () => {
  const [row] = catalogue.methods as readonly MethodRow[] as [MethodRow];
  const strange = { ...catalogue, methods: [{ ...row, id: 'strange' }] };
  expect(() => withCardTexts(strange)).toThrow("no card of the method 'strange'");
  const [param] = (rowOf('dls') as MethodRow).params;
  const more = { ...row, params: [{ ...param, key: 'more' }] } as MethodRow;
  expect(() => withCardTexts({ ...catalogue, methods: [more] })).toThrow("its parameter 'more'");
});

test('withTexts uses the card and labels that a method row has itself', () => {
  const [row] = catalogue.methods as readonly MethodRow[] as [MethodRow];
  const [param] = (rowOf('dls') as MethodRow).params;
  const card = JSON.stringify({ fullName: 'A "strange" one', params: {}, references: [] });
  const own = { ...param, key: 'more', label: 'More', help: 'Of it.' };
  const strange = { ...row, id: 'strange', card, params: [own] } as MethodRow;
  const [told] = withCardTexts({ ...catalogue, methods: [strange] }).methods;
  expect(told).toMatchObject({ id: 'strange', fullName: 'A "strange" one' });
  expect(told?.params[0]).toMatchObject({ label: 'More', help: 'Of it.', caption: [] });
});
