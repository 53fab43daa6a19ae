/** Texts about methods: the .json next to a method's .cpp, or a formula's comments. */
import type {
  Catalogue,
  DescribedCatalogue,
  DescribedMethod,
  DescribedObservable,
  DescribedParam,
  FormulaReading,
  MethodRow,
  MethodTexts,
  PaperReference,
} from '../scenario/methods/catalogue.ts';
import { formulaTitle } from '../scenario/methods/formula.ts';
import * as written from './build/cards.js';
import { parseParamCondition } from './readCatalogue.ts';

/** A paper in the fields of BibTeX, or the key of a paper in papers.json. */
export type CitedPaperOrKey = string | BibtexPaper;

export interface BibtexPaper {
  readonly type: PaperReference['kind'];
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

export interface MethodCardParamTexts {
  readonly label: string;
  readonly help: string;
  /**
   * Caption of the parameter's value in a panel, with `{}` for the value. Several captions have
   * conditions `when`, as in the catalogue.
   */
  readonly caption?: string | readonly { readonly when?: string; readonly text: string }[];
  readonly sources?: Readonly<Record<string, CitedPaperOrKey>>;
}

export interface Card extends Omit<MethodTexts, 'references'> {
  readonly id: string;
  readonly params: Readonly<Record<string, MethodCardParamTexts>>;
  readonly references: readonly CitedPaperOrKey[];
}

/** Cards (texts of the built-in methods) by file path, relative to the folder of the methods. */
export const methodCardFiles: Readonly<Record<string, Card>> = written.cards;
export const OBSERVABLE_TEXTS: Readonly<
  Record<string, Pick<DescribedObservable, 'label' | 'symbol' | 'help'>>
> = written.observables;
export const citedPapers: Readonly<Record<string, BibtexPaper>> = written.papers;

const cardsById = new Map(Object.values(methodCardFiles).map((card) => [card.id, card]));
const describedCatalogues = new WeakMap<Catalogue, DescribedCatalogue>();

/** Returns the catalogue with the texts of the cards; always the same object for one catalogue. */
export function withCardTexts(catalogue: Catalogue): DescribedCatalogue {
  const cached = describedCatalogues.get(catalogue);
  if (cached) return cached;
  const all: DescribedCatalogue = {
    ...catalogue,
    methods: catalogue.methods.map(describeMethod),
    readFormula: (text, scene) => describeFormula(text, catalogue.readFormula(text, scene)),
  };
  describedCatalogues.set(catalogue, all);
  return all;
}

function describeMethod(row: MethodRow): DescribedMethod {
  const card = row.card === undefined ? cardsById.get(row.id) : (JSON.parse(row.card) as Card);
  if (!card) throw new Error(`there is no card of the method '${row.id}' beside its .cpp`);
  return withCard(row, card);
}

function withCard(row: MethodRow, card: Card): DescribedMethod {
  const references = card.references.map(resolveCitedPaper);
  return {
    ...row,
    ...card,
    references,
    params: row.params.map((each) => describeParam(each, card)),
    observables: row.observables.map(describeObservable),
  };
}

const describedFormulas = new WeakMap<MethodRow, DescribedMethod>();

function describeFormula(text: string, reading: FormulaReading): FormulaReading<DescribedMethod> {
  const { row } = reading;
  if (!row) return { ...reading, row };
  const method =
    describedFormulas.get(row) ?? withCard(withLabels(row), makeFormulaCard(row, text));
  describedFormulas.set(row, method);
  return { ...reading, row: method };
}

const withLabels = (row: MethodRow): MethodRow => ({
  ...row,
  observables: row.observables.map((each) => ({ ...each, label: each.label || each.key })),
});

function makeFormulaCard({ id, name, params }: MethodRow, text: string): Card {
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

function describeParam(row: MethodRow['params'][number], { id, params }: Card): DescribedParam {
  const { label: ownLabel, help: more = '' } = row;
  const texts = params[row.key] ?? (ownLabel && { label: ownLabel, help: more });
  if (!texts) throw new Error(`the card of '${id}' says nothing of its parameter '${row.key}'`);
  const { label, help, caption = [], sources = {} } = texts;
  const cases = typeof caption === 'string' ? [{ text: caption }] : caption;
  const cited = row.options.flatMap((option) => sources[option] ?? []);
  return {
    ...row,
    label,
    help,
    caption: cases.map(({ when = '', text }) => ({ when: parseParamCondition(when), text })),
    sources: cited.map(resolveCitedPaper),
  };
}

function describeObservable(row: MethodRow['observables'][number]): DescribedObservable {
  const { key, label } = row;
  const texts = label ? { label, symbol: key, help: '' } : OBSERVABLE_TEXTS[key];
  if (!texts) throw new Error(`observables.json says nothing of '${row.key}'`);
  return { ...row, ...texts };
}

/** Returns the paper that a card cites; throws if papers.json has no such key. */
export function resolveCitedPaper(cited: CitedPaperOrKey): PaperReference {
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
  const venue = journal ?? booktitle ?? institution ?? howpublished ?? '';
  return { kind: type, authors: author, title, in: venue, year, volume, number, pages, doi };
}
