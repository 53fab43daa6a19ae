import { describe, expect, test } from 'vitest';
import { UsageError } from '../errors.ts';
import { splitCommandWords } from './splitCommandWords.ts';

describe('splitting a command into words', () => {
  test.each([
    ['python3 solver.py  --eps 1e-5', ['python3', 'solver.py', '--eps', '1e-5']],
    ['my\\ solver \'a b\' "c d"', ['my solver', 'a b', 'c d']],
    [`say 'it"s' "it's" "\\"" a'b'"c"d`, ['say', 'it"s', "it's", '"', 'abcd']],
    ["''", ['']],
    ["x '' y", ['x', '', 'y']],
    ['a $HOME *.py ; rm | x > y', ['a', '$HOME', '*.py', ';', 'rm', '|', 'x', '>', 'y']],
    [' \t\n ', []],
    ['', []],
  ])('gives the expected words of %j', (text, words) => {
    expect(splitCommandWords(text)).toEqual(words);
  });

  test.each(["a 'b", 'a "b', 'a \\'])('rejects an unfinished quote or escape: %j', (text) => {
    expect(() => splitCommandWords(text)).toThrow(UsageError);
  });
});
