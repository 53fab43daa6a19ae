/** Printed numbers of the papers against our results. */

import { resolveCitedPaper } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import { faultsText } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { describe, expect, it } from 'vitest';
import { bussKimSharesTable } from './bussKimSharesTable.ts';
import { naYangJiaTables } from './naYangJiaTables.ts';
import type { PublishedFigure, PublishedTable } from './publishedTable.ts';
import { papersInNote, publishedTables } from './publishedTables.ts';
import {
  isFigureDeviating,
  isFigurePrinted,
  judgeFigure,
  replicationVerdictText,
  verdictTextWithoutDeviation,
} from './replicationVerdict.ts';
import { tabaczynskiCountsTable } from './tabaczynskiCountsTable.ts';

const engine = await testEngine();

const known = new Map<string, readonly PublishedFigure[]>();

/** Computed once per variant and sample. */
function compute(
  { id }: PublishedTable,
  variant: string,
  sample?: number,
): readonly PublishedFigure[] {
  const table = publishedTables.find((each) => each.id === id) as PublishedTable;
  const key = JSON.stringify([id, variant, sample]);
  const before = known.get(key);
  if (before) return before;
  // cloned, as from a worker
  const results = table
    .parts(variant, sample ?? table.sample.quick)
    .map((part) => table.work(part, engine));
  const figures = table.figures(variant, structuredClone(results));
  known.set(key, figures);
  return figures;
}
const off = (figures: readonly PublishedFigure[]) =>
  figures
    .filter((each) => judgeFigure(each) === 'off')
    .map(({ row, column }) => `${row}: ${column}`);
const FEW = 10; // runs
const judgedCount = (figures: readonly PublishedFigure[]) =>
  figures.filter((each) => each.paper !== null && !each.unjudged).length;

describe('numbers side by side', () => {
  it('numbers in a grid have distinct cells, and cells below one heading are from one run', () => {
    const placed = compute(naYangJiaTables, 'their-jacobian').filter(({ place }) => place);
    // 6 rows of table II with 7 + 2 numbers, 12 pairs of tables III and IV with 2 per row
    expect(placed).toHaveLength(6 * 9 + 24 * 2);
    const cells = placed.map(({ place }) => JSON.stringify(Object.values(place ?? {})));
    expect(new Set(cells).size).toBe(placed.length);
    const runs = new Map<string, Set<string>>();
    for (const { place, opens } of placed) {
      const key = `${place?.group} ${place?.line} ${place?.over}`;
      runs.set(key, (runs.get(key) ?? new Set()).add(JSON.stringify(opens)));
    }
    expect([...runs.values()].map(({ size }) => size)).toEqual(Array(36).fill(1));
  });
});

describe('figure 3 of Buss & Kim', () => {
  const over = (figures: readonly PublishedFigure[], column: string) =>
    figures.filter((each) => each.column === column);

  it('the published variant agrees, except for the incomplete row', () => {
    const figures = compute(bussKimSharesTable, 'published');
    expect(judgedCount(over(figures, 'against DLS′'))).toBe(5);
    expect(judgedCount(over(figures, 'against DLS'))).toBe(3);
    expect(off(figures)).toEqual(['SDLS nearer at 3 or 4 of 4 tips: against DLS']);
    const sum = over(figures, 'against DLS').find(
      ({ row }) => row === 'SDLS nearer at 3 or 4 of 4 tips',
    );
    expect(Math.abs((sum?.ours ?? 0) - (sum?.paper ?? 0))).toBeLessThan(1.5);
    expect([sum?.low, sum?.high].map((end) => (end ?? 76) > 76)).toEqual([false, true]);
  });

  it.each(['paper', 'repaired'])(
    'the variant %s does not agree, and its shares add up to 100 %',
    (id) => {
      const figures = compute(bussKimSharesTable, id);
      expect(off(over(figures, 'against DLS′')).length).toBeGreaterThan(0);
      for (const column of ['against DLS′', 'against DLS']) {
        const single = over(figures, column).filter(({ row }) => / at \d of 4 tips$/.test(row));
        expect(single.reduce((sum, { ours }) => sum + ours, 0)).toBeCloseTo(100, 9);
      }
    },
  );
});

/**
 * DLS of his listing, λ² = 1.1, |Δe| ≤ 0.7, |Δθ| ≤ π/4: the update at whose start the tip is
 * within 0.01 of (2, 2).
 */
function countByListing(links: readonly number[], start: readonly number[]): number {
  let theta = [...start];
  for (let k = 1; k < 1000; k++) {
    let [angle, x, y] = [0, 0, 0];
    const joints = links.map((length, j) => {
      const at = [x, y] as const;
      angle += theta[j] ?? 0;
      x += length * Math.cos(angle);
      y += length * Math.sin(angle);
      return at;
    });
    const away = Math.hypot(2 - x, 2 - y);
    if (away <= 0.01) return k;
    const shrink = Math.min(1, 0.7 / away);
    const [ex, ey] = [shrink * (2 - x), shrink * (2 - y)];
    const columns = joints.map(([px, py]) => [py - y, x - px] as const);
    const sum = (of: (column: readonly [number, number]) => number) =>
      columns.reduce((all, column) => all + of(column), 1.1);
    const [a, d] = [sum(([cx]) => cx * cx), sum(([, cy]) => cy * cy)];
    const b = sum(([cx, cy]) => cx * cy) - 1.1;
    const det = a * d - b * b;
    const [wx, wy] = [(d * ex - b * ey) / det, (a * ey - b * ex) / det];
    const step = columns.map(([cx, cy]) => cx * wx + cy * wy);
    const scale = Math.min(1, Math.PI / 4 / Math.max(...step.map(Math.abs)));
    theta = theta.map((value, j) => value + scale * (step[j] ?? 0));
  }
  return Number.NaN;
}

