/** Buss & Kim 2004: the time of one update of the double Y, on their machine and on this one. */
import type { Engine } from 'iklab/engine';
import { isBusy, timedOf } from 'iklab/run';
import { type Figure, type Part, type PublishedTable, whole } from './publishedTable.ts';
import { inLab } from './scenes.ts';

/** Microseconds, on a Pentium of 2.8 GHz. */
const PRINTED = [
  ['Transpose', { id: 'transpose' }, 6.5],
  ['DLS', { id: 'dls' }, 18.5],
  ['SDLS', { id: 'sdls-clamped' }, 120],
] as const;

const ROUNDS = 15;
const UPDATES = 2000; // a round: a page's clock steps by 0.1 ms

const documentOf = (method: object): object => ({
  iklab: 1,
  preset: 'double-y',
  name: 'Buss & Kim, run times',
  methods: [method],
});

/** Microseconds of an update, of each method: the rounds take turns. */
function work(_part: Part, engine: Engine): number[][] {
  const times: number[][] = PRINTED.map(() => []);
  for (let round = 0; round < ROUNDS; ++round)
    PRINTED.forEach(([, method], m) => {
      inLab(documentOf(method), engine, (lab) => {
        const begun = performance.now();
        for (let k = 0; k < UPDATES; ++k) lab.advance();
        times[m]?.push(((performance.now() - begun) * 1000) / UPDATES);
      });
    });
  return times;
}

/** Of the rounds the best count; what else the machine does makes the middle one longer. */
function figures(_variant: string, [result]: readonly unknown[]): Figure[] {
  const times = (result as number[][]).map(timedOf);
  const remark = isBusy(times) ? 'this machine was busy' : '';
  return times.map(({ best, middle }, m) => {
    const [row, method, paper] = PRINTED[m] as (typeof PRINTED)[number];
    return {
      row,
      column: 'an update',
      unit: 'µs',
      decimals: 1,
      paper,
      ours: best,
      low: best,
      high: middle,
      pieces: true,
      unjudged: true,
      ...(remark && { remark }),
      sample: ROUNDS,
      opens: documentOf(method),
    };
  });
}

export const bussKimTimes: PublishedTable = {
  id: 'buss-kim-times',
  title: 'Buss & Kim, run times',
  source: 'bussKim2005',
  about:
    'Time of one update of the double Y while it follows its targets, theirs in C++ on a Pentium of 2.8 GHz, ours in WebAssembly on this machine, in turn: the best rounds count.',
  known: ['C++ on a Pentium of 2.8 GHz, the double Y'],
  recovered: [],
  assumed: [
    'what of an iteration was timed is not printed; ours has all of it: targets, Jacobian, step, new angles and where they lead',
  ],
  lost: [],
  slips: [],
  spread: 'from the best quarter of 15 rounds of 2 000 updates to the middle round',
  variants: [{ id: 'here', label: 'This machine', about: 'Other machines have other times.' }],
  sample: { full: 0, quick: 0 },
  seconds: 1,
  parts: whole,
  work,
  figures,
};
