/** For tests: the requirements on cards, and the faults of a card. */
import * as v from 'valibot';
import type { MethodRow, Param } from '../scenario/catalogue.ts';
import { anything, choice, integer, list, record, text, variant } from '../scenario/shapes.ts';
import type { CardPaper } from './cards.ts';

const words = (least: number, most: number) =>
  v.pipe(
    text(1, most),
    v.minLength(least, (issue) => `must have at least ${least} characters; got "${issue.input}"`),
  );
const form = (pattern: RegExp, what: string) =>
  v.pipe(
    text(1, 200),
    v.regex(pattern, (issue) => `must be ${what}; got "${issue.input}"`),
  );

const fields = {
  author: form(/^[^,&]+, [^,&]+(?: and [^,&]+, [^,&]+)*$/, '"Last, F. and Last, F."'),
  title: words(7, 200),
  year: v.optional(integer(1900, 2100)),
  pages: v.optional(form(/^\d+-\d+$/, '"FIRST-LAST"')),
  doi: v.optional(form(/^10\.\d{4,}\/\S+$/, '"10.NUMBER/NAME"')),
  number: v.optional(text(1, 20)),
};
const place = words(7, 200);
const works = {
  article: record({ type: v.literal('article'), ...fields, journal: place, volume: text(1, 20) }),
  inproceedings: record({
    type: v.literal('inproceedings'),
    ...fields,
    booktitle: place,
    volume: v.optional(text(1, 20)),
  }),
  techreport: record({ type: v.literal('techreport'), ...fields, institution: place }),
  misc: record({ type: v.literal('misc'), ...fields, howpublished: place }),
} as const;
const kinds = Object.keys(works) as (keyof typeof works)[];
const nameless = record({ type: choice(kinds) });
const paper = variant([...Object.values(works), nameless], (input) => {
  const { type } = (input ?? {}) as Partial<CardPaper>;
  return type && kinds.includes(type) ? works[type] : nameless;
});

const cardScene = record({
  title: words(9, 47),
  text: words(41, 300),
  sign: words(5, 80),
  beside: words(5, 80),
  document: anything('a scenario'),
});

const said = words(2, 40);
const cases = list(
  record({ when: v.optional(form(/^\w+: \S+( \S+)*$/, '"KEY: OPTION…"')), text: said }),
  'captions',
  1,
  4,
);
const caption = variant([said, cases], (input) => (typeof input === 'string' ? said : cases));

/** `key`: schema for the key of a paper that several cards cite. */
const cited = (key: v.GenericSchema) =>
  variant([key, paper], (input) => (typeof input === 'string' ? key : paper));

function cardOf(row: MethodRow, ids: readonly string[], keys: readonly string[]) {
  const reference = cited(choice(keys));
  const sources = ({ options }: Param) =>
    v.optional(record(Object.fromEntries(options.map((option) => [option, reference]))));
  const param = (each: Param) =>
    record({
      label: words(1, 40),
      help: words(11, 300),
      caption: v.optional(caption),
      sources: sources(each),
    });
  return record({
    id: v.literal(row.id),
    fullName: words(11, 60),
    summary: words(21, 120),
    parent: choice(['', ...ids.filter((id) => id !== row.id)]),
    change: words(6, 60),
    idea: words(101, 600),
    equation: words(11, 400),
    cost: words(11, 160),
    good: words(11, 120),
    bad: words(11, 120),
    params: record(Object.fromEntries(row.params.map((each) => [each.key, param(each)]))),
    failures: list(cardScene, 'scenes', 1, 6),
    strengths: list(cardScene, 'scenes', 1, 6),
    references: list(reference, 'papers', 1, 8),
  });
}

function faultsOf(file: string, schema: v.GenericSchema, input: unknown): string[] {
  const { issues = [] } = v.safeParse(schema, input);
  const at = (issue: v.BaseIssue<unknown>) => issue.path?.map(({ key }) => String(key)).join('.');
  return issues.map((issue) => `${file}: ${at(issue) ?? 'the card'} ${issue.message}`);
}

export const cardFaults = (
  file: string,
  card: unknown,
  row: MethodRow,
  ids: readonly string[],
  keys: readonly string[],
): string[] => faultsOf(file, cardOf(row, ids, keys), card);

const observable = record({
  label: words(3, 40),
  symbol: text(1, 12),
  help: words(21, 300),
});

/** Faults of `observables.json`, which must have the keys of the table. */
export const observableFaults = (observables: unknown, keys: readonly string[]): string[] =>
  faultsOf(
    'observables.json',
    record(Object.fromEntries(keys.map((key) => [key, observable]))),
    observables,
  );

export const paperFaults = (papers: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(papers).flatMap(([key, each]) => faultsOf(`papers.json: ${key}`, paper, each));
