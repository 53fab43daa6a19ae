/** The misprints that the pages name, computed another way. */

import { testEngine } from '@iklab/core/engine/testing';
import { type ScenarioPreset, scenarioPreset } from '@iklab/core/scenario/presets';
import { describe, expect, it } from 'vitest';
import {
  barelyExplainedComfortRows,
  comfortRoundingBound,
  dampingAtUpperLimit,
  naYangJiaMisprints,
  printedRowsBeyondLimits,
  unexplainedComfortRows,
} from './naYangJiaMisprints.ts';
import {
  naYangJiaTableFourPairs,
  naYangJiaTableThreePairs,
  naYangJiaTableTwoDls,
  naYangJiaTableTwoImproved,
  PRINTED_COMFORT_POSE,
  type PrintedJointValues,
} from './naYangJiaRows.ts';
import { recordMethodRun } from './recordMethodRun.ts';
import { longestPrintedJointStep } from './tabaczynskiCountsTable.ts';

const DEGREE = Math.PI / 180;
type Vec = readonly [number, number, number];
const turn = ([x, y, z]: Vec, axis: number, degrees: number): Vec => {
  const [c, s] = [Math.cos(degrees * DEGREE), Math.sin(degrees * DEGREE)];
  if (axis === 0) return [x, c * y - s * z, s * y + c * z];
  if (axis === 1) return [c * x + s * z, y, c * z - s * x];
  return [c * x - s * y, s * x + c * y, z];
};
/** From the hand back to the shoulder: each link is added, then rotated by the joints before it. */
function tip([t1, t2, t3, t4, t5, t6, t7]: PrintedJointValues): Vec {
  let at: Vec = [7.14, 0, 0];
  at = turn(turn(at, 1, t6), 2, t7);
  at = [at[0] + 11.06, at[1], at[2]];
  at = turn(turn(at, 0, t4), 1, t5);
  at = [at[0] + 10.86, at[1], at[2]];
  return turn(turn(turn(at, 0, t1), 1, t2), 2, t3);
}

const pairs = [...naYangJiaTableThreePairs, ...naYangJiaTableFourPairs];
const poses = [
  ...naYangJiaTableTwoDls,
  ...naYangJiaTableTwoImproved,
  ...pairs.flatMap(({ first, second }) => [first, second]),
];

describe('Na, Yang and Jia', () => {
  it('have a J of rank 3 at all 36 printed poses', () => {
    expect(poses).toHaveLength(36);
    for (const pose of poses) {
      const step = 1e-4;
      const columns = pose.map((_, j) => {
        const [more, less] = [step, -step].map((by) =>
          tip(
            pose.map((angle, i) => (i === j ? angle + by : angle)) as unknown as PrintedJointValues,
          ),
        ) as [Vec, Vec];
        return more.map((x, i) => (x - (less[i] as number)) / (2 * step * DEGREE));
      });
      const gram = (p: number, q: number): number =>
        columns.reduce((sum, column) => sum + (column[p] as number) * (column[q] as number), 0);
      const [a, b, c, e, f, i] = [
        gram(0, 0),
        gram(0, 1),
        gram(0, 2),
        gram(1, 1),
        gram(1, 2),
        gram(2, 2),
      ];
      const volume = a * (e * i - f * f) - b * (b * i - f * c) + c * (b * f - e * c);
      expect(volume / (a + e + i) ** 3).toBeGreaterThan(1e-4);
    }
  });

  it('reach the targets of tables III and IV with both printed rows of a pair, within 0.25', () => {
    for (const { target, first, second } of pairs)
      for (const row of [first, second])
        expect(Math.hypot(...tip(row).map((x, i) => x - (target[i] as number)))).toBeLessThan(0.25);
  });

  it('print two values of l_comf that no rounding of the angles explains (25 000 samples per row)', () => {
    expect(unexplainedComfortRows.map(({ printed }) => printed)).toEqual([144.7, 110.1]);
    expect(barelyExplainedComfortRows.map(({ printed }) => printed)).toEqual([83.1, 137.2]);
    let seed = 1;
    const random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647 - 0.5;
    };
    for (const { row, printed } of [...unexplainedComfortRows, ...barelyExplainedComfortRows]) {
      let nearest = Number.POSITIVE_INFINITY;
      for (let draw = 0; draw < 25_000; draw++) {
        const drawn = row.map(
          (angle, i) => angle + random() * (i === 4 && Number.isInteger(angle) ? 1 : 0.1),
        );
        const sum = drawn.reduce(
          (all, angle, i) => all + (angle - (PRINTED_COMFORT_POSE[i] ?? 0)) ** 2,
          0,
        );
        nearest = Math.min(nearest, Math.abs(Math.sqrt(sum) - printed) - 0.05);
      }
      expect(nearest <= 0.02, `${printed}: ${nearest}`).toBe(printed === 83.1 || printed === 137.2);
      expect(comfortRoundingBound(row)).toBeGreaterThan(0.1);
    }
  });

  it('violate the limits in four rows of table IV, and damp little near a limit', () => {
    expect(printedRowsBeyondLimits.map(({ row }) => [row[1], row[5]])).toEqual([
      [55.6, -12.6],
      [55.9, -8.6],
      [-1, 96.9],
      [0.4, 94.5],
    ]);
    // flexions: comfort 3 in −100 to 50, and −23 in −150 to 0
    expect(dampingAtUpperLimit(1, 8)).toBeCloseTo((94 / 150) ** 8, 12);
    expect(dampingAtUpperLimit(4, 8)).toBeCloseTo((46 / 150) ** 8, 12);
  });

  it('have misprints whose numbers are in the sentences', () => {
    const text = naYangJiaMisprints().join('\n');
    for (const words of ['θ2 55.6 > 50', 'θ6 94.5 > 90', '144.7, with (15) 144.1', 'θ7 83.3 > 60'])
      expect(text).toContain(words);
  });
});

describe('Tabaczynski', () => {
  it('prints a first step that follows σ² + λ, not σ² + λ²', async () => {
    const engine = await testEngine();
    const first = (lambda: number): string[] => {
      const { document } = scenarioPreset('tabaczynski-5-link') as ScenarioPreset;
      const method = { id: 'tabaczynski-dls', params: { lambda }, maxStep: Math.PI / 4 };
      const { angles } = recordMethodRun({ ...document, methods: [method] }, engine, 1);
      return [...(angles[1] ?? [])].map((angle, j) => (angle - (angles[0]?.[j] ?? 0)).toFixed(4));
    };
    const printed = ['-0.0515', '-0.0782', '-0.0991', '-0.0602', '0.0216'];
    expect(first(Math.sqrt(1.1))).toEqual(printed);
    expect(first(1.1)).not.toEqual(printed);
  });

  it('prints a step whose norm is above π/4', () => {
    // the second row of §4.1
    const step = [0.574, 0.5341, -0.0189, -0.3098, 0.2384];
    expect(longestPrintedJointStep()).toBeCloseTo(
      Math.sqrt(step.reduce((sum, x) => sum + x * x, 0)),
      12,
    );
    expect(longestPrintedJointStep()).toBeGreaterThan(Math.PI / 4);
  });
});
