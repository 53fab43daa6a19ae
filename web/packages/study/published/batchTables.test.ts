// @module-tag full
/** Tables of many problems, on small samples with fixed seeds. */

import { replayHash } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import { describe, expect, it } from 'vitest';
import { bussKimJumpsTable } from './bussKimJumpsTable.ts';
import { havilandCorkeNullSpaceTable, havilandCorkeTable } from './havilandCorkeTable.ts';
import { kinematicDesignTable } from './kinematicDesignTable.ts';
import type { PublishedFigure, PublishedTable } from './publishedTable.ts';
import { quikTables } from './quikTables.ts';
import { judgeFigure } from './replicationVerdict.ts';
import { parseTableScene } from './tableScenes.ts';

const engine = await testEngine();

const compute = (
  table: PublishedTable,
  variant: string,
  sample: number,
): readonly PublishedFigure[] =>
  table.figures(
    variant,
    structuredClone(table.parts(variant, sample).map((part) => table.work(part, engine))),
  );
const find = (figures: readonly PublishedFigure[], row: string, column: string): PublishedFigure =>
  figures.find((each) => each.row === row && each.column === column) as PublishedFigure;

describe('figure 4 of Buss & Kim', () => {
  const figures = compute(bussKimJumpsTable, 'published', 80);

  it('agrees with the paper: SDLS wins where targets are reached, DLS′ mostly elsewhere, Jᵀ never', () => {
    expect(find(figures, 'reached', 'share of the wins, SDLS').ours).toBeGreaterThanOrEqual(99);
    expect(find(figures, 'not reached', 'share of the wins, DLS′').ours).toBeGreaterThan(50);
    expect(find(figures, 'both', 'wins of Jᵀ').ours).toBe(0);
  });

  it('SDLS settles 7.5 to 18 times sooner than DLS, and DLS′ in about half the updates of DLS', () => {
    const ratio = find(figures, 'reached', 'updates to 0.0001, DLS over SDLS').ours;
    expect(ratio).toBeGreaterThan(7.5);
    expect(ratio).toBeLessThan(18);
    const half = find(figures, 'reached', 'updates to 0.0001, DLS′ over DLS').ours;
    expect(half).toBeGreaterThan(0.4);
    expect(half).toBeLessThan(0.65);
  });

  it('is the same for any split into parts', () => {
    const parts = [
      { variant: 'published', index: 0, first: 0, count: 5 },
      { variant: 'published', index: 1, first: 5, count: 7 },
    ];
    const whole = [{ variant: 'published', index: 0, first: 0, count: 12 }];
    const of = (some: typeof parts) =>
      bussKimJumpsTable
        .figures(
          'published',
          some.map((part) => bussKimJumpsTable.work(part, engine)),
        )
        .map(({ ours }) => ours);
    const once = of(whole);
    of(parts).forEach((ours, i) => {
      expect(ours).toBeCloseTo(once[i] ?? Number.NaN, 9);
    });
  });

  it('has an interval of a ratio of means that agrees with the jackknife', () => {
    const COUNT = 40;
    const row = 'updates to 0.0001, DLS over SDLS';
    const parts = Array.from({ length: COUNT }, (_, first) => ({
      ...{ variant: 'published', index: first, first, count: 1 },
    })).map((part) => bussKimJumpsTable.work(part, engine));
    const ratioOf = (some: readonly unknown[]) =>
      find(bussKimJumpsTable.figures('published', some), 'reached', row);
    const { ours, low, high, sample } = ratioOf(parts);
    const values = parts
      .map((_, left) => ratioOf(parts.filter((_, i) => i !== left)))
      .filter((each) => each.sample < sample) // the others omit a jump that is not reached
      .map((each) => each.ours);
    expect(values).toHaveLength(sample);
    const variance = values.reduce((sum, value) => sum + (value - ours) ** 2, 0);
    const half = 1.96 * Math.sqrt(((sample - 1) / sample) * variance);
    expect(((high ?? 0) - (low ?? 0)) / (2 * half)).toBeGreaterThan(0.75);
    expect(((high ?? 0) - (low ?? 0)) / (2 * half)).toBeLessThan(1.25);
  });

  it('opens a jump as a scene that can be replayed', () => {
    const scene = parseTableScene(figures.at(-1)?.opens as object, engine);
    expect(scene.scenario.targets.every(({ motion }) => motion === null)).toBe(true);
    expect(replayHash(engine, scene)).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('Haviland & Corke', () => {
  it.each(['500x1', '30x100'])(
    '%s: means, medians and failures agree on a small sample',
    (variant) => {
      const figures = compute(havilandCorkeTable, variant, 1000);
      expect(figures).toHaveLength(21);
      for (const { row, column, paper, ours } of figures) {
        const slack =
          column === 'failures' ? 4 : column === 'median updates' ? 3 : 0.2 * (paper ?? 0);
        expect(Math.abs(ours - (paper ?? 0)), `${row}, ${column}: ${ours}`).toBeLessThanOrEqual(
          slack,
        );
      }
    },
  );

  it('panda: all sixteen numbers agree, and solutions are within the limits', () => {
    const figures = compute(havilandCorkeTable, 'panda', 1000);
    expect(figures).toHaveLength(16);
    for (const figure of figures)
      expect(['same', 'covered'], `${figure.row}, ${figure.column}: ${figure.ours}`).toContain(
        judgeFigure(figure),
      );
    const scene = parseTableScene(find(figures, 'LM Chan, k 0.1', 'failures').opens, engine);
    expect(scene.scenario.run.restarts).toMatchObject({ most: 99, outside: 'wrap' });
    expect(scene.scenario.limitPolicy).toBe('ignore');
    const lab = engine.open(scene);
    while (!lab.advance()) {}
    scene.scenario.methods.forEach((_, panel) => {
      expect(lab.status(panel).stop).toBe('reached');
      scene.tree.joints.forEach(({ limits }, i) => {
        const angle = lab.angles(panel)[i] ?? Number.NaN;
        expect(angle).toBeGreaterThanOrEqual(limits?.[0] ?? Number.NaN);
        expect(angle).toBeLessThanOrEqual(Math.min(Math.PI, limits?.[1] ?? Number.NaN));
      });
    });
    lab.close();
  });

  it('null space: with the formulas Σ and J_m all numbers agree', () => {
    const figures = compute(havilandCorkeNullSpaceTable, 'panda', 200);
    expect(figures).toHaveLength(32);
    const off = figures.filter((each) => !['same', 'covered'].includes(judgeFigure(each)));
    expect(off.map(({ row, column, ours }) => `${row}, ${column}: ${ours}`)).toEqual([]);
    const rows = ['Newton-Raphson, J⁺', 'LM Chan, k 0.1'].map((row) =>
      find(figures, `${row}, Σ`, 'mean updates'),
    );
    // Σ of this size makes Newton-Raphson restart twice as often (138 updates without it)
    expect(rows[0]?.ours).toBeGreaterThan(250);
    expect(rows[1]?.ours).toBeLessThan(60);
  });
});

describe('QuIK on the KR6', () => {
  it('has the printed failure rates within its intervals, and twice as many failures of Newton-Raphson', () => {
    const figures = compute(quikTables, 'table-2', 2000);
    const failures = (row: string): PublishedFigure => find(figures, row, 'failures');
    // 2000 poses distinguish a thousandth from a hundredth
    for (const row of ['QuIK', 'DQuIK', 'Newton-Raphson']) {
      const { paper, low, high } = failures(row);
      expect(low, row).toBeLessThanOrEqual(paper ?? Number.NaN);
      expect(high, row).toBeGreaterThanOrEqual(paper ?? Number.NaN);
    }
    expect(failures('Newton-Raphson').ours).toBeGreaterThan(2 * failures('QuIK').ours);
  });

  it('has the ten medians of figure 3, with a higher order for QuIK', () => {
    const figures = compute(quikTables, 'figure-3', 20_000);
    expect(figures).toHaveLength(10);
    for (const each of figures) {
      expect(['same', 'covered']).toContain(judgeFigure(each));
      expect(Math.abs(each.ours - (each.paper ?? Number.NaN))).toBeLessThan(0.3);
    }
    const exponent = (k: number) =>
      find(figures, 'QuIK', `log₁₀ of the median ‖e‖, update ${k}`).ours;
    expect(exponent(3) / exponent(2)).toBeGreaterThan(2.4);
  });
});

describe('KDL’s column in the table of TRAC-IK', () => {
  it('agrees on four robots, within the interval of 300 poses and 3 points', () => {
    for (const { row, column, paper, low, high } of compute(kinematicDesignTable, 'kdl', 300)) {
      expect((low ?? 100) - 3, `${row}, ${column}`).toBeLessThanOrEqual(paper ?? Number.NaN);
      expect((high ?? 0) + 3, `${row}, ${column}`).toBeGreaterThanOrEqual(paper ?? Number.NaN);
    }
  });
});
