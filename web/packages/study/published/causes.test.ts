/**
 * Causes are declared in a table’s file: the deviation that each explains follows from the paper,
 * not from our results.
 */
import { describe, expect, it } from 'vitest';
import { proportionInterval } from '../results/proportionInterval.ts';
import {
  distanceFromComfortPose,
  naYangJiaTableFourPairs,
  naYangJiaTableTwoCause,
} from './naYangJiaRows.ts';
import kdl from './printed/kinematicDesign.json' with { type: 'json' };
import { quikTables } from './quikTables.ts';
import { judgeFigure, replicationVerdictText } from './replicationVerdict.ts';

describe('a cause explains at most', () => {
  it('in TRAC-IK’s table, the deviation of KDL itself from the printed numbers', () => {
    const off = kdl.printed.solved.rows.map(({ cells: [printed = 0, measured = 0] }) =>
      Math.abs(printed - measured),
    );
    expect(kdl.causes.machine.most).toBeCloseTo(Math.max(...off), 9);
  });

  it('for a misprint, the deviation of the printed angles, rounded up to the next tenth', () => {
    const all = naYangJiaTableFourPairs.flatMap(
      ({ causes, second, secondComfort, firstComfort, first }) => [
        { cause: causes[0], row: first, printed: firstComfort },
        { cause: causes[1], row: second, printed: secondComfort },
      ],
    );
    const misprints = all.filter(({ cause }) => cause);
    expect(misprints.map(({ printed }) => printed)).toEqual([144.7, 110.1]);
    for (const { cause, row, printed } of misprints) {
      const off = printed - distanceFromComfortPose(row);
      expect(cause?.most).toBe(Math.ceil(10 * off) / 10);
      expect(cause?.words).toContain(` ${distanceFromComfortPose(row).toFixed(1)}`);
    }
  });

  it('for recovered targets, less than their uncertainty of 0.25 of 29.06', () => {
    const turn = (0.25 / (10.86 + 11.06 + 7.14)) * (180 / Math.PI);
    expect(naYangJiaTableTwoCause?.most).toBeLessThan(turn);
  });
});

describe('DQuIK on the KR6, printed as 0.24 %', () => {
  const figureOf = (failed: number, count: number) => {
    const part = { count, failed: [0, failed, 0, 0], opens: {} };
    const figure = quikTables.figures('table-2', [part])[1];
    if (!figure) throw new Error('there is no figure');
    return figure;
  };

  it('is off if our interval excludes 0.24, with a hint at a possible cause', () => {
    // the full table: 0.287 %, from 0.268 to 0.307
    const figure = figureOf(862, 300_000);
    const { low, high } = proportionInterval(862, 300_000);
    expect([figure.low, figure.high]).toEqual([100 * low, 100 * high]);
    expect(figure.low).toBeGreaterThan(0.245);
    expect(judgeFigure(figure)).toBe('off');
    expect(replicationVerdictText(figure)).toBe(
      'off by 0.05 points, for an unknown reason; the home pose is not printed',
    );
  });

  it('is within the interval of few runs', () => {
    expect(judgeFigure(figureOf(59, 20_000))).toBe('covered');
    // 0.2416 to 0.3073 contains numbers that round to 0.24
    expect(judgeFigure(figureOf(273, 100_000))).toBe('covered');
  });
});
