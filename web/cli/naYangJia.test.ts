/**
 * Na, Yang and Jia, table II, through the command line: the end poses of plain DLS and of
 * their improved DLS, with their Jacobian and the exact one; and QP in the same cases.
 */

import { NA_TARGET_CLAMP, naPoseToDegrees, scenarioPreset } from '@iklab/core/scenario/presets';
import { largestLimitViolation as beyond, naYangJiaTableTwoDls } from '@iklab/study/published';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './testCalls.ts';

interface Row {
  readonly panel: number;
  readonly error: number;
  readonly angles: readonly number[];
  readonly stop: string | null;
}

/** Runs a changed preset with `iklab run`, and returns its records. */
async function rows(
  preset: string,
  change: (document: Document) => void = () => undefined,
): Promise<Row[]> {
  const document = structuredClone(scenarioPreset(preset)?.document) as unknown as Document;
  change(document);
  const words = ['run', '-', '--format', 'jsonl'];
  const { status, out, err } = await runCommandLine(words, JSON.stringify(document));
  expect([status, err]).toEqual([0, '']);
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

interface Document {
  limitPolicy?: string;
  methods: object[];
  run: { tolerance: number };
}

/** Returns by how many degrees a pose exceeds the limits of table I, 0 inside them. */
const outside = ({ angles }: Row): number => beyond(naPoseToDegrees(angles));

const cases = naYangJiaTableTwoDls.map((row, i) => [i + 1, row] as const);

describe.each(cases)('table II, case %d', (number, row) => {
  const preset = `na-human-${number}`;
  let made: Row[];
  beforeAll(async () => {
    made = await rows(preset);
  });
  const way = (panel: number) => made.filter((record) => record.panel === panel);
  const end = (panel: number) => way(panel).at(-1) as Row;

  it('DLS reaches the target outside the joint limits, with either Jacobian', () => {
    for (const panel of [0, 1]) {
      expect(end(panel).stop).toBe('reached');
      expect(outside(end(panel))).toBeGreaterThan(3);
    }
  });

  it('DLS with their Jacobian ends at the printed pose, within 0.3°', async () => {
    const way = await rows(preset, (document) => {
      document.run.tolerance = 1e-3;
      document.methods = [{ id: 'na-dls' }];
    });
    naPoseToDegrees((way.at(-1) as Row).angles).forEach((angle, i) => {
      expect(Math.abs(angle - (row[i] ?? 0)), `θ${i + 1}`).toBeLessThan(0.3);
    });
  });

  it('IDLS reaches the target inside the limits, with either Jacobian', () => {
    for (const panel of [2, 3]) {
      expect(end(panel).stop).toBe('reached');
      expect(end(panel).error).toBeLessThanOrEqual(0.01);
      expect(outside(end(panel))).toBeLessThanOrEqual(0.05);
    }
  });

  it('QP stays inside the limits at every update, and reaches the target', async () => {
    const inside = await rows(preset, (document) => {
      document.limitPolicy = 'clamp';
      document.methods = [{ id: 'qp', targetClamp: NA_TARGET_CLAMP }];
    });
    expect(Math.max(...inside.map(outside))).toBeLessThanOrEqual(1e-10);
    expect(inside.at(-1)?.stop).toBe('reached');
  });

  // Degrees, with either Jacobian; in the other cases IDLS stays inside or nearly inside the limits.
  const leaves = new Map([
    [1, 5],
    [3, 40],
  ]).get(number);
  if (leaves) {
    it('IDLS exceeds the limits before it ends', () => {
      for (const panel of [2, 3]) {
        expect(Math.max(...way(panel).map(outside))).toBeGreaterThan(leaves);
      }
    });
  }
});
