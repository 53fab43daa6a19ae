/** Studies by the package: the rows of the command line, with progress, and cancellable. */
import { expect, test } from 'vitest';
import { launchCli } from '../cli/testLaunch.ts';
import { IklabError, study } from './index.ts';
import './testRobot.ts';

const document = {
  iklabStudy: 1,
  scenario: {
    ...{ iklab: 1, preset: 'arm-6', run: { mode: 'converge', maxUpdates: 100 } },
    methods: [{ id: 'dls' }, { id: 'sdls' }],
  },
  sampling: { kind: 'reachable' },
  ...{ count: 150, seed: 3 },
};

interface JsonOutput {
  readonly fields: readonly string[];
  readonly cells: readonly {
    readonly label: string;
    readonly method: string;
    readonly rows: readonly (readonly unknown[])[];
  }[];
}

test('returns the rows of the command line, and reports progress', async () => {
  const progress: number[] = [];
  const rows = await study(document, { onProgress: (done, all) => progress.push(done, all) });
  expect(progress.filter((_, i) => i % 2 === 0)).toEqual([64, 128, 150, 214, 278, 300]);
  expect(new Set(progress.filter((_, i) => i % 2 === 1))).toEqual(new Set([300]));
  const words = ['study', '-', '--format', 'json', '--jobs', '1'];
  const { out } = await launchCli(words, JSON.stringify(document));
  const { fields, cells }: JsonOutput = JSON.parse(out);
  const theirs = cells.flatMap(({ label, method, rows: own }) =>
    own.map((row) => ({ method, label, ...Object.fromEntries(row.map((x, i) => [fields[i], x])) })),
  );
  expect(rows).toHaveLength(300);
  expect(rows).toEqual(theirs);
  expect(await study(JSON.stringify(document))).toEqual(rows);
});

test('returns the runs of the command line along a path, without times', async () => {
  const path = {
    ...{ iklabStudy: 2, scenario: { preset: 'arm-6', methods: [{ id: 'dls' }, { id: 'sdls' }] } },
    sampling: { kind: 'follow', path: { shape: 'circle', radius: 0.1 }, points: 20, starts: 3 },
  };
  const progress: number[] = [];
  const runs = await study(path, { onProgress: (done, all) => progress.push(done, all) });
  expect(progress).toEqual([1, 6, 2, 6, 3, 6, 4, 6, 5, 6, 6, 6]);
  const words = ['study', '-', '--format', 'json', '--jobs', '1'];
  const { out } = await launchCli(words, JSON.stringify(path));
  const { fields, rows }: JsonOutput['cells'][0] & JsonOutput = JSON.parse(out);
  const theirs = rows.map((row) => Object.fromEntries(row.map((x, i) => [fields[i], x])));
  expect(runs).toEqual(theirs.map((row) => ({ ...row, time: null, time99: null })));
});

test('notes once which defaults of version 1 differ in version 2', async () => {
  const { iklab: _, ...scenario } = document.scenario;
  const notes: string[] = [];
  const onNote = (note: string) => notes.push(note);
  await study({ ...document, scenario, count: 1 }, { onNote });
  expect(notes).toEqual([
    'a study of version 1: version 2 has other defaults for lengths of methods (DLS: lambda 1.1 m (published)), stop rules (maxRises 3, minImprovement 0.00001); iklab upgrade writes them out',
  ]);
  await study({ ...document, iklabStudy: 2, scenario, count: 1 }, { onNote });
  expect(notes).toHaveLength(1);
});

test('rejects with the reason of an aborted signal', async () => {
  const control = new AbortController();
  const ended = study(document, {
    signal: control.signal,
    onProgress: () => control.abort(new Error('enough')),
  });
  await expect(ended).rejects.toThrow('enough');
  await expect(study(document, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
});

test('rejects solutions of a robot without a closed form before a problem is solved', async () => {
  const progress: number[] = [];
  const scenario = { preset: 'panda', methods: [{ id: 'dls' }] };
  const wrong = study(
    { iklabStudy: 2, scenario, count: 2, solutions: true },
    { onProgress: (done) => progress.push(done) },
  );
  await expect(wrong).rejects.toMatchObject({ code: 'document', path: 'solutions' });
  await expect(wrong).rejects.toThrow('solutions: must be false for a robot without a closed form');
  expect(progress).toEqual([]);
});

test('rejects an invalid document with the field, the limit and the value', async () => {
  const wrong = study({ ...document, count: 0 });
  await expect(wrong).rejects.toThrow(IklabError);
  await expect(wrong).rejects.toThrow('count: must be ≥ 1; got 0');
});
