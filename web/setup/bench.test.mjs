import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test, vi } from 'vitest';
import { disagreements, MODULE, optionsOf, select, unsteadyFault } from './bench.mjs';
import { batchTable, compareBatches, differences } from './benchBatches.mjs';
import { openBrowser } from './benchBrowser.mjs';
import { growthOf, growthTables } from './benchGrowth.mjs';
import {
  countUnsteady,
  makeReport,
  quantile,
  ratios,
  reportText,
  resultFile,
  spread,
  summarize,
  summary,
} from './benchReport.mjs';

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
  const { cases, sizes, ask, batches, solveInModule, crowds } = await benchModule(
    readFileSync(MODULE),
  );
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
    ...[4, 16, 64, 256].map((size) => ['joints', size, size]),
    ...[1, 8, 16, 32, 64].map((size) => ['targets', size, 4 * size]),
  ]);
  const [given, without] = batches.filter(
    ({ robot, method }) => robot === 'UR5e' && method === 'levenberg-marquardt',
  );
  const [{ position, orientation }] = given.request.targets;
  const goals = [...position, ...orientation, ...position, ...orientation];
  const [solved, seeded] = [given, without].map((batch) => solveInModule({ ...batch, goals }));
  expect(solved.ends).toHaveLength(12);
  expect([solved.updates > 0, seeded.updates > 0]).toEqual([true, true]);
  expect(solved.ends).not.toEqual(seeded.ends);
  expect([solved.seconds > 0, solved.passes > 0]).toEqual([true, true]);
  const panda = select({ cases, batches }, /Panda/);
  expect([panda.updates.length, panda.rows.length > 0]).toEqual([0, true]);
  expect(() => select({ cases, batches }, /Pnada/)).toThrow('no scene and method match /Pnada/');
});

const grown = (along, method, times) =>
  Object.entries(times).map(([size, us]) => ({
    along,
    size: Number(size),
    method,
    times: { module: [us, 1.2 * us, us], native: [] },
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
  const [unsteady] = growthOf([{ ...cases[0], times: { module: [1, 2, 2] } }]);
  expect(growthTables([unsteady])).toMatch(/unsteady$/);
  expect(targets.split('\n')[1]).toMatch(/^dls +3\.00 *$/); // one size has no exponent
});

test('quantiles are interpolated, and ratios are those within a round', () => {
  expect(summary([5, 1, 4, 2, 3])).toEqual([1, 2, 3, 4]);
  expect(quantile([1, 2], 0.25)).toBe(1.25);
  expect(quantile([], 0.5)).toBeNaN();
  expect(ratios([2, 9, 4], [1, 3, 8])).toEqual([2, 3, 0.5]);
  expect(spread([1, 2, 3, 4, 5])).toBe(2);
});

test('a line is unsteady if a column or a ratio spreads by more than 1.2', () => {
  const steady = { one: [100, 110, 120], other: [200, 210, 220], none: [] };
  expect(summarize(steady, 'one')).toEqual({
    columns: { one: [100, 105, 110, 115], other: [200, 205, 210, 215] },
    ratios: { other: summary([2, 210 / 110, 220 / 120]) },
  });
  expect(summarize({ one: [1, 1.21, 1.21, 1.21, 1] }).unsteady).toBe(true);
  const ratioAlone = { one: [1, 1.1, 1.1, 1, 1], other: [1.15, 1, 1, 1.15, 1.15] };
  expect(spread(ratioAlone.one) < 1.2 && spread(ratioAlone.other) < 1.2).toBe(true);
  expect(summarize(ratioAlone, 'one').unsteady).toBe(true);
  expect(countUnsteady({ build: 'a', rows: [{ unsteady: true }, {}], page: {} })).toBe(1);
  expect(unsteadyFault(0)).toBe('');
  expect(unsteadyFault(2)).toMatch(/^unsteady lines: 2, .*idle machine.*--accept-unsteady$/);
});

test('a report has one line per case, and can be read again', () => {
  const report = { date: '2026-01-02', updates: [{ a: [1, 2] }, { a: [3] }], growth: [] };
  expect(reportText(report).split('\n')).toHaveLength(9);
  expect(reportText(report)).toContain('\n  {"a":[1,2]},\n  {"a":[3]}\n');
  expect(JSON.parse(reportText(report))).toEqual(report);
});

const batchOf = (start, request = {}) => ({
  ...{ robot: 'UR5e', method: 'dls', tolerance: 1e-3, start },
  request: { start, ...request },
});

/** The native program, with rates by the way to solve; it draws two goals. */
const fakeNative = (asked) => ({
  ask: async (request) => {
    asked.push(request.by ?? (request.draw ? 'draw' : 'ends'));
    if (request.draw) return { goals: [1, 2] };
    if (request.ends) return { solved: 0.5 };
    const rate = { one: 100, 2: 200, 4: 400, closed: 4000, kdl: 10 }[request.by];
    if (!rate) return { absent: true };
    return { rate, solved: request.by === 'kdl' ? 0.85 : 1, updates: 17.5 };
  },
});

test('batches compare all ways within each round, and ask KDL once per robot', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const asked = [];
  const cases = [batchOf('given'), batchOf('none', { seeded: true }), batchOf('again')];
  try {
    const rows = await compareBatches(cases, fakeNative(asked), 1, {
      measureAll: async (items, columns) => {
        for (const item of items) {
          item.times = {};
          item.answers = {};
          for (const [name, ask] of Object.entries(columns)) {
            const answer = await ask(item);
            item.times[name] = answer ? [answer.rate] : [];
            if (answer) item.answers[name] = answer;
          }
        }
      },
      solveInModule: ({ goals }) => ({ ends: goals, updates: 17.5, seconds: 2, passes: 2 }),
    });
    expect(asked.filter((by) => by === 'kdl')).toHaveLength(1);
    expect(asked.filter((by) => by === 'closed')).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      rates: { one: [100, 100, 100, 100], lanes4: [400, 400, 400, 400], module: summary([1024]) },
      ratios: { closed: [40, 40, 40, 40] },
      ...{ solved: 1, updates: 17.5, otherShares: { module: 0.5 } },
      kdl: { rate: 10, solved: 0.85 },
    });
    expect(rows[1].rates).not.toHaveProperty('closed');
    const [head, first] = batchTable(cases).split('\n');
    expect(head).not.toContain('8 lanes');
    expect(first).toMatch(/^UR5e +dls +1 mm +given +100 \(100-100\) +200 x 2.00 \(2.00-2.00\) /);
    expect(first).toContain('1024, 50.00 % x 10.24');
    expect(first).toMatch(/10, 85.00 % +100.00 % +17.5$/);
    expect(differences(cases)[0]).toBe(
      '  UR5e, dls, given: module 50.00 %, 17.500 updates; one by one 100.00 %, 17.500 updates',
    );
  } finally {
    log.mockRestore();
  }
});

test('parses valid options, and rejects invalid ones with the reason', () => {
  expect(optionsOf(['--rounds', '3', '--only', 'Y dls'])).toMatchObject({ rounds: 3 });
  expect(optionsOf([]).parts).toEqual(['solvers']);
  expect(optionsOf([]).acceptUnsteady).toBe(false);
  expect(optionsOf(['batches', '--accept-unsteady']).acceptUnsteady).toBe(true);
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
