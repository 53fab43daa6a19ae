// @module-tag full
/** Sentences of the page about 500 seeded runs, checked against the records of the runs. */

import { testEngine } from '@iklab/core/engine/testing';
import { afterAll, expect, test } from 'vitest';
import { Random } from './random.ts';
import { checkShownSentences } from './wordsKind.ts';

const PARTS = 10;
const CASES = 50; // each
const seeds = new Random(1);
const engine = await testEngine();
const tally = new Map<string, number>();

afterAll(() => {
  const told = [...tally].sort(([a], [b]) => a.localeCompare(b));
  console.log(told.map(([kind, count]) => `${count} ${kind}`).join(', '));
});

test.each(Array.from({ length: PARTS }, (_, i) => i + 1))(
  'sentences agree with the records of the runs, part %i',
  () => {
    const found = Array.from({ length: CASES }, () => seeds.nextBits()).flatMap((seed) =>
      checkShownSentences(new Random(seed), engine, tally).map((what) => `seed ${seed}: ${what}`),
    );
    expect(found).toEqual([]);
  },
);

test('every kind of sentence occurs often enough to be checked', () => {
  const least: Readonly<Record<string, number>> = {
    'outcome oscillating': 50,
    'outcome joints oscillate': 10,
    'outcome converging': 50,
    'outcome no progress': 2,
    'outcome stopped short': 30,
    'outcome overshoots': 10,
    'outcome blocked by joint limits: reach': 5,
    'outcome slowed by damping': 10,
    'outcome limited by the target clamp': 50,
    'outcome reached in …': 300,
    'outcome ready': 50,
    proof: 50,
    'outcome out of reach by …': 300,
    'parts constrained': 300,
    'parts satisfied': 150,
    'story parts': 80,
    'from one pose': 200,
    'from its own pose': 100,
    'best by updates': 20,
    'best by distance': 10,
    'best by turn': 5,
    'weak direction': 100,
    'answer along one direction': 300,
    'answer tolerance': 300,
    'answer gain': 100,
    'answer remaining error': 300,
    'story mean': 50,
    'story mean since warm': 10,
    'story reached in': 100,
    'story pose found': 5,
    'story shortfalls': 300,
  };
  const few = Object.entries(least).filter(([kind, count]) => (tally.get(kind) ?? 0) < count);
  expect(few).toEqual([]);
});
