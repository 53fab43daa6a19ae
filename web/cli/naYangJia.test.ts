/**
 * Na, Yang and Jia, table II, through the command line: where plain DLS and
 * their improved DLS end, with their Jacobian and with the true one; and QP on the same cases.
 */

import { degreesOutside as beyond, tableTwoDls } from '@iklab/study';
import { naClamp, scenarioPreset, toPrinted } from 'iklab/scenario';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandResult } from './testCalls.ts';

interface Row {
  readonly panel: number;
  readonly error: number;
  readonly angles: readonly number[];
  readonly stop: string | null;
}

/** The preset, changed, through `iklab run`. */
async function rows(
  preset: string,
  change: (document: Document) => void = () => undefined,
): Promise<Row[]> {
  const document = structuredClone(scenarioPreset(preset)?.document) as unknown as Document;
  change(document);
  const words = ['run', '-', '--format', 'jsonl'];
  const { status, out, err } = await commandResult(words, JSON.stringify(document));
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

/** Degrees by which a pose leaves the limits of table I, 0 inside. */
const outside = ({ angles }: Row): number => beyond(toPrinted(angles));

const cases = tableTwoDls.map((row, i) => [i + 1, row] as const);

describe.each(cases)('table II, case %d', (number, row) => {
  const preset = `na-human-${number}`;
  let made: Row[];
  beforeAll(async () => {
    made = await rows(preset);
  });
  const way = (panel: number) => made.filter((record) => record.panel === panel);
  const end = (panel: number) => way(panel).at(-1) as Row;

  it('DLS reaches the target outside the limits, with either Jacobian', () => {
    for (const panel of [0, 1]) {
      expect(end(panel).stop).toBe('reached');
      expect(outside(end(panel))).toBeGreaterThan(3);
    }
  });

  it('DLS with their Jacobian ends where it is printed, to 0.3°', async () => {
    const way = await rows(preset, (document) => {
      document.run.tolerance = 1e-3;
      document.methods = [{ id: 'na-dls' }];
    });
    toPrinted((way.at(-1) as Row).angles).forEach((angle, i) => {
      expect(Math.abs(angle - (row[i] ?? 0)), `θ${i + 1}`).toBeLessThan(0.3);
    });
  });

  it('IDLS ends inside them and at the target, with either Jacobian', () => {
    for (const panel of [2, 3]) {
      expect(end(panel).stop).toBe('reached');
      expect(end(panel).error).toBeLessThanOrEqual(0.01);
      expect(outside(end(panel))).toBeLessThanOrEqual(0.05);
    }
  });

  it('QP is inside at every update, and as near as it can come', async () => {
    const inside = await rows(preset, (document) => {
      document.limitPolicy = 'clamp';
      document.methods = [{ id: 'qp', targetClamp: naClamp }];
    });
    expect(Math.max(...inside.map(outside))).toBeLessThanOrEqual(1e-10);
    expect(inside.at(-1)?.stop).toBe('reached');
  });

  // degrees, with either Jacobian; in the other cases it stays inside, or nearly so
  const leaves = new Map([
    [1, 5],
    [3, 40],
  ]).get(number);
  if (leaves) {
    it('IDLS leaves the limits on its way', () => {
      for (const panel of [2, 3]) {
        expect(Math.max(...way(panel).map(outside))).toBeGreaterThan(leaves);
      }
    });
  }
});
