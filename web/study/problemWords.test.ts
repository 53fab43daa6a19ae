import { expect, test } from 'vitest';
import { problemWords } from './problemWords.ts';
import { studyOf } from './testStudies.ts';

test('targets, starts, updates and seed of a study are told in words', () => {
  const words = problemWords(studyOf({ count: 30, seed: 7 }));
  const { maxUpdates } = studyOf().scenario.run;
  expect(words).toContain('so every problem can be solved.');
  expect(words).toContain(
    `Each method starts from the pose of the scene and has ${maxUpdates} updates`,
  );
  expect(words).toContain('Seed 7 always draws the same 30 problems, for all methods alike.');
  expect(words).not.toContain('begins again');
});

test('a box may hold targets that are out of reach, and restarts are counted', () => {
  const sampling = { kind: 'box', low: [-1, -1, 0], high: [1, 1, 0], start: 'random' };
  const words = problemWords(studyOf({ sampling, restarts: { most: 1 } }));
  expect(words).toContain('some may be out of reach.');
  expect(words).toContain('starts from a random pose of each problem');
  expect(words).toContain('begins again from a random pose up to once if it falls short.');
  expect(problemWords(studyOf({ sampling, restarts: { most: 3 } }))).toContain('up to 3 times');
});

test('a sampling that the form does not offer is not described', () => {
  const sides = { origin: [0, 0, 0], u: [1, 0, 0], v: [0, 1, 0], columns: 5, rows: 2 };
  expect(problemWords(studyOf({ sampling: { kind: 'plane', ...sides } }))).toBe('');
});
