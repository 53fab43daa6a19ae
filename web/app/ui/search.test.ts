import { expect, test } from 'vitest';
import { matchesQuery, rankMatches, splitIntoMatchPieces } from './search.ts';

test('every word of a query must occur in some text, ignoring case and accents', () => {
  expect(matchesQuery('dls na', ['DLS, Na et al.', 'human arm'])).toBe(true);
  expect(matchesQuery('ARM dls', ['DLS, Na et al.', 'human arm'])).toBe(true);
  expect(matchesQuery('arm sdls', ['DLS, Na et al.', 'human arm'])).toBe(false);
  expect(matchesQuery("dls'", ['DLS′'])).toBe(true);
  expect(matchesQuery('pose', ['Pôsé'])).toBe(true);
  expect(matchesQuery('  ', ['anything'])).toBe(true);
});

test('an exact match comes before other matches', () => {
  const all = [['IDLS'], ['SDLS'], ['DLS'], ['CCD']];
  expect(rankMatches('dls', all, (texts) => texts)).toEqual([['DLS'], ['IDLS'], ['SDLS']]);
});

test('ranks matches in names first, then at word starts, then inside words', () => {
  const all = [
    ['Add SDLS', 'a map of them'],
    ['Roadmap', ''],
    ['The map in the scene', ''],
    ['Map the targets', ''],
  ];
  const names = (query: string) => rankMatches(query, all, (texts) => texts).map(([name]) => name);
  expect(names('map')).toEqual(['Map the targets', 'The map in the scene', 'Roadmap', 'Add SDLS']);
  expect(names('scene map')).toEqual(['The map in the scene']);
  expect(names('')).toEqual(all.map(([name]) => name));
});

test('splits a text at the matches of a query without losing characters', () => {
  const cut = splitIntoMatchPieces('Damped least squares', 'as least da');
  expect(cut.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['Da', 'least']);
  expect(cut.map(({ text }) => text).join('')).toBe('Damped least squares');
  expect(splitIntoMatchPieces('Y', '')).toEqual([{ text: 'Y', hit: false }]);
  expect(splitIntoMatchPieces('λ′ and λ', 'λ').filter(({ hit }) => hit)).toHaveLength(2);
});
