/** Formulas run from the command line, beside the methods of a document. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useTestFolder } from './study/testRows.ts';
import { runCommandLine } from './testCalls.ts';
import { makePresetDocumentText, splitNonEmptyLines } from './testLaunch.ts';

const at = useTestFolder();
const file = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};
const damped = `# Damped least squares
param λ = 1.1 m in 0..1000 log "Damping"
Δθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e
`;
const records = async (...args: readonly string[]) => {
  const run = ['run', '-', '--updates', '5', '--format', 'jsonl', ...args];
  const { status, out, err } = await runCommandLine(run, makePresetDocumentText('double-y'));
  expect([status, err]).toEqual([0, '']);
  return splitNonEmptyLines(out).map((line) => JSON.parse(line));
};

test('iklab study sweeps a parameter of a formula, with its label and its shown value in the rows', async () => {
  const text = `${damped}show λ "Its damping"\n`;
  const study = {
    iklabStudy: 1,
    scenario: {
      preset: 'planar-3-link',
      methods: [{ id: 'formula', label: 'Mine', params: { text } }],
      run: { mode: 'converge', maxUpdates: 100 },
    },
    sampling: { kind: 'reachable' },
    sweep: [{ path: 'methods[0].params.λ', from: 0.1, to: 0.3, count: 2 }],
    count: 40,
  };
  const asked = (...more: readonly string[]) =>
    runCommandLine(['study', '-', '--jobs', '2', ...more], JSON.stringify(study));
  const csv = await asked('--format', 'csv');
  expect(csv.status).toBe(0);
  const [heads = '', ...rows] = splitNonEmptyLines(csv.out).filter((line) => !line.startsWith('#'));
  const names = heads.split(',');
  expect(names.slice(0, 3)).toEqual(['method', 'label', 'methods[0].params.λ']);
  expect(names.at(-1)).toBe('shown.Its damping');
  expect(rows).toHaveLength(80);
  for (const row of rows.map((each) => each.split(',')))
    expect(row).toEqual(['formula', 'Mine', row.at(-1), ...row.slice(3)]);
  const table = await asked('--format', 'table');
  expect([table.status, table.out]).toEqual([0, expect.stringContaining('Mine, λ 0.1')]);
});

describe('iklab run --formula', () => {
  test('adds one panel per option, labelled with the file name; --method keeps other panels', async () => {
    const [mine, other] = [file('mine.ik', damped), file('other', 'Δθ = J⁺ e')];
    const all = await records('--formula', mine, '--formula', other);
    const names = all.map(({ panel, method, label }) => `${panel} ${method} ${label}`);
    expect([...new Set(names)].slice(4)).toEqual(['4 formula mine', '5 formula other']);
    const kept = await records('--formula', mine, '--method', 'sdls');
    expect([...new Set(kept.map(({ panel }) => panel))]).toEqual([3, 4]);
  });

  test('writes the shown values of each method by name, in JSON lines and CSV', async () => {
    const path = file('shows.ik', `${damped}show ‖Δθ‖ "Step, whole" rad\nshow k\nshow σ\n`);
    const methods = [{ id: 'dls', params: { lambda: 0.4 }, maxStep: null }, { id: 'sdls' }];
    const args = ['run', '-', '--updates', '6', '--formula', path, '--format'];
    const told = await runCommandLine([...args, 'jsonl'], makePresetDocumentText('y', { methods }));
    const all = splitNonEmptyLines(told.out).map((line) => JSON.parse(line));
    expect(all).toHaveLength(18);
    for (const { panel, update, step, shown } of all) {
      if (panel === 0) expect(shown).toEqual({ lambda: 0.4 });
      if (panel === 1) expect(shown).toBeUndefined();
      if (panel !== 2) continue;
      expect(Object.keys(shown)).toEqual(['Step, whole', 'k']);
      expect([shown.k, shown['Step, whole']]).toEqual([
        update,
        expect.closeTo(Math.hypot(...step), 12),
      ]);
    }
    const { out } = await runCommandLine(
      [...args, 'csv'],
      makePresetDocumentText('y', { methods }),
    );
    const [head = '', first = '', second = '', third = ''] = splitNonEmptyLines(out);
    expect(head).toMatch(/,restarts,shown\.lambda,"shown\.Step, whole",shown\.k,cause,causeJoint$/);
    expect(first).toMatch(/,0\.4,,,,$/);
    expect(second).toMatch(/,,,,,$/);
    expect(third).toMatch(/,,0\.\d+,1,,$/);
  });

  test('matches the built-in DLS bit for bit, when its formula is written out', async () => {
    const document = makePresetDocumentText('double-y', { methods: [{ id: 'dls' }] });
    const args = ['run', '-', '--updates', '20', '--format', 'jsonl'];
    const run = [...args, '--formula', file('dls.ik', damped)];
    const { status, out } = await runCommandLine(run, document);
    expect(status).toBe(0);
    const all = splitNonEmptyLines(out).map((line) => JSON.parse(line));
    const steps = (panel: number) =>
      all.filter((record) => record.panel === panel).map(({ step }) => step);
    expect(steps(1)).toHaveLength(20);
    expect(steps(1)).toEqual(steps(0));
  });

  test('reports an error in a formula with file, line and column', async () => {
    const path = file('bad.ik', `${damped}Δθ = lamda e\n`);
    const { status, out, err } = await runCommandLine(
      ['run', '-', '--formula', path],
      makePresetDocumentText('double-y'),
    );
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(/^\S+bad\.ik:4:6: Unknown name lamda\./);
  });

  test('reports an error in a formula of a document with its field and line', async () => {
    const methods = [{ id: 'formula', params: { text: 'a = 1\nΔθ = lamda e' } }];
    const { status, err } = await runCommandLine(
      ['hash', '-'],
      makePresetDocumentText('y', { methods }),
    );
    expect(status).toBe(1);
    expect(err).toMatch(/^methods\[0\]\.params\.text: line 2: Unknown name lamda\./);
  });
});

describe('a document with a formula', () => {
  const methods = [{ id: 'formula', label: 'Mine', params: { text: damped, λ: 0.5 } }];
  const document = makePresetDocumentText('double-y', { methods });

  test('is restored from a link, with the same hash', async () => {
    const link = await runCommandLine(['link', '-'], document);
    const { out } = await runCommandLine(['open', link.out.trim()]);
    expect(JSON.parse(out).methods).toEqual(methods);
    const [a, b] = [
      await runCommandLine(['hash', '-'], document),
      await runCommandLine(['hash', '-'], out),
    ];
    expect(a.out).toMatch(/^[0-9a-f]{16}\n$/);
    expect(b.out).toBe(a.out);
  });

  test('gives the same study rows with one and with two jobs', async () => {
    const study = JSON.stringify({
      iklabStudy: 1,
      scenario: JSON.parse(makePresetDocumentText('arm-6', { methods, run: { mode: 'converge' } })),
      sampling: { kind: 'reachable' },
      sweep: [{ path: 'methods[0].params.λ', from: 0.05, to: 0.5, count: 3 }],
      count: 20,
    });
    const path = file('study.json', study);
    const rows = async (jobs: string) => {
      const out = at(`rows-${jobs}.csv`);
      const told = await runCommandLine(['study', path, '--jobs', jobs, '--out', out]);
      expect(told.status).toBe(0);
      return out;
    };
    const [one, two] = [await rows('1'), await rows('2')].map((each) => readFileSync(each, 'utf8'));
    expect(two).toBe(one);
    expect(splitNonEmptyLines(one ?? '')[0]).toContain('methods[0].params.λ');
    expect(splitNonEmptyLines(one ?? '')).toHaveLength(1 + 60);
  });
});

test('iklab formula prints shapes without a scene, and also sizes and cost with one', async () => {
  const path = file('shapes.ik', damped);
  const alone = await runCommandLine(['formula', path]);
  expect([alone.status, alone.err]).toEqual([0, '']);
  expect(alone.out).toMatch(/Δθ = .* joints/);
  expect(alone.out).not.toContain('cost');
  const scene = file('scene.json', makePresetDocumentText('double-y'));
  const within = await runCommandLine(['formula', path, '--scene', scene]);
  expect(within.out).toMatch(/Δθ = .* joints +25$/m);
  expect(within.out).toMatch(/^cost: at most .+ operations per update; .+$/m);
});

describe('iklab formula --agree', () => {
  const agree = (text: string, method: string, ...more: readonly string[]) =>
    runCommandLine(
      ['formula', file('own.ik', text), '--scene', '-', '--agree', method, ...more],
      makePresetDocumentText('double-y'),
    );

  test('reports that a formula agrees with a built-in method bit for bit', async () => {
    const { status, out } = await agree(damped, 'dls');
    expect([status, splitNonEmptyLines(out).at(-1)]).toEqual([
      0,
      'agrees with the built-in dls exactly over 60 updates',
    ]);
  });

  test('reports the first update that differs, with status 1', async () => {
    const { status, err } = await agree('Δθ = Jᵀe / σ[1]²', 'dls');
    expect(status).toBe(1);
    expect(err).toContain('own.ik: differs from the built-in dls from update 1 on');
  });

  test('rejects a missing --scene and an unknown method', async () => {
    const alone = await runCommandLine(['formula', file('own.ik', damped), '--agree', 'dls'], '');
    expect([alone.status, alone.err]).toEqual([2, expect.stringContaining('needs --scene')]);
    const { status, err } = await agree(damped, 'dlss');
    expect([status, err]).toEqual([2, expect.stringContaining('unknown method dlss')]);
  });
});
