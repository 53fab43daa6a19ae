import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { protocolOf } from '../packages/core/engine/protocolOf.mjs';
import { protocolText } from './protocolText.mjs';
import { root } from './tools.mjs';

const file = (path) => readFileSync(join(root, 'web/packages/core/engine', path));

test('engine/protocol.ts is up to date with the module; otherwise run web/setup/module.mjs', async () => {
  const told = await protocolOf(file('build/iklab.wasm'));
  expect(file('protocol.ts').toString()).toBe(protocolText(told));
});

test('uses TypeScript naming, and breaks lists that are too long for a line', () => {
  const words = { LimitPolicy: ['ignore'], LongWord: ['a'.repeat(50), 'b'.repeat(50)] };
  const text = protocolText({
    words,
    fields: { row: ['x', 'y'] },
    numbers: { maxPanels: 8 },
    solveDefaults: { tolerance: '1e-4' },
  });
  expect(text).toContain("export const LIMIT_POLICIES = ['ignore'] as const;\n");
  expect(text).toContain('export type LimitPolicy = (typeof LIMIT_POLICIES)[number];');
  expect(text).toContain(
    `LONG_WORDS = [\n  '${'a'.repeat(50)}',\n  '${'b'.repeat(50)}',\n] as const;`,
  );
  expect(text).toContain('export const ROW = {\n  x: 0,\n  y: 1,\n} as const;\n');
  expect(text).toContain('export type RowField = keyof typeof ROW;');
  expect(text).toContain('export const MAX_PANELS = 8;');
  expect(text).toContain('export const SOLVE_DEFAULTS = {\n  tolerance: 0.0001,\n} as const;\n');
});
