/**
 * Runs pose by pose, checked against other formulas for forward kinematics and against printed
 * numbers.
 */

import { testEngine } from '@iklab/core/engine/testing';
import { describe, expect, it } from 'vitest';
import { naYangJiaTables } from './naYangJiaTables.ts';
import type { PaperDrawings, PublishedFigure, PublishedTable } from './publishedTable.ts';
import { type RecordedMethodRun, recordMethodRun } from './recordMethodRun.ts';
import { tabaczynskiCountsTable } from './tabaczynskiCountsTable.ts';
import { printedDlsTrace, printedTruncatedTrace } from './tabaczynskiTraces.ts';

const engine = await testEngine();

const compute = (table: PublishedTable, variant: string): readonly PublishedFigure[] =>
  table.figures(
    variant,
    table.parts(variant, 0).map((part) => table.work(part, engine)),
  );
const counts = compute(tabaczynskiCountsTable, 'printed');
const tables = compute(naYangJiaTables, 'their-jacobian');

const of = (figures: readonly PublishedFigure[], row: string, column: string): PublishedFigure =>
  figures.find((each) => each.row === row && each.column.startsWith(column)) as PublishedFigure;
const run = ({ drawings }: PublishedTable, figure: PublishedFigure): RecordedMethodRun =>
  recordMethodRun(figure.opens, engine, (drawings as PaperDrawings).of(figure).most);

const pointAt = (pose: Float64Array | undefined, point: number): number[] => [
  ...(pose ?? []).slice(3 * point, 3 * point + 3),
];
/** x + iy of each joint and of the end effector: sums of e^(i (θ1 + … + θk)). */
function planar(lengths: readonly number[], angles: ArrayLike<number>): [number, number][] {
  const points: [number, number][] = [[0, 0]];
  let turned = 0;
  lengths.forEach((length, k) => {
    turned += angles[k] as number;
    const [x, y] = points[k] as [number, number];
    points.push([x + length * Math.cos(turned), y + length * Math.sin(turned)]);
  });
  return points;
}

describe('Tabaczynski’s chains', () => {
  it.each([
    ['2 links to 10⁻⁷', 'Transpose', [1, 2]],
    ['5 links to 0.01', 'DLS', [2, 1, 1.5, 2.5, 0.7]],
    ['2 links, too close', 'Truncated', [1, 2]],
  ] as const)(
    '%s, %s: every point of every pose agrees with planar forward kinematics',
    (row, column, links) => {
      const { poses, angles, bones } = run(tabaczynskiCountsTable, of(counts, row, column));
      expect(bones).toEqual(links.map((_, k) => [k, k + 1]));
      poses.forEach((pose, k) => {
        planar(links, angles[k] ?? []).forEach(([x, y], point) => {
          const [px, py, pz] = pointAt(pose, point);
          expect(Math.hypot((px as number) - x, (py as number) - y)).toBeLessThan(1e-12);
          expect(pz).toBe(0);
        });
      });
    },
  );

  it('has one pose per update of table 4.4, the last within the tolerance', () => {
    for (const figure of counts.filter(({ row }) => /^[25] links to /.test(row))) {
      const { poses, goals, ended } = run(tabaczynskiCountsTable, figure);
      expect(poses).toHaveLength(figure.paper as number);
      expect(ended).toBe(true);
      const last = poses.at(-1);
      const [x = 0, y = 0] = pointAt(last, (last?.length ?? 0) / 3 - 1);
      const [goal] = goals;
      const off = Math.hypot(x - (goal?.[0] ?? 9), y - (goal?.[1] ?? 9));
      expect(off).toBeLessThanOrEqual(figure.row.endsWith('0.01') ? 0.01 : 1e-7);
    }
  });

  it.each([
    ['5 links to 10⁻⁷', 'Truncated', printedTruncatedTrace],
    ['5 links to 0.01', 'DLS', printedDlsTrace],
  ] as const)('%s, %s: the distances from (2, 2) are the printed ones', (row, column, trace) => {
    const { poses } = run(tabaczynskiCountsTable, of(counts, row, column));
    const printed = trace.map((line) => line.split(' ')[0]);
    const ours = poses.map((pose) => {
      const [x = 0, y = 0] = pointAt(pose, 5);
      return Math.hypot(x - 2, y - 2).toFixed(4);
    });
    expect(ours).toEqual(printed);
  });

  it('stops at the limit of a case that never ends, and reports that it did not end', () => {
    const { poses, ended } = run(
      tabaczynskiCountsTable,
      of(counts, '2 links, too far', 'Truncated'),
    );
    expect(poses).toHaveLength(121);
    expect(ended).toBe(false);
  });

  it('has figures 1 to 13, each for a single case', () => {
    const named = new Map<string, Set<string>>();
    for (const figure of counts) {
      const { poses, motion } = (tabaczynskiCountsTable.drawings as PaperDrawings).of(figure);
      for (const number of [poses, motion].filter(Boolean))
        named.set(
          number,
          (named.get(number) ?? new Set()).add(
            `${figure.row.replace(/ to .*/, '')} ${figure.column}`,
          ),
        );
    }
    const all = Array.from({ length: 13 }, (_, i) => `figure ${i + 1}`);
    expect([...named.keys()].sort()).toEqual(all.sort());
    for (const cases of named.values()) expect(cases.size).toBe(1);
  });
});

