import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import { describe, expect, test } from 'vitest';
import { runCommandLine } from './testCalls.ts';
import { launchCli, makePresetDocumentText, splitNonEmptyLines } from './testLaunch.ts';

describe('iklab run', () => {
  test('prints a table during the run, until the reader closes the pipe', {
    tags: 'full',
  }, async () => {
    const { status, out } = await launchCli(
      ['run', '-', '--updates', '999999999'],
      makePresetDocumentText('double-y'),
      true,
    );
    expect(status).toBe(0);
    expect(splitNonEmptyLines(out)[2]?.trim()).toMatch(/^1 /);
  });

  test('prints a table of k, rank used, error and step, then the stop reason and the constants', async () => {
    const document = makePresetDocumentText('tabaczynski-5-link', {
      methods: [{ id: 'truncated' }],
    });
    const { status, out, err } = await launchCli(['run', '-'], document);
    expect([status, err]).toEqual([0, '']);
    const rows = splitNonEmptyLines(out).map((line) => line.trim().replaceAll(/ +/g, ' '));
    expect(rows[0]).toBe('k rank used error dTheta ----->');
    expect(rows[1]).toBe('1 2 3.1772 -0.2548 -0.3650 -0.4744 -0.2963 0.1077');
    expect(rows.slice(1, -2).map((row) => row[0])).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(rows.slice(-2)).toEqual([
      'stop: reached after 6 updates, error 2.37297e-8 m',
      'constants: cutoff 0.0001 (published)',
    ]);
  });

  test('names the cause below the table if the run does not reach its target', async () => {
    const joint = { id: 'a', limits: [-1, 1] };
    const scene = {
      iklab: 2,
      tree: { joints: [joint], effectors: [{ id: 'tip', parent: 'a', xyz: [1, 0, 0] }] },
      targets: [{ effector: 'tip', position: [Math.cos(1.2), Math.sin(1.2), 0] }],
      methods: [{ id: 'dls' }],
      run: { mode: 'converge', maxUpdates: 50 },
    };
    const { status, out } = await runCommandLine(['run', '-'], JSON.stringify(scene));
    expect(status).toBe(0);
    expect(splitNonEmptyLines(out)).toContain(
      'cause: joint-limits: a would have to move 11.5° beyond its upper limit, 200 mm short',
    );
    const short = await runCommandLine(['run', '-', '--updates', '1'], JSON.stringify(scene));
    expect(splitNonEmptyLines(short.out).filter((line) => line.startsWith('cause: '))).toHaveLength(
      1,
    );
  });

  test('ignores a log in a file saved by the page, with a note; the size limit is for the rest', async () => {
    const scene = JSON.parse(makePresetDocumentText('double-y'));
    const alone = await runCommandLine(['run', '-'], JSON.stringify(scene));
    const numbers = { rows: 1, data: 'A'.repeat(3 << 20) };
    const beside = JSON.stringify({ ...scene, log: { name: 'long.csv', numbers } });
    const { status, out, err } = await runCommandLine(['run', '-'], beside);
    expect([status, err]).toEqual([
      0,
      'note: ignored the log in the file; logs only play on the page\n',
    ]);
    expect(out).toBe(alone.out);
    const long = await runCommandLine(
      ['run', '-'],
      JSON.stringify({ ...scene, note: numbers.data }),
    );
    expect(long.status).toBe(1);
    expect(long.err).toContain('1 MiB');
  });

  test('prints one record per update and panel as JSON lines', async () => {
    const { status, out } = await runCommandLine(
      ['run', '-', '--format', 'jsonl', '--updates', '3'],
      makePresetDocumentText('double-y'),
    );
    const records = splitNonEmptyLines(out).map((line) => JSON.parse(line));
    expect(status).toBe(0);
    expect(records.map(({ update, panel }) => [update, panel])).toEqual(
      [1, 2, 3].flatMap((update) => [0, 1, 2, 3].map((panel) => [update, panel])),
    );
    expect(records.map(({ stop }) => stop)).toEqual([
      ...Array(8).fill(null),
      ...Array(4).fill('update-limit'),
    ]);
    expect(Object.keys(records[0])).toEqual([
      'panel',
      'method',
      'label',
      'update',
      'time',
      'errorBefore',
      'error',
      'errors',
      'orientationErrors',
      'angles',
      'step',
      'rank',
      'sigma',
      'lambda',
      'stop',
      'restarts',
      'shown',
    ]);
    const [first, , , sdls] = records;
    expect([first.method, Object.keys(first.shown)]).toEqual(['transpose', ['alpha']]);
    expect(Object.keys(sdls).at(-1)).toBe('restarts'); // SDLS shows no values.
    expect([first.angles.length, first.step.length, first.sigma.length]).toEqual([25, 25, 12]);
    expect([first.errors.length, first.orientationErrors]).toEqual([4, [null, null, null, null]]);
    expect(first.time).toBe(0.005);
    expect(first.sigma).toEqual([...first.sigma].sort((a, b) => b - a));
    expect([sdls.method, sdls.label, sdls.rank, sdls.lambda]).toEqual(['sdls', 'SDLS', 11, null]);
    expect(first.error).toBeCloseTo(
      first.errors.reduce((sum: number, x: number) => sum + x, 0),
      12,
    );
  });

  test('runs 100 updates in mode track, and until each method stops in mode converge', async () => {
    const track = await runCommandLine(
      ['run', '-', '--format', 'csv'],
      makePresetDocumentText('y'),
    );
    expect(splitNonEmptyLines(track.out)).toHaveLength(1 + 4 * 100);
    const converge = await runCommandLine(
      ['run', '-', '--format', 'csv'],
      makePresetDocumentText('tabaczynski-2-link'),
    );
    expect(splitNonEmptyLines(converge.out)).toHaveLength(1 + 15 + 569 + 140);
    expect(
      splitNonEmptyLines(converge.out).filter((line) => /,reached,0(,|$)/.test(line)),
    ).toHaveLength(3);
  });

  test('ends after the first frame in mode converge if targets move', async () => {
    const { out } = await runCommandLine(
      ['run', '-', '--format', 'jsonl'],
      makePresetDocumentText('y', { run: { mode: 'converge' } }),
    );
    const records = splitNonEmptyLines(out).map((line) => JSON.parse(line));
    expect(new Set(records.map(({ time }) => time))).toEqual(new Set([1 / 60]));
    const last = [0, 1, 2, 3].map((p) => records.findLast(({ panel }) => panel === p).stop);
    expect(last).not.toContain(null);
  });

  test.each([
    [['dls'], ['2 DLS′']],
    [['SDLS'], ['3 SDLS']],
    [['dls-clamped'], ['2 DLS′']],
    [
      ['sdls', 'transpose'],
      ['0 Transpose', '3 SDLS'],
    ],
    [['dls-star'], ['4 DLS*']],
    [
      ['sdls', 'filtered', 'dls-then-sdls'],
      ['3 SDLS', '4 Filtered', '5 DLS′ then SDLS'],
    ],
  ])('--method %j selects panels of the document or adds them', async (methods, panels) => {
    const words = methods.flatMap((id) => ['--method', id]);
    const args = ['run', '-', '--updates', '1', '--format', 'jsonl', ...words];
    const { status, out } = await runCommandLine(args, makePresetDocumentText('double-y'));
    expect(status).toBe(0);
    const records = splitNonEmptyLines(out).map((line) => JSON.parse(line));
    expect(records.map(({ panel, label }) => `${panel} ${label}`)).toEqual(panels);
  });

  test('a panel run alone gives the same records as among others', async () => {
    const args = ['run', '-', '--updates', '5', '--format', 'jsonl'];
    const all = await runCommandLine(args, makePresetDocumentText('double-y'));
    const one = await runCommandLine(
      [...args, '--method', 'sdls'],
      makePresetDocumentText('double-y'),
    );
    expect(splitNonEmptyLines(one.out)).toEqual(
      splitNonEmptyLines(all.out).filter((line) => line.startsWith('{"panel":3,')),
    );
  });

  test('exits silently with status 0 when the reader closes the pipe', async () => {
    const args = ['run', '-', '--format', 'jsonl', '--updates', '999999999'];
    const { status, err } = await launchCli(args, makePresetDocumentText('double-y'), true);
    expect([status, err]).toEqual([0, '']);
  });

  test.each([...scenarioPresetIds])('runs %s', async (id) => {
    const { status, out, err } = await runCommandLine(
      ['run', '-', '--updates', '2'],
      makePresetDocumentText(id),
    );
    expect([status, err]).toEqual([0, '']);
    expect(splitNonEmptyLines(out).filter((line) => line.startsWith('stop: '))).not.toHaveLength(0);
  });
});
