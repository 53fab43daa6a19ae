import type { Reference } from '../scenario/catalogue.ts';

/** A reference as BibTeX: `Authors (year). Title. Journal …` taken apart. */
export function bibtex({ text, doi }: Reference): string {
  const [, authors = '', year = '', title = text, where = ''] =
    /^(.+?) \((\d{4})\)\. (.+?[.?!]) (.+)$/.exec(text) ?? [];
  const name = /^[\p{L}'-]+/u.exec(authors)?.[0].toLowerCase() ?? 'reference';
  const fields = [
    ['author', authors.replace(/,? & /g, ' and ').replace(/\.,\s/g, '. and ')],
    ['title', title.replace(/\.$/, '')],
    ['year', year],
    ['howpublished', where.replace(/\.$/, '')],
    ['doi', doi],
  ];
  const lines = fields.filter(([, value]) => value).map(([key, value]) => `  ${key} = {${value}}`);
  return `@misc{${name}${year},\n${lines.join(',\n')}\n}`;
}
