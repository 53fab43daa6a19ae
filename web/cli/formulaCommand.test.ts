/** `iklab formula`, with a small formula parser of the tests in place of the engine. */
import { writeFileSync } from 'node:fs';
import type { Engine } from '@iklab/core/engine';
import type { FormulaReading } from '@iklab/core/scenario/methods';
import { sampleCatalogue, sampleFormulas, smallDocument } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { useTestFolder } from './study/testRows.ts';
import { type CommandResult, runCommandLine } from './testCalls.ts';

const at = useTestFolder();

const withLines = (text: string, within: boolean): FormulaReading => ({
  ...sampleCatalogue.readFormula(text),
  lines: [
    { line: 2, shape: 'number', size: within ? '1' : '' },
    { line: 5, shape: 'number per joint', size: within ? '25' : '' },
  ],
  cost: within ? { operations: '4 620', allowed: '1 G' } : null,
});
const known = {
  ...sampleCatalogue,
  methods: [],
  readFormula: (text: string, scene?: object) => withLines(text, scene !== undefined),
};
const runFormula = (args: readonly string[], input = ''): Promise<CommandResult> =>
  runCommandLine(args, input, async () => ({ catalogue: known }) as unknown as Engine);

const file = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};

describe('iklab formula', () => {
  test('prints the parameters, and the shape of what each line sets', async () => {
    const { status, out, err } = await runFormula([
      'formula',
      file('mine.ik', sampleFormulas.damped),
    ]);
    expect([status, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      'parameters',
      '  λ      1.1       from 0 to 1000 m  (Damping)',
      '  rule   constant  constant | sigma  (rule)',
      '  often  8         from 2 to 64  (often)',
      'lines',
      '  2  param λ = 1.1 m in 0..1000 log "Damping"  number',
      '  5  Δθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e                 number per joint',
      '',
    ]);
  });

  test('prints sizes and cost for a scene, and reads the formula from standard input', async () => {
    const document = smallDocument({ methods: [{ id: 'formula', params: { text: 'Δθ = J⁺ e' } }] });
    const scene = file('scene.json', JSON.stringify(document));
    const text = sampleFormulas.damped.replaceAll('\n', '\r\n');
    const { status, out, err } = await runFormula(['formula', '-', '--scene', scene], text);
    expect([status, err]).toEqual([0, '']);
    expect(out.split('\n').slice(-4)).toEqual([
      '  2  param λ = 1.1 m in 0..1000 log "Damping"  number            1',
      '  5  Δθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e                 number per joint  25',
      'cost: at most 4 620 operations per update; 1 G are allowed',
      '',
    ]);
  });

  test('reports an error with file, line and column, after printing what could be read', async () => {
    const path = file('bad.ik', sampleFormulas.faulty);
    const { status, out, err } = await runFormula(['formula', path]);
    expect(status).toBe(1);
    expect(out).toMatch(/^lines\n/);
    expect(err).toBe(`${path}:4:17: Unknown name lamda. Did you mean λ?\n`);
    const input = await runFormula(['formula', '-'], sampleFormulas.faulty);
    expect(input.err).toBe('standard input:4:17: Unknown name lamda. Did you mean λ?\n');
  });

  test.each<[string, string | null, string]>([
    ['that does not exist', null, 'no such file'],
    ['that is too long', 'λ'.repeat(5000), 'must be at most 8 KiB (8192 bytes); got more'],
    ['that has too many lines', '\n'.repeat(300), 'must have at most 200 lines; got 300'],
  ])('rejects a file %s', async (name, text, reason) => {
    const path = text === null ? at('nowhere.ik') : file(`${name}.ik`, text);
    const { status, out, err } = await runFormula(['formula', path]);
    expect([status, out, err]).toEqual([1, '', `${path}: ${reason}\n`]);
  });
});