describe('Tabaczynski', () => {
  const figures = compute(tabaczynskiCountsTable, 'printed');

  it('reproduces all twelve counts, all 138 numbers of the traces and both final errors', () => {
    expect(judgedCount(figures)).toBe(12 + 138 + 4);
    expect(off(figures)).toEqual([]);
  });

  it('needs about ten updates of DLS for eight links, but more than the printed four of the transpose', () => {
    const [transpose, dls] = figures.filter(({ row }) => row.startsWith('8 links'));
    expect([transpose?.paper, dls?.paper]).toEqual([4, 10]);
    expect([transpose?.sample, dls?.unjudged]).toEqual([101, true]);
    expect(dls?.ours).toBeGreaterThanOrEqual(9);
    expect(dls?.ours).toBeLessThanOrEqual(11);
    expect(transpose?.low).toBeGreaterThan(4);
    // the chain that it opens, with the formulas of his listing
    const { tree, start } = (dls as PublishedFigure).opens as {
      tree: { planar: { links: number[] } };
      start: number[];
    };
    expect([tree.planar.links.length, start.length]).toEqual([8, 8]);
    expect(tree.planar.links.every((length) => length >= 0.7 && length <= 2.5)).toBe(true);
    expect(countByListing(tree.planar.links, start)).toBe(dls?.ours);
  });

  it('settles sooner with DLS than with the transpose if the target is out of reach', () => {
    for (const row of ['2 links, too far', '2 links, too close']) {
      const [truncated, transpose, dls] = figures.filter((each) => each.row === row);
      expect([truncated?.ours, truncated?.paper]).toEqual([Number.NaN, Number.NaN]);
      expect(truncated && replicationVerdictText(truncated)).toBe('never, as printed');
      expect(dls?.ours).toBeLessThan(transpose?.ours ?? 0);
    }
  });
});

describe('Na, Yang and Jia', () => {
  const slips = [
    'off: a misprint: the printed angles give 144.1',
    'off: a misprint: the printed angles give 109.7',
  ];

  it('agrees with their Jacobian, except for misprints and angles that their targets leave open', () => {
    const figures = compute(naYangJiaTables, 'their-jacobian');
    expect(judgedCount(figures)).toBe(3 + 42 + 6 + 24);
    expect(off(figures)).toEqual([]);
    const misprints = figures.filter(
      (each) => isFigureDeviating(each) && each.row.startsWith('IV'),
    );
    expect(misprints.map(verdictTextWithoutDeviation)).toEqual(slips);
    const angles = figures.filter(({ column }) => column.startsWith('DLS θ'));
    const rounded = angles.filter(({ paper, ours }) => ours.toFixed(1) === paper?.toFixed(1));
    expect(angles.filter((each) => judgeFigure(each) === 'same')).toEqual(rounded);
    expect(angles.filter(isFigureDeviating)).toHaveLength(42 - rounded.length);
  });

  it('violates the limits in all six cases with DLS', () => {
    const six = compute(naYangJiaTables, 'their-jacobian').filter(({ row }) =>
      row.includes('of 6'),
    );
    expect(six.map(({ paper }) => paper)).toEqual([6, 6, 6, 6]);
    expect(six.slice(0, 3).map(({ ours }) => ours)).toEqual([6, 6, 6]);
  });

  it('ends elsewhere with the true Jacobian in at least three cases', () => {
    const cases = off(compute(naYangJiaTables, 'true')).map((words) => words.split(':')[0] ?? '');
    const far = new Set(cases.filter((words) => words.startsWith('II,')));
    expect(far.size).toBeGreaterThanOrEqual(3);
  });

  it('is more comfortable centred on the comfort pose than on the middle of the limits', () => {
    const runs = compute(naYangJiaTables, 'their-jacobian').filter(
      ({ row, column }) => row.startsWith('III') && column.endsWith('our run'),
    );
    const values = (centre: string) =>
      runs.filter(({ row }) => row.endsWith(centre)).map(({ ours }) => ours);
    const mean = values('mean');
    expect(values('comfort')).toHaveLength(6);
    values('comfort').forEach((value, i) => {
      expect(value).toBeLessThan(mean[i] ?? 0);
    });
  });
});

describe('every table', () => {
  it.each(publishedTables.map((table) => [table.title, table] as const))(
    '%s: has as many printed numbers as each variant declares',
    (_title, table) => {
      for (const { id, numbers } of table.variants) {
        const figures = compute(table, id, table.sample.quick && FEW);
        expect(figures.filter(isFigurePrinted), id).toHaveLength(numbers);
        expect(table.open !== '').toBe(
          table.variants.some((each) =>
            compute(table, each.id, table.sample.quick && FEW).some(({ unjudged }) => unjudged),
          ),
        );
      }
    },
  );

  it.each(publishedTables.map((table) => [table.title, table] as const))(
    '%s: figures open as valid documents whose notes cite the paper',
    (_title, table) => {
      for (const { id } of table.variants) {
        const documents = new Set(
          compute(table, id, table.sample.quick && FEW).map(({ opens }) => JSON.stringify(opens)),
        );
        for (const text of documents) {
          const parsed = parseScenarioDocument(JSON.parse(text), engine.catalogue);
          if (!parsed.ok) throw new Error(faultsText(parsed.faults));
          const papers =
            Object.keys(JSON.parse(text)).length > 0 ? [resolveCitedPaper(table.source)] : [];
          expect(papersInNote(parsed.value.note)).toEqual(papers);
        }
      }
    },
  );
});
