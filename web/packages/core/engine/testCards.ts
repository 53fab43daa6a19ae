/** Test helpers: the requirements on cards, and the faults of a card. */
import * as v from 'valibot';
import {
  anyObjectSchema,
  choiceSchema,
  integerSchema,
  listSchema,
  recordSchema,
  textSchema,
  variantSchema,
} from '../scenario/checks/shapes.ts';
import type { CatalogueParam, MethodRow } from '../scenario/methods/catalogue.ts';
import type { BibtexPaper } from './cards.ts';

const textOfLength = (least: number, most: number) =>
  v.pipe(
    textSchema(1, most),
    v.minLength(least, (issue) => `must have at least ${least} characters; got "${issue.input}"`),
  );
const textMatching = (pattern: RegExp, expected: string) =>
  v.pipe(
    textSchema(1, 200),
    v.regex(pattern, (issue) => `must be ${expected}; got "${issue.input}"`),
  );

const paperFields = {
  author: textMatching(/^[^,&]+, [^,&]+(?: and [^,&]+, [^,&]+)*$/, '"Last, F. and Last, F."'),
  title: textOfLength(7, 200),
  year: v.optional(integerSchema(1900, 2100)),
  pages: v.optional(textMatching(/^\d+-\d+$/, '"FIRST-LAST"')),
  doi: v.optional(textMatching(/^10\.\d{4,}\/\S+$/, '"10.NUMBER/NAME"')),
  number: v.optional(textSchema(1, 20)),
};
const venue = textOfLength(7, 200);
const paperSchemas = {
  article: recordSchema({
    type: v.literal('article'),
    ...paperFields,
    journal: venue,
    volume: textSchema(1, 20),
  }),
  inproceedings: recordSchema({
    type: v.literal('inproceedings'),
    ...paperFields,
    booktitle: venue,
    volume: v.optional(textSchema(1, 20)),
  }),
  techreport: recordSchema({ type: v.literal('techreport'), ...paperFields, institution: venue }),
  misc: recordSchema({ type: v.literal('misc'), ...paperFields, howpublished: venue }),
} as const;
const paperTypes = Object.keys(paperSchemas) as (keyof typeof paperSchemas)[];
const unknownPaper = recordSchema({ type: choiceSchema(paperTypes) });
const paper = variantSchema([...Object.values(paperSchemas), unknownPaper], (input) => {
  const { type } = (input ?? {}) as Partial<BibtexPaper>;
  return type && paperTypes.includes(type) ? paperSchemas[type] : unknownPaper;
});

const cardScene = recordSchema({
  title: textOfLength(9, 47),
  text: textOfLength(41, 300),
  sign: textOfLength(5, 80),
  beside: textOfLength(5, 80),
  document: anyObjectSchema('a scenario'),
});

const captionText = textOfLength(2, 40);
const captionCases = listSchema(
  recordSchema({
    when: v.optional(textMatching(/^\w+: \S+( \S+)*$/, '"KEY: OPTION…"')),
    text: captionText,
  }),
  'captions',
  1,
  4,
);
const caption = variantSchema([captionText, captionCases], (input) =>
  typeof input === 'string' ? captionText : captionCases,
);

const referenceSchema = (key: v.GenericSchema) =>
  variantSchema([key, paper], (input) => (typeof input === 'string' ? key : paper));

function cardSchema(row: MethodRow, ids: readonly string[], keys: readonly string[]) {
  const reference = referenceSchema(choiceSchema(keys));
  const sources = ({ options }: CatalogueParam) =>
    v.optional(recordSchema(Object.fromEntries(options.map((option) => [option, reference]))));
  const param = (each: CatalogueParam) =>
    recordSchema({
      label: textOfLength(1, 40),
      help: textOfLength(11, 300),
      caption: v.optional(caption),
      sources: sources(each),
    });
  return recordSchema({
    id: v.literal(row.id),
    fullName: textOfLength(11, 60),
    summary: textOfLength(21, 120),
    parent: choiceSchema(['', ...ids.filter((id) => id !== row.id)]),
    change: textOfLength(6, 60),
    idea: textOfLength(101, 600),
    equation: textOfLength(11, 400),
    cost: textOfLength(11, 160),
    good: textOfLength(11, 120),
    bad: textOfLength(11, 120),
    params: recordSchema(Object.fromEntries(row.params.map((each) => [each.key, param(each)]))),
    failures: listSchema(cardScene, 'scenes', 1, 6),
    strengths: listSchema(cardScene, 'scenes', 1, 6),
    references: listSchema(reference, 'papers', 1, 8),
  });
}

function findFaults(file: string, schema: v.GenericSchema, input: unknown): string[] {
  const { issues = [] } = v.safeParse(schema, input);
  const pathOf = (issue: v.BaseIssue<unknown>) =>
    issue.path?.map(({ key }) => String(key)).join('.');
  return issues.map((issue) => `${file}: ${pathOf(issue) ?? 'the card'} ${issue.message}`);
}

export const cardFaults = (
  file: string,
  card: unknown,
  row: MethodRow,
  ids: readonly string[],
  keys: readonly string[],
): string[] => findFaults(file, cardSchema(row, ids, keys), card);

const observableSchema = recordSchema({
  label: textOfLength(3, 40),
  symbol: textSchema(1, 12),
  help: textOfLength(21, 300),
});

export const observableFaults = (observables: unknown, keys: readonly string[]): string[] =>
  findFaults(
    'observables.json',
    recordSchema(Object.fromEntries(keys.map((key) => [key, observableSchema]))),
    observables,
  );

export const paperFaults = (papers: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(papers).flatMap(([key, each]) => findFaults(`papers.json: ${key}`, paper, each));
