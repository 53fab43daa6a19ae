/**
 * What there is to say of the methods in words: of each a card, the .json beside its .cpp; of those that
 * are written as text what the text itself says.
 */
import type {
  Catalogue,
  DescribedCatalogue,
  DescribedMethod,
  DescribedObservable,
  DescribedParam,
  FormulaReading,
  MethodRow,
  MethodTexts,
  Reference,
} from '../scenario/catalogue.ts';
import { formulaTitle } from '../scenario/formula.ts';
import * as written from './build/cards.js';
import { conditionOf } from './readCatalogue.ts';

/** A paper as BibTeX has it; the key of one in papers.json, where it is cited more than once. */
export type CardReference = string | CardPaper;

export interface CardPaper {
  readonly type: Reference['kind'];
  readonly author: string;
  readonly title: string;
  readonly journal?: string;
  readonly booktitle?: string;
  readonly institution?: string;
  readonly howpublished?: string;
  readonly year?: number;
  readonly volume?: string;
  readonly number?: string;
  readonly pages?: string;
  readonly doi?: string;
}

export interface CardParam {
  readonly label: string;
  readonly help: string;
  /** `when` is written as in the table. */
  readonly caption?: string | readonly { readonly when?: string; readonly text: string }[];
  /** Where the options of a choice come from. */
  readonly sources?: Readonly<Record<string, CardReference>>;
}

export interface Card extends Omit<MethodTexts, 'references'> {
  readonly id: string;
  readonly params: Readonly<Record<string, CardParam>>;
  readonly references: readonly CardReference[];
}

/** The cards of the methods, by their paths from the folder of the methods. */
export const cardFiles: Readonly<Record<string, Card>> = written.cards;
/** What is said of an observable, whichever method has it: by key. */
export const observables: Readonly<
  Record<string, Pick<DescribedObservable, 'label' | 'symbol' | 'help'>>
> = written.observables;
/** The papers that more than one card cites, by their keys. */
export const citedPapers: Readonly<Record<string, CardPaper>> = written.papers;

const cards = new Map(Object.values(cardFiles).map((card) => [card.id, card]));
const made = new WeakMap<Catalogue, DescribedCatalogue>();

/** The catalogue with the texts of its cards; the same object at every call for one catalogue. */
export function withTexts(catalogue: Catalogue): DescribedCatalogue {
  const known = made.get(catalogue);
  if (known) return known;
  const all: DescribedCatalogue = {
    ...catalogue,
    methods: catalogue.methods.map(describe),
    readFormula: (text, scene) => describedFormula(text, catalogue.readFormula(text, scene)),
  };
  made.set(catalogue, all);
  return all;
}

function describe(row: MethodRow): DescribedMethod {
  const card = row.card === undefined ? cards.get(row.id) : (JSON.parse(row.card) as Card);
  if (!card) throw new Error(`there is no card of the method '${row.id}' beside its .cpp`);
  return withCard(row, card);
}

function withCard(row: MethodRow, card: Card): DescribedMethod {
  const references = card.references.map(referenceOf);
  return {
    ...row,
    ...card,
    references,
    params: row.params.map((each) => param(each, card)),
    observables: row.observables.map(observable),
  };
}

const formulas = new WeakMap<MethodRow, DescribedMethod>();

/** A text, read, with what its first comment says of it. */
function describedFormula(text: string, reading: FormulaReading): FormulaReading<DescribedMethod> {
  const { row } = reading;
  if (!row) return { ...reading, row };
  const told = formulas.get(row) ?? withCard(labelled(row), cardOf(row, text));
  formulas.set(row, told);
  return { ...reading, row: told };
}

/** What is shown without a label is called as it is. */
const labelled = (row: MethodRow): MethodRow => ({
  ...row,
  observables: row.observables.map((each) => ({ ...each, label: each.label || each.key })),
});

/** The card of a method that nobody else has written of. */
function cardOf({ id, name, params }: MethodRow, text: string): Card {
  const summary = formulaTitle(text);
  const texts = params.map(({ key, label, help = '' }) => [key, { label: label || key, help }]);
  return {
    id,
    fullName: summary || name,
    summary,
    parent: '',
    change: '',
    idea: '',
    equation: '',
    cost: '',
    good: '',
    bad: '',
    failures: [],
    strengths: [],
    references: [],
    params: Object.fromEntries(texts),
  };
}

function param(row: MethodRow['params'][number], { id, params }: Card): DescribedParam {
  const { label: own, help: more = '' } = row;
  const texts = params[row.key] ?? (own && { label: own, help: more });
  if (!texts) throw new Error(`the card of '${id}' says nothing of its parameter '${row.key}'`);
  const { label, help, caption = [], sources = {} } = texts;
  const cases = typeof caption === 'string' ? [{ text: caption }] : caption;
  const cited = row.options.flatMap((option) => sources[option] ?? []);
  return {
    ...row,
    label,
    help,
    caption: cases.map(({ when = '', text }) => ({ when: conditionOf(when), text })),
    sources: cited.map(referenceOf),
  };
}

function observable(row: MethodRow['observables'][number]): DescribedObservable {
  const { key, label } = row;
  const texts = label ? { label, symbol: key, help: '' } : observables[key];
  if (!texts) throw new Error(`observables.json says nothing of '${row.key}'`);
  return { ...row, ...texts };
}

/** A paper that a card cites, in the fields of BibTeX. */
export function referenceOf(cited: CardReference): Reference {
  const paper = typeof cited === 'string' ? citedPapers[cited] : cited;
  if (!paper) throw new Error(`papers.json has no '${cited}'`);
  const {
    type,
    author,
    title,
    year = null,
    volume = '',
    number = '',
    pages = '',
    doi = '',
  } = paper;
  const { journal, booktitle, institution, howpublished } = paper;
  const where = journal ?? booktitle ?? institution ?? howpublished ?? '';
  return { kind: type, authors: author, title, in: where, year, volume, number, pages, doi };
}