type Matrix = readonly (readonly number[])[];
const times = (a: Matrix, b: Matrix): number[][] =>
  a.map((row) => [0, 1, 2].map((j) => row.reduce((sum, x, k) => sum + x * (b[k]?.[j] ?? 0), 0)));
const [rx, ry, rz] = [0, 1, 2].map((axis) => (degrees: number): Matrix => {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
  const rows = [0, 1, 2].map((row) => [0, 1, 2].map((column) => (row === column ? 1 : 0)));
  const set = (row: number, column: number, to: number) => {
    (rows[row] as number[])[column] = to;
  };
  set(i, i, c);
  set(i, j, -s);
  set(j, i, s);
  set(j, j, c);
  return rows;
}) as [(d: number) => Matrix, (d: number) => Matrix, (d: number) => Matrix];

/** Elbow, wrist and fingertip: R_z(θ3) R_y(θ2) R_x(θ1) · R_y(θ5) R_x(θ4) · R_z(θ7) R_y(θ6), bones along x. */
function arm(theta: readonly number[]): number[][] {
  const [t1 = 0, t2 = 0, t3 = 0, t4 = 0, t5 = 0, t6 = 0, t7 = 0] = theta;
  const upper = times(times(rz(t3), ry(t2)), rx(t1));
  const fore = times(upper, times(ry(t5), rx(t4)));
  const hand = times(fore, times(rz(t7), ry(t6)));
  let at = [0, 0, 0];
  return [
    [upper, 10.86],
    [fore, 11.06],
    [hand, 7.14],
  ].map(([turn, length]) => {
    at = at.map((x, i) => x + (length as number) * ((turn as Matrix)[i]?.[0] ?? 0));
    return at;
  });
}

describe('the arm of Na, Yang and Jia', () => {
  it.each([
    ['II, case 1', 'DLS'],
    ['II, case 4', 'IDLS'],
    ['IV, target 6, own weights', 'l_comf'],
  ])(
    '%s, %s: elbow, wrist and fingertip agree with the printed order of rotations',
    (row, column) => {
      const { poses, angles, names } = run(naYangJiaTables, of(tables, row, column));
      const printed = (naYangJiaTables.drawings as PaperDrawings).printed;
      const points = ['elbow-twist', 'wrist-flexion', 'fingertip'].map((name) =>
        names.indexOf(name),
      );
      poses.forEach((pose, k) => {
        arm(printed([...(angles[k] ?? [])])).forEach((place, i) => {
          const point = pointAt(pose, points[i] as number);
          place.forEach((x, axis) => {
            expect(point[axis]).toBeCloseTo(x, 9);
          });
        });
      });
    },
  );

  it('starts at the start of table II and ends within 0.3° of the printed angles', () => {
    const figure = of(tables, 'II, case 1', 'DLS');
    const { angles } = run(naYangJiaTables, figure);
    const { printed, of: drawn } = naYangJiaTables.drawings as PaperDrawings;
    const [first = [], last = []] = [angles[0], angles.at(-1)].map((each) =>
      printed([...(each ?? [])]),
    );
    [0, 3, -13, 90, -2, 0, 0].forEach((angle, j) => {
      expect(first[j]).toBeCloseTo(angle, 9);
    });
    [83.3, 101.8, 44.2, 33.8, -86.2, 8.1, 83.3].forEach((angle, j) => {
      expect(Math.abs((last[j] ?? 0) - angle)).toBeLessThan(0.3);
    });
    expect(drawn(figure).poses).toBe('figures 3 (b) and 4 (a)');
    const same = tables.find(({ opens }) => JSON.stringify(opens) === JSON.stringify(figure.opens));
    expect(drawn(same as PublishedFigure).name).toBe('II, case 1, DLS');
  });
});
