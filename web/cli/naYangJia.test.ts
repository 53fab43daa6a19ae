/**
 * Na, Yang and Jia, table II, from scenario files through the command line: where plain DLS and
 * their improved DLS end, with their Jacobian and with the true one; and QP on the same cases.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { naClamp, toPrinted } from '../scenario/naYangJia.ts';
import { scenarioPreset } from '../scenario/presets.ts';
import { outside as beyond, tableTwoDls } from '../study/published/naYangJiaRows.ts';

const iklab = fileURLToPath(new URL('./iklab.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'iklab-'));

interface Row {
  readonly panel: number;
  readonly error: number;
  readonly angles: readonly number[];
  readonly stop: string | null;
}

/** The preset, changed, as a file through `iklab run`. */
function rows(preset: string, change: (document: Document) => void = () => undefined): Row[] {
  const document = structuredClone(scenarioPreset(preset)?.document) as unknown as Document;
  change(document);
  const path = join(folder, `${preset}.json`);
  writeFileSync(path, JSON.stringify(document));
  const words = ['run', path, '--format', 'jsonl'];
  const options = { encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const lines = execFileSync(process.execPath, [iklab, ...words], options)
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
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
  const made = rows(preset);
  const way = (panel: number) => made.filter((record) => record.panel === panel);
  const end = (panel: number) => way(panel).at(-1) as Row;

  it('DLS reaches the target outside the limits, with either Jacobian', () => {
    for (const panel of [0, 1]) {
      expect(end(panel).stop).toBe('reached');
      expect(outside(end(panel))).toBeGreaterThan(3);
    }
  });

  it('DLS with their Jacobian ends where it is printed, to 0.3°', () => {
    const [last] = rows(preset, (document) => {
      document.run.tolerance = 1e-3;
      document.methods = [{ id: 'na-dls' }];
    }).slice(-1) as [Row];
    toPrinted(last.angles).forEach((angle, i) => {
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

  it('QP is inside at every update, and as near as it can come', () => {
    const inside = rows(preset, (document) => {
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
