import type { MethodPanel } from '../types.ts';
import type { DescribedCatalogue, DescribedMethod, PaperReference } from './catalogue.ts';
import { panelMethodRow } from './formula.ts';
import { keyedParams, methodRow } from './methodParams.ts';

const VENUE_FIELDS = {
  article: 'journal',
  inproceedings: 'booktitle',
  techreport: 'institution',
  misc: 'howpublished',
} as const satisfies Record<PaperReference['kind'], string>;

export function citationText({
  kind,
  authors,
  year,
  title,
  in: venue,
  ...rest
}: PaperReference): string {
  const names = authors.split(' and ');
  const last = names.pop();
  const who = names.length > 0 ? `${names.join(', ')} & ${last}` : last;
  const issue = rest.number && kind === 'article' ? `(${rest.number})` : '';
  const report = kind === 'techreport' ? rest.number : '';
  const source = [report, venue, `${rest.volume}${issue}`, rest.pages].filter(Boolean).join(', ');
  return `${who}${year === null ? '' : ` (${year}).`} ${title}. ${source}.`;
}

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};
export const escapeTex = (text: string): string =>
  text.replace(/[\\~^&%#_${}]/g, (each) => TEX[each] ?? `\\${each}`);

type BibField = readonly [name: string, value: string | number | null];

export function formatBibtexEntry(kind: string, key: string, fields: readonly BibField[]): string {
  const lines = fields
    .filter(([, value]) => value)
    .map(([name, value]) => `  ${name} = {${value}}`);
  return `@${kind}{${key},\n${lines.join(',\n')}\n}`;
}

const citationKey = ({ authors, year }: PaperReference): string =>
  `${/^[\p{L}'-]+/u.exec(authors)?.[0].toLowerCase() ?? 'reference'}${year ?? ''}`;

export function bibtex(reference: PaperReference, key = citationKey(reference)): string {
  const { kind, authors, year, title, in: venue, volume, number, pages, doi } = reference;
  return formatBibtexEntry(kind, key, [
    ['author', escapeTex(authors)],
    ['title', `{${escapeTex(title)}}`], // The braces preserve capitals.
    [VENUE_FIELDS[kind], escapeTex(venue)],
    ['year', year],
    ['volume', volume],
    ['number', number],
    ['pages', pages.replace('-', '--')],
    ['doi', doi],
  ]);
}

export function bibtexBibliography(references: readonly PaperReference[]): string {
  const usedKeys = new Map<string, number>();
  const entries = references.map((reference) => {
    const key = citationKey(reference);
    const before = usedKeys.get(key) ?? 0;
    usedKeys.set(key, before + 1);
    return bibtex(reference, before === 0 ? key : `${key}-${before + 1}`);
  });
  return entries.join('\n\n');
}

/** Returns the papers of a panel's method, stages and selected options, each once. */
export function listMethodPapers(
  panel: Pick<MethodPanel, 'id' | 'params'>,
  catalogue: DescribedCatalogue,
): readonly PaperReference[] {
  const row = panelMethodRow(catalogue, panel);
  if (!row) return [];
  const { params } = panel;
  const keyed = keyedParams(row, ({ key }) => params[key], catalogue);
  const stages = keyed.flatMap(({ key, param }) =>
    param.scale === 'method' ? (methodRow(catalogue, String(params[key])) ?? []) : [],
  );
  const rules = keyed.flatMap(
    ({ key, param }) => param.sources[param.options.indexOf(String(params[key]))] ?? [],
  );
  const all = [row, ...stages].flatMap(({ references }) => references);
  return distinctPaperReferences([...all, ...rules]);
}

export const listAllMethodPapers = ({
  references,
  params,
}: DescribedMethod): readonly PaperReference[] =>
  distinctPaperReferences([...references, ...params.flatMap(({ sources }) => sources)]);

export function distinctPaperReferences(
  references: readonly PaperReference[],
): readonly PaperReference[] {
  return [...new Map(references.map((reference) => [citationText(reference), reference])).values()];
}
