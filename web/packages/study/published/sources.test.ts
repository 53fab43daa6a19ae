/** The papers of the tables, cited like those of the method cards. */

import {
  type CitedPaperOrKey,
  citedPapers,
  methodCardFiles,
  resolveCitedPaper,
} from '@iklab/core/engine';
import { citationText } from '@iklab/core/scenario/methods';
import { expect, test } from 'vitest';
import { papersInNote, publishedTables } from './publishedTables.ts';

const sources = publishedTables.map(({ source }) => source);

test('papers.json has exactly the papers that are cited more than once', () => {
  const cards = Object.values(methodCardFiles).flatMap(({ references, params }) => [
    ...references,
    ...Object.values(params).flatMap(({ sources = {} }) => Object.values(sources)),
  ]);
  const all: readonly CitedPaperOrKey[] = [...cards, ...sources];
  const times = (key: string) => all.filter((each) => each === key).length;
  expect(Object.keys(citedPapers).filter((key) => times(key) < 2)).toEqual([]);
  const titles = Object.values(citedPapers).map(({ title }) => title);
  const inline = all.flatMap((each) => (typeof each === 'string' ? [] : [each.title]));
  expect(inline.filter((title, i) => [...titles, ...inline.slice(i + 1)].includes(title))).toEqual(
    [],
  );
});

test.each(publishedTables.map(({ id, source }) => [id, source] as const))(
  'the paper of %s has a citation',
  (_, source) => {
    expect(citationText(resolveCitedPaper(source))).toMatch(/^[A-Z][\p{L}-]+, .+\. .+\.$/u);
  },
);

test('a note that names no paper cites none', () => {
  expect(papersInNote('A UR5e, its numbers from ur_description.')).toEqual([]);
});
