import type { DescribedCatalogue, DescribedMethod, Reference } from './catalogue.ts';
import { keyedParams, methodRow } from './params.ts';
import type { MethodPanel } from './types.ts';

/** Where BibTeX has the journal, and so on. */
const PLACES = {
  article: 'journal',
  inproceedings: 'booktitle',
  techreport: 'institution',
  misc: 'howpublished',
} as const satisfies Record<Reference['kind'], string>;

/** In one line. */
export function cited({ kind, authors, year, title, in: where, ...rest }: Reference): string {
  const names = authors.split(' and ');
  const last = names.pop();
  const who = names.length > 0 ? `${names.join(', ')} & ${last}` : last;
  const issue = rest.number && kind === 'article' ? `(${rest.number})` : '';
  const report = kind === 'techreport' ? rest.number : '';
  const place = [report, where, `${rest.volume}${issue}`, rest.pages].filter(Boolean).join(', ');
  return `${who}${year === null ? '' : ` (${year}).`} ${title}. ${place}.`;
}

export function bibtex(reference: Reference): string {
  const { kind, authors, year, title, in: where, volume, number, pages, doi } = reference;
  const name = /^[\p{L}'-]+/u.exec(authors)?.[0].toLowerCase() ?? 'reference';
  const fields = [
    ['author', authors],
    ['title', `{${title}}`], // capitals stay
    [PLACES[kind], where],
    ['year', year],
    ['volume', volume],
    ['number', number],
    ['pages', pages.replace('-', '--')],
    ['doi', doi],
  ];
  const lines = fields.filter(([, value]) => value).map(([key, value]) => `  ${key} = {${value}}`);
  return `@${kind}{${name}${year ?? ''},\n${lines.join(',\n')}\n}`;
}

/** Of a method, and of the rules that it is set to; each once. */
export function papersOf(
  { id, params }: Pick<MethodPanel, 'id' | 'params'>,
  catalogue: DescribedCatalogue,
): readonly Reference[] {
  const row = methodRow(catalogue, id);
  if (!row) return [];
  const keyed = keyedParams(row, ({ key }) => params[key], catalogue);
  const stages = keyed.flatMap(({ key, param }) =>
    param.scale === 'method' ? (methodRow(catalogue, String(params[key])) ?? []) : [],
  );
  const rules = keyed.flatMap(
    ({ key, param }) => param.sources[param.options.indexOf(String(params[key]))] ?? [],
  );
  const all = [row, ...stages].flatMap(({ references }) => references);
  return each([...all, ...rules]);
}

/** All of a method and of its rules. */
export const papersAbout = ({ references, params }: DescribedMethod): readonly Reference[] =>
  each([...references, ...params.flatMap(({ sources }) => sources)]);

/** Each once. */
export function each(references: readonly Reference[]): readonly Reference[] {
  return [...new Map(references.map((reference) => [cited(reference), reference])).values()];
}
