import { expect, test } from 'vitest';
import { matches, matchPieces, searchFound } from './search.ts';

test('every word must occur, in any of the texts, whatever its case and accents', () => {
  expect(matches('dls na', ['DLS, Na et al.', 'human arm'])).toBe(true);
  expect(matches('ARM dls', ['DLS, Na et al.', 'human arm'])).toBe(true);
  expect(matches('arm sdls', ['DLS, Na et al.', 'human arm'])).toBe(false);
  expect(matches("dls'", ['DLS′'])).toBe(true);
  expect(matches('pose', ['Pôsé'])).toBe(true);
  expect(matches('  ', ['anything'])).toBe(true);
});

test('what begins with the query comes first', () => {
  const all = [['IDLS'], ['SDLS'], ['DLS'], ['CCD']];
  expect(searchFound('dls', all, (texts) => texts)).toEqual([['DLS'], ['IDLS'], ['SDLS']]);
});

test('a name before another text, the beginning of a word before its middle', () => {
  const all = [
    ['Add SDLS', 'a map of them'],
    ['Roadmap', ''],
    ['The map in the scene', ''],
    ['Map the targets', ''],
  ];
  const names = (query: string) => searchFound(query, all, (texts) => texts).map(([name]) => name);
  expect(names('map')).toEqual(['Map the targets', 'The map in the scene', 'Roadmap', 'Add SDLS']);
  expect(names('scene map')).toEqual(['The map in the scene']);
  expect(names('')).toEqual(all.map(([name]) => name));
});

test('the text is cut where the words stand, and is whole again together', () => {
  const cut = matchPieces('Damped least squares', 'as least da');
  expect(cut.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['Da', 'least']);
  expect(cut.map(({ text }) => text).join('')).toBe('Damped least squares');
  expect(matchPieces('Y', '')).toEqual([{ text: 'Y', hit: false }]);
  expect(matchPieces('λ′ and λ', 'λ').filter(({ hit }) => hit)).toHaveLength(2);
});
