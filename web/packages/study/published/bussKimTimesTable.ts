/**
 * Buss & Kim 2004: the time of one update of the double Y, on the authors' machine and on the
 * user's.
 */

import type { Engine } from '@iklab/core/engine';
import { threadTime } from '@iklab/core/time';
import { computeUpdateTime, isMachineBusy } from '@iklab/run/playback';
import { parsePrintedPaper } from './parsePrintedPaper.ts';
import file from './printed/bussKimTimes.json' with { type: 'json' };
import {
  makeSingleTablePart,
  type PublishedFigure,
  type PublishedTable,
  type PublishedTablePart,
} from './publishedTable.ts';
import { withLabOnDocument } from './tableScenes.ts';

const { about, grids } = parsePrintedPaper(file, ['times']);

const ROUNDS = 15;
const UPDATES = 2000; // Per round; the clock of a page has steps of 0.1 ms.

const timesDocument = (method: object): object => ({
  iklab: 1,
  preset: 'double-y',
  name: 'Buss & Kim, run times',
  methods: [method],
});

/** Measures microseconds per update by method and round. Methods take turns. */
function work(_part: PublishedTablePart, engine: Engine): number[][] {
  const times: number[][] = grids.times.map(() => []);
  for (let round = 0; round < ROUNDS; ++round)
    grids.times.forEach(({ method }, m) => {
      withLabOnDocument(timesDocument(method), engine, (lab) => {
        const started = threadTime.now();
        for (let k = 0; k < UPDATES; ++k) lab.advance();
        times[m]?.push(((threadTime.now() - started) * 1000) / UPDATES);
      });
    });
  return times;
}

/** Makes figures from the fastest round of each method, because other load slows the computer. */
function figures(_variant: string, [result]: readonly unknown[]): PublishedFigure[] {
  const times = (result as number[][]).map(computeUpdateTime);
  const remark = isMachineBusy(times) ? 'this computer was busy' : '';
  return times.flatMap(({ best, middle }, m) => {
    const { method = {}, numbers = [] } = grids.times[m] ?? {};
    return numbers.map((number) => ({
      ...number,
      ours: best,
      low: best,
      high: middle,
      pieces: true,
      unjudged: true,
      ...(remark && { remark }),
      sample: ROUNDS,
      opens: timesDocument(method),
    }));
  });
}

/** Times per update that the paper prints, microseconds, by the name of the method. */
export const PRINTED_UPDATE_TIMES: Readonly<Record<string, number>> = Object.fromEntries(
  grids.times.map(({ name, numbers: [number] }) => [name, number?.paper ?? Number.NaN]),
);

export const bussKimTimesTable: PublishedTable = {
  ...about,
  parts: makeSingleTablePart,
  work,
  figures,
};
