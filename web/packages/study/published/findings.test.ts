/** Each sentence of the findings, checked against the records. */

import { testEngine } from '@iklab/core/engine/testing';
import { type ScenarioPreset, scenarioPreset } from '@iklab/core/scenario/presets';
import { expect, test } from 'vitest';
import { replicationFindings } from './findings.ts';
import jumps from './printed/bussKimJumps.json' with { type: 'json' };
import type { PublishedFigure } from './publishedTable.ts';
import { publishedTables } from './publishedTables.ts';
import { recordMethodRun } from './recordMethodRun.ts';
import { judgeFigure } from './replicationVerdict.ts';

const engine = await testEngine();
const tableOf = (id: string) => {
  const table = publishedTables.find((each) => each.id === id);
  if (!table) throw new Error(`no table ${id}`);
  return table;
};
const compute = (id: string, variant: string): readonly PublishedFigure[] => {
  const table = tableOf(id);
  return table.figures(
    variant,
    table.parts(variant, 0).map((part) => table.work(part, engine)),
  );
};
const restOf = (lead: string): string =>
  replicationFindings.find((each) => each.lead.startsWith(lead))?.rest ?? '';

test('there are at most four, each for an existing table and variant', () => {
  expect(replicationFindings.length).toBeLessThanOrEqual(4);
  for (const { table, variant } of replicationFindings)
    expect(tableOf(table).variants.map(({ id }) => id)).toContain(variant);
});

test('figure 3 is reproduced with the clamps of the program, but not with those of the text', () => {
  const against = (variant: string) =>
    compute('buss-kim-figure-3', variant)
      .filter(({ column }) => column === 'against DLS′')
      .map(judgeFigure);
  expect(against('published')).toEqual(Array(5).fill('same'));
  expect(against('paper')).toEqual(Array(5).fill('off'));
  expect(restOf('Buss & Kim’s figure 3')).toMatch(
    /program’s clamps reproduce all five shares .* clamps of the text reproduce none/,
  );
});

test('only Na, Yang and Jia’s own Jacobian ends at their printed angles', () => {
  const cases = (variant: string): number[] => {
    const angles = compute('na-yang-jia-tables', variant).filter((each) =>
      each.column.startsWith('DLS θ'),
    );
    expect(angles).toHaveLength(42);
    return Array.from({ length: 6 }, (_, i) =>
      Math.max(
        ...angles.slice(7 * i, 7 * i + 7).map(({ paper, ours }) => Math.abs(ours - (paper ?? 0))),
      ),
    );
  };
  expect(Math.max(...cases('their-jacobian'))).toBeLessThan(0.3);
  expect(cases('true').filter((most) => most > 80)).toHaveLength(3);
  expect(restOf('Na, Yang')).toMatch(
    /Their Jacobian .* all 42 .* 0\.3°; .* three of six cases end more than 80°/,
  );
});

test('five links have a singular JᵀJ, yet the printed trace is reproduced', () => {
  const { document } = scenarioPreset('tabaczynski-5-link') as ScenarioPreset;
  const { angles } = recordMethodRun(document, engine, 0);
  const [start = []] = angles;
  const lengths = [2, 1, 1.5, 2.5, 0.7];
  const directions = [...start].map((_, j) => [...start].slice(0, j + 1).reduce((a, b) => a + b));
  // column j: the links from j on, rotated by 90°
  const columns = lengths.map((_, j) => {
    const from = lengths.slice(j).map((length, k) => [length, directions[j + k] ?? 0] as const);
    return [
      from.reduce((sum, [length, angle]) => sum - length * Math.sin(angle), 0),
      from.reduce((sum, [length, angle]) => sum + length * Math.cos(angle), 0),
    ] as const;
  });
  // all columns lie in two dimensions: every minor of 3 × 3 of JᵀJ is zero
  const gram = columns.map(([a, b]) => columns.map(([c, d]) => a * c + b * d));
  const at = (i: number, j: number): number => gram[i]?.[j] ?? 0;
  const minor = (i: number, j: number, k: number): number =>
    at(i, i) * (at(j, j) * at(k, k) - at(j, k) * at(k, j)) -
    at(i, j) * (at(j, i) * at(k, k) - at(j, k) * at(k, i)) +
    at(i, k) * (at(j, i) * at(k, j) - at(j, j) * at(k, i));
  const scale = Math.max(...gram.flat()) ** 3;
  for (const [i, j, k] of [
    [0, 1, 2],
    [1, 2, 3],
    [2, 3, 4],
    [0, 2, 4],
  ] as const)
    expect(Math.abs(minor(i, j, k)) / scale).toBeLessThan(1e-12);
  expect(columns).toHaveLength(5);
  const trace = compute('tabaczynski-table-4.4', 'printed').filter(({ row }) =>
    row.startsWith('5 links, trace of truncated, line'),
  );
  expect(trace).toHaveLength(42);
  expect(trace.map(judgeFigure)).toEqual(Array(42).fill('same'));
  expect(restOf('Tabaczynski')).toContain('all 42 numbers of his trace');
});

test('DLS continues for hundreds of updates that the printed stop rule would not allow', () => {
  const row = jumps.printed.missed.rows.find(({ name }) => name === 'not reached, DLS');
  const [coarse = 0, fine = 0] = (row?.cells.slice(4) ?? []) as number[];
  const updates = fine - coarse;
  expect(updates.toFixed(1)).toBe('539.5');
  const each = (0.001 - 0.0001) / updates;
  expect(each).toBeLessThan(0.000002);
  expect(restOf('Buss & Kim’s stop rule')).toContain(`needs ${updates.toFixed(1)} updates`);
});
