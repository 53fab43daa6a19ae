import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test, vi } from 'vitest';
import { disagreements, MODULE, optionsOf, select } from './bench.mjs';
import { openBrowser } from './benchBrowser.mjs';
import { growthOf, growthTables } from './benchGrowth.mjs';
import { makeReport, resultFile } from './benchReport.mjs';

const item = (method, ...sums) => ({
  scene: 'Y',
  method,
  growth: () => 7e7,
  sums: Object.fromEntries(sums.map((sum, i) => [['WASM', 'native', 'tuned'][i], sum])),
});

test('reports that the builds agree', () => {
  expect(disagreements([item('dls', 1, 1 + 1e-12, 1), item('sdls', 2)])).toBe(
    'The builds agree to 1e-9 rad in all of 2 cases, joint sums after 20 updates.',
  );
});

test('reports where the builds differ and by how much, including NaN', () => {
  const text = disagreements([
    item('dls', 1, 1, 1),
    item('qp', 1, 1, 1.5),
    item('ccd', Number.NaN),
  ]);
  expect(text).toContain('differ in 2 of 3 cases');
  expect(text).toContain('Y, qp: by 5.0e-1 rad: WASM 1, native 1, tuned 1.5;');
  expect(text).toContain('grows 7e+7 times');
  expect(text).toContain('Y, ccd: by NaN rad');
  expect(text).not.toContain('dls');
});

test('measures all methods in all scenes with the module', async () => {
  const { benchModule } = await import('./benchModule.ts');
  const { cases, sizes, ask, batches, crowds } = await benchModule(readFileSync(MODULE));
  const scenes = new Set(cases.map(({ scene }) => scene));
  const methods = new Set(cases.map(({ method }) => method));
  expect(cases).toHaveLength(scenes.size * methods.size);
  expect([...scenes]).toEqual([
    'Y',
    'double-Y',
    '7-joint arm',
    'UR5e',
    'PR2 arm',
    '50-joint snake',
  ]);
  const snake = cases.find(({ scene, method }) => scene === '50-joint snake' && method === 'dls');
  expect(ask(snake).us).toBeGreaterThan(0);
  expect(snake.growth()).toBeGreaterThan(0);
  expect(crowds.map(({ scene }) => scene)).toContain('UR5e');
  const alone = cases.find(({ scene, method }) => scene === 'UR5e' && method === 'dls');
  const many = crowds.find(({ scene, method }) => scene === 'UR5e' && method === 'dls').ask();
  expect(many.us).toBeGreaterThan(0);
  expect(many.sum).toBe(ask(alone).sum); // the first scene of the crowd is the single scene
  const last = sizes().filter(({ method }) => method === 'dls');
  expect(last.map(({ along, size, request }) => [along, size, request.start.length])).toEqual([
    ...[5, 10, 25, 50, 100, 200].map((size) => ['joints', size, size]),
    ...[1, 2, 4, 8, 16].map((size) => ['targets', size, 10 * size]),
  ]);
  expect(ask(last.at(-1)).us).toBeGreaterThan(0);
  const panda = select({ cases, batches }, /Panda/);
  expect([panda.updates.length, panda.rows.length > 0]).toEqual([0, true]);
  expect(() => select({ cases, batches }, /Pnada/)).toThrow('no scene and method match /Pnada/');
});

const grown = (along, method, times) =>
  Object.entries(times).map(([size, us]) => ({
    along,
    size: Number(size),
    method,
    times: { module: [us, 2 * us, us], native: [] },
  }));

test('growth is the exponent between the last two sizes, of medians', () => {
  const cases = [
    ...grown('joints', 'newton', { 5: 9, 50: 1, 100: 8 }),
    ...grown('targets', 'dls', { 2: 3 }),
  ];
  const growth = growthOf(cases);
  expect(growth[0]).toMatchObject({ along: 'joints', side: 'module', method: 'newton' });
  expect(growth[0].us).toEqual([
    [5, 9],
    [50, 1],
    [100, 8],
  ]);
  expect(growth[0].exponent).toBeCloseTo(3, 12);
  const [joints, native, targets] = growthTables(growth).split('\n\n');
  expect(joints).toBe(
    'joints, module     5    50   100  exponent\nnewton          9.00  1.00  8.00      3.00',
  );
  expect(native).toMatch(/^joints, native/);
  expect(targets.split('\n')[1]).toMatch(/^dls +3\.00 *$/); // one size has no exponent
});

test('parses valid options, and rejects invalid ones with the reason', () => {
  expect(optionsOf(['--rounds', '3', '--only', 'Y dls'])).toMatchObject({ rounds: 3 });
  expect(optionsOf([]).parts).toEqual(['solvers']);
  expect(optionsOf(['growth']).parts).toEqual(['growth']);
  expect(optionsOf(['page', 'solvers', '--keep'])).toMatchObject({
    parts: ['solvers', 'page'],
    keep: true,
  });
  expect(optionsOf(['--help'])).toEqual({ help: true });
  for (const [words, message] of [
    [['--rounds', '0'], /from 1 to 1000; got '0'/],
    [['--rounds', 'x'], /from 1 to 1000; got 'x'/],
    [['pgae'], /unknown part 'pgae'/],
    [['--only', '('], /--only: .*regular expression/i],
    [['--josn', 'a'], /'--josn'/],
    [['--json', '/no/such/folder/a.json'], /no such folder: \/no\/such\/folder/],
  ])
    expect(() => optionsOf(words)).toThrow(message);
});

test('the name of a result file has the date and the machine, without the Node version', () => {
  const report = makeReport({ updates: [] });
  expect(report.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(report.machine).toMatch(/, \d+ cores, Node v\d+\.\d+\.\d+$/);
  const machine = 'AMD EPYC(TM) 7B13 @ 2.5GHz, 2 cores, Node v20.1.0';
  expect(basename(resultFile({ date: '2026-01-02', machine }))).toBe(
    '2026-01-02-amd-epyc-tm-7b13-2-5ghz-2-cores.json',
  );
});

test('without a Chromium, prints that no browser is measured', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.stubEnv('IKLAB_CHROMIUM', '');
  vi.stubEnv('PATH', '/nowhere');
  try {
    expect(await openBrowser()).toBe(null);
    expect(log.mock.calls).toEqual([[expect.stringContaining('IKLAB_CHROMIUM')]]);
  } finally {
    vi.unstubAllEnvs();
    log.mockRestore();
  }
});
